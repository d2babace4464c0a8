import {
  type Activity,
  type ActivityValues,
  type CodeValue,
  levelSeparator,
  type ProblemList,
  type ProgrammeCalendar,
} from '../../programme.ts';
import { rounded, usableDuration } from '../local-date-time.ts';
import { withParents } from '../with-parents.ts';
import type { XmlRecord } from '../xml-records.ts';
import { workingShare } from './assignments.ts';
import { shownTask } from './outline.ts';
import { durationKind, hoursOf, isInDays } from './shape.ts';

export function statusOf(task: XmlRecord, report: ProblemList): Activity['status'] {
  const written = task.text('PercentComplete');
  const percent = task.number('PercentComplete') ?? 0;
  if (written !== undefined && task.number('PercentComplete') === undefined) {
    const text = `${shownTask(task)}: the PercentComplete ${JSON.stringify(written)} is not a number.`;
    report.changed(task.line, text);
  }
  if (percent < 100 && task.date('ActualFinish')) {
    const group = 'Tasks with an actual finish and less than 100 % count as complete';
    const text = `${shownTask(task)} has an actual finish and ${percent} %, and counts as complete.`;
    report.changed(task.line, text, { group, example: shownTask(task) });
    return 'complete';
  }
  if (percent >= 100) return 'complete';
  return percent > 0 || task.date('ActualStart') ? 'started' : 'planned';
}

/** Working hours. Of an elapsed duration, only the share that the calendar works counts. */
export function durationOf(task: XmlRecord, calendar: ProgrammeCalendar | undefined, hoursPerDay: number) {
  const elapsed = isElapsed(task);
  const written = ['Duration', 'ManualDuration'].map((name) => task.text(name));
  const [hours, manual] = written.map((text) => hoursOf(text, elapsed ? undefined : hoursPerDay));
  const usable = usableDuration(hours ?? manual);
  return {
    durationHours: usable && rounded(elapsed ? usable * workingShare(calendar) : usable),
    /** Of an elapsed duration, the hours of as many working days. */
    shownHours: usable && (elapsed ? (usable / 24) * hoursPerDay : rounded(usable)),
    isInDays: !elapsed && usable !== 0 && isInDays(written[hours === undefined ? 1 : 0]),
  };
}

export function isElapsed(task: XmlRecord): boolean {
  return durationKind(task.number('DurationFormat')) === 'elapsed';
}

/** Standard columns in which people also keep their own ids and names. */
const ownFields = ['WBS', 'Contact'] as const;

type Choice = {
  readonly value: string;
  readonly description: string | undefined;
  readonly parent: string | undefined;
};
/** By number, GUID and text: tasks have the text itself, but only the choice has its description. */
type Choices = ReadonlyMap<string, Choice>;
type Definition = { readonly name: string; readonly choices: Choices | undefined };

/**
 * @param outlineCodes definitions under `OutlineCodes`, which also hold the values that custom fields choose from
 * @param attributes definitions under `ExtendedAttributes`
 */
export function customFields(outlineCodes: readonly XmlRecord[], attributes: readonly XmlRecord[]) {
  const definitions = new Map<string, Definition>();
  const names = new Set<string>();
  const define = (record: XmlRecord, choices: Choices | undefined) => {
    const id = record.text('FieldID');
    if (id === undefined || !isTaskField(id) || definitions.has(id)) return;
    const shown = record.text('Alias') ?? record.text('FieldName') ?? `Field ${id}`;
    const name = names.has(shown) ? `${shown} (${record.text('FieldName') ?? id})` : shown;
    names.add(name);
    definitions.set(id, { name, choices });
  };
  const tables = new Map<string, Choices>();
  for (const code of outlineCodes) {
    const choices = choicesByKey(code.list('Value'), 'ValueID');
    tables.set(code.text('Guid') ?? '', choices).set(code.text('FieldID') ?? '', choices);
  }
  for (const attribute of attributes) {
    const own = attribute.first('ValueList')?.all('Value') ?? [];
    const table = tables.get(attribute.text('Ltuid') ?? '-') ?? tables.get(attribute.text('FieldID') ?? '-');
    define(attribute, own.length > 0 ? choicesByKey(own, 'ID') : table);
  }
  for (const code of outlineCodes) define(code, tables.get(code.text('FieldID') ?? ''));

  const all = [...definitions.values()];
  return {
    codes: all.filter(({ choices }) => choices !== undefined).map(({ name }) => name),
    fields: [...ownFields, ...all.filter(({ choices }) => choices === undefined).map(({ name }) => name)],
    of: (task: XmlRecord) => customValues(task, definitions),
  };
}

function customValues(task: XmlRecord, definitions: ReadonlyMap<string, Definition>): ActivityValues {
  const codes = new Map<string, CodeValue[]>();
  const fields = new Map<string, string>();
  for (const entry of [...task.all('ExtendedAttribute'), ...task.all('OutlineCode')]) {
    const definition = definitions.get(entry.text('FieldID') ?? '');
    if (definition === undefined) continue;
    const { name, choices } = definition;
    const text = entry.text('Value');
    if (choices === undefined) {
      if (text !== undefined) fields.set(name, text);
      continue;
    }
    const chosen =
      choices.get(entry.text('ValueGUID') ?? '') ??
      choices.get(entry.text('ValueID') ?? '') ??
      choices.get(textKey(text ?? ''));
    const path = chosen && withParents(chosen, ({ parent = '' }) => choices.get(parent));
    const value = path?.map((choice) => choice.value).join('.') ?? text;
    if (value === undefined) continue;
    const words = path?.map((choice) => choice.description ?? choice.value);
    const description = words?.join('.') === value ? undefined : words?.join(levelSeparator);
    codes.set(name, [...(codes.get(name) ?? []), { value, description }]);
  }
  for (const name of ownFields) {
    const value = task.text(name);
    if (value !== undefined && !fields.has(name)) fields.set(name, value);
  }
  return { codes, fields };
}

function choicesByKey(values: readonly XmlRecord[], number: 'ID' | 'ValueID'): Choices {
  const choices = new Map<string, Choice>();
  for (const record of values) {
    const value = record.text('Value');
    if (value === undefined) continue;
    const choice = { value, description: record.text('Description'), parent: record.text('ParentValueID') };
    for (const key of [record.text(number), record.text('FieldGUID')]) if (key) choices.set(key, choice);
    if (!choices.has(textKey(value))) choices.set(textKey(value), choice);
  }
  return choices;
}

function textKey(text: string): string {
  return `text ${text}`;
}

/** Fields of tasks have 11 in their highest byte; resources and assignments have other numbers. */
function isTaskField(id: string): boolean {
  return Number(id) >> 24 === 11;
}
