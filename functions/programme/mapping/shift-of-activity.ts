import { type Shift, shifts } from '../../planning/contract/tasks-query.ts';
import type { Activity, ProgrammeCalendar } from '../programme.ts';
import type { ShiftRule, ShiftWord } from './mapping-rules.ts';
import { resolveValue, ruleText } from './resolve-value.ts';

export type ShiftAnswer = {
  /** Undefined for none. */
  readonly shift: Shift | undefined;
  /** The rule that answered, in words; undefined where none did. */
  readonly rule: string | undefined;
  /** Values that a rule was asked for and does not list. */
  readonly unknown: readonly { readonly rule: string; readonly value: string }[];
};

/** More hours a day than one shift has. */
const longestShift = 16;

/** The shift of an activity: the first rule that answers. */
export function shiftOfActivity(
  activity: Activity,
  calendar: ProgrammeCalendar | undefined,
  rules: readonly ShiftRule[],
): ShiftAnswer {
  const unknown: { rule: string; value: string }[] = [];
  for (const rule of rules) {
    if (rule.default !== undefined) {
      return { shift: shiftOf(rule.default), rule: `default ${rule.default}`, unknown };
    }
    if (rule.calendarHours !== undefined) {
      const word = byHours(calendar, rule.calendarHours);
      if (word !== undefined) return { shift: word, rule: 'calendar hours', unknown };
      continue;
    }
    const found = resolveValue(activity, rule);
    if (found === undefined) continue;
    const word = ownValue(rule.values, found.value) ?? ownValue(rule.values, found.name);
    if (word !== undefined) return { shift: shiftOf(word), rule: ruleText(rule), unknown };
    unknown.push({ rule: ruleText(rule), value: found.value });
  }
  return { shift: undefined, rule: undefined, unknown };
}

/** A value such as `constructor` is a property of every object. */
function ownValue(values: ShiftRule['values'], name: string): ShiftWord | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

function shiftOf(word: ShiftWord): Shift | undefined {
  return word === 'none' ? undefined : word;
}

function byHours(
  calendar: ProgrammeCalendar | undefined,
  ranges: NonNullable<ShiftRule['calendarHours']>,
): Shift | undefined {
  const hour = calendar?.firstHour;
  if (calendar === undefined || hour === undefined) return undefined;
  if (calendar.hoursPerDay > longestShift) return '24hr';
  const within = new Map(Object.entries(ranges));
  // Night before day: its range is the one that says more.
  return shifts.toReversed().find((shift) => isWithin(hour, within.get(shift)));
}

/** Whether an hour lies in `18:00-06:00`: the start included, the end not. */
function isWithin(hour: string, range: string | undefined): boolean {
  const [from = '', to = ''] = range?.split('-') ?? [];
  if (range === undefined) return false;
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}
