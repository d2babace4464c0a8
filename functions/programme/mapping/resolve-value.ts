import { getOrInsert } from '#base/get-or-insert.ts';
import { conceptOfConfiguredWord, parseShiftWord } from '#planning/contract/known-words.ts';
import { type Shift, shifts } from '#planning/contract/tasks-query.ts';
import {
  type Activity,
  type CodeValue,
  levelSeparator,
  type ProgrammeCalendar,
} from '#programme/programme.ts';
import type { MappingReportBuilder } from './import-report.ts';
import type { ListRule, Mapping, ShiftOrNone, ShiftRule, ValueRule } from './mapping.ts';

/**
 * The value that a rule gives for an activity, the name of the value, and the text of the rule (of `else`, if that
 * gives the value). Undefined if neither gives a value.
 */
export function resolveValue(activity: Activity, rule: ValueRule | undefined) {
  if (rule === undefined) return undefined;
  const parts = sourceValues(activity, rule);
  const [first] = parts;
  if (first === undefined) return resolveValue(activity, rule.else);
  if (parts.length === 1) {
    const { value, description = value } = first;
    return { value, name: description, rule: ruleText(rule) };
  }
  const { column, join = levelSeparator } = rule;
  return {
    value: parts.map(({ value }) => value).join(column === undefined ? '/' : join),
    name: parts.map(({ value, description = value }) => description).join(join),
    rule: ruleText(rule),
  };
}

/** A cache: the report counts by these texts, and comparing references is faster than comparing text. */
const ruleTexts = new WeakMap<ValueRule, string>();

/** The text of a rule: `code Shift`, `codes Area and Level`, `field Responsible`, `column Trade`. */
export function ruleText(rule: ValueRule): string {
  return getOrInsert(ruleTexts, rule, ({ code, udf, column }) => {
    if (udf !== undefined) return `field ${udf}`;
    const names = asNameList(code ?? column);
    return `${code === undefined ? 'column' : 'code'}${names.length > 1 ? 's' : ''} ${names.join(' and ')}`;
  });
}

function asNameList(names: string | readonly string[] | undefined): readonly string[] {
  return typeof names === 'string' ? [names] : (names ?? []);
}

export function columnsOfRule(rule: Mapping['id'] | ValueRule | undefined): readonly string[] {
  return typeof rule === 'object' ? asNameList(rule.column) : [];
}

/**
 * The rules for a property with several values, such as `labour`. A mapping may give one rule without a list around it.
 */
export function asRuleList(rules: ListRule | readonly ListRule[] | undefined): readonly ListRule[] {
  if (rules === undefined) return [];
  return 'column' in rules ? [rules] : rules;
}

const noValues: readonly CodeValue[] = [];

function sourceValues({ codes, fields }: Activity, { code, udf, column }: ValueRule): readonly CodeValue[] {
  const names = code ?? udf ?? column;
  const valuesOf = (name: string): readonly CodeValue[] => {
    if (code !== undefined) return codes.get(name) ?? noValues;
    const text = fields.get(name)?.trim();
    return text === undefined || text === '' ? noValues : [{ value: text, description: undefined }];
  };
  return typeof names === 'string' ? valuesOf(names) : (names ?? []).flatMap(valuesOf);
}

/** Maximum hours per day of a calendar with one shift; a calendar with more covers all shifts. */
const maxShiftHours = 16;

/**
 * The shift that the first matching rule gives; undefined if that is `none`, or if no rule matches. Values that neither
 * a rule lists nor the known words include are reported.
 */
export function findTaskShift(
  activity: Activity,
  calendar: ProgrammeCalendar | undefined,
  { shift: rules, words }: Pick<Mapping, 'shift' | 'words'>,
  report: MappingReportBuilder,
): Shift | undefined {
  const answer = (word: ShiftOrNone, rule?: string) => {
    report.countRuleAnswer('shift', rule);
    return word === 'none' ? undefined : word;
  };
  for (const rule of rules) {
    if (rule.default !== undefined) return answer(rule.default, `default ${rule.default}`);
    if (rule.calendarHours !== undefined) {
      const word = shiftByHours(calendar, rule.calendarHours);
      if (word !== undefined) return answer(word, 'calendar hours');
      continue;
    }
    const found = resolveValue(activity, rule);
    if (found === undefined) continue;
    const { value, name } = found;
    const listed = listedShift(rule.values, value) ?? listedShift(rule.values, name);
    const known =
      conceptOfConfiguredWord(words, shifts, value) ?? conceptOfConfiguredWord(words, shifts, name);
    const word = listed ?? known ?? parseShiftWord(value) ?? parseShiftWord(name);
    if (word !== undefined) return answer(word, found.rule);
    report.unknownValue('shift', found, activity.line);
  }
  return answer('none');
}

function listedShift(values: ShiftRule['values'], name: string): ShiftOrNone | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

function shiftByHours(
  calendar: ProgrammeCalendar | undefined,
  ranges: NonNullable<ShiftRule['calendarHours']>,
): Shift | undefined {
  const hour = calendar?.firstHour;
  if (calendar === undefined || hour === undefined) return undefined;
  if (calendar.hoursPerDay > maxShiftHours) return '24hr';
  // Night first: if ranges overlap, it is the more specific one.
  return (['night', 'afternoon', 'day'] as const).find((shift) => isWithin(hour, ranges[shift]));
}

function isWithin(hour: string, range: string | undefined): boolean {
  if (range === undefined) return false;
  const [from = '', to = ''] = range.split('-');
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}
