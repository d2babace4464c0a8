/** Custom fields and outline codes of the tasks of an MS Project file, under the names that people gave them. */
import type { Activity, CodeValue } from '../../programme.ts';
import type { XmlRecord } from '../xml-records.ts';

export type CustomFields = {
  /** Names of fields with values to choose from, and of outline codes. */
  readonly codes: readonly string[];
  /** Names of the others. */
  readonly fields: readonly string[];
  /** What a task has of both. */
  readonly of: (task: XmlRecord) => Pick<Activity, 'codes' | 'fields'>;
};

type Choice = {
  readonly value: string;
  readonly description: string | undefined;
  readonly parent: string | undefined;
};
/** By the choice's number, its GUID, and its text: custom fields keep the text itself, and its choice the description. */
type Choices = ReadonlyMap<string, Choice>;
type Definition = { readonly name: string; readonly choices: Choices | undefined };

/** Between the descriptions of a value and of those above it. */
const levelSeparator = ' – ';
/** Levels of an outline code; MS Project has ten. */
const maxLevels = 20;

/**
 * @param outlineCodes definitions under `OutlineCodes`, which also hold the values that custom fields choose from
 * @param attributes definitions under `ExtendedAttributes`
 */
export function customFields(
  outlineCodes: readonly XmlRecord[],
  attributes: readonly XmlRecord[],
): CustomFields {
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
    const choices = choicesOf(code.first('Values')?.all('Value') ?? [], 'ValueID');
    tables.set(code.text('Guid') ?? '', choices).set(code.text('FieldID') ?? '', choices);
  }
  for (const attribute of attributes) {
    const own = attribute.first('ValueList')?.all('Value') ?? [];
    const table = tables.get(attribute.text('Ltuid') ?? '-') ?? tables.get(attribute.text('FieldID') ?? '-');
    define(attribute, own.length > 0 ? choicesOf(own, 'ID') : table);
  }
  for (const code of outlineCodes) define(code, tables.get(code.text('FieldID') ?? ''));

  const all = [...definitions.values()];
  return {
    codes: all.filter(({ choices }) => choices !== undefined).map(({ name }) => name),
    fields: all.filter(({ choices }) => choices === undefined).map(({ name }) => name),
    of: (task) => valuesOf(task, definitions),
  };
}

function valuesOf(
  task: XmlRecord,
  definitions: ReadonlyMap<string, Definition>,
): Pick<Activity, 'codes' | 'fields'> {
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
    const value = chosen === undefined ? text : pathOf(chosen, choices, ({ value: own }) => own).join('.');
    if (value === undefined) continue;
    const words = chosen && pathOf(chosen, choices, (choice) => choice.description ?? choice.value);
    const description =
      words === undefined || words.join('.') === value ? undefined : words.join(levelSeparator);
    codes.set(name, [...(codes.get(name) ?? []), { value, description }]);
  }
  return { codes, fields };
}

/** From the top level down to the choice. */
function pathOf(choice: Choice, choices: Choices, wordOf: (choice: Choice) => string): readonly string[] {
  const path = [wordOf(choice)];
  let parent = choices.get(choice.parent ?? '');
  while (parent !== undefined && path.length < maxLevels) {
    path.unshift(wordOf(parent));
    parent = choices.get(parent.parent ?? '');
  }
  return path;
}

function choicesOf(values: readonly XmlRecord[], number: 'ID' | 'ValueID'): Choices {
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

/** Fields of tasks have 11 in their highest byte; those of resources and of assignments have other numbers. */
function isTaskField(id: string): boolean {
  return Number(id) >> 24 === 11;
}
