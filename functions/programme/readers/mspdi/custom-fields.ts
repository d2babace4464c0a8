import { getOrInsert } from '#base/get-or-insert.ts';
import { type ActivityCodesAndFields, type CodeValue, levelSeparator } from '#programme/programme.ts';
import { ancestorsAndSelf } from '#programme/readers/with-parents.ts';
import type { ProjectRecord, TaskRecord } from './record-shapes.ts';

/** Standard columns in which people also keep their own ids and names. */
const standardFields = ['WBS', 'Contact'] as const;

/**
 * The choices of a field by number, GUID and text: a task has the text itself, but only the choice has its description.
 */
type Choices = ReadonlyMap<string | undefined, Choice>;
type FieldRecord = ProjectRecord['OutlineCode'][number];
type Choice = FieldRecord['Value'][number];
type Definition = { readonly name: string; readonly choices: Choices | undefined };

/** Reads custom fields and outline codes. Outline codes also hold the values that custom fields choose from. */
export function readMspdiCodesAndFields({
  OutlineCode: outlineCodes,
  ExtendedAttribute: attributes,
}: ProjectRecord) {
  const definitions = new Map<string | undefined, Definition>();
  const names = new Set<string>();
  const define = (
    { FieldID: id, FieldName: field, Alias: alias }: Pick<FieldRecord, 'FieldID' | 'FieldName' | 'Alias'>,
    choices: Choices | undefined,
  ) => {
    if (id === undefined || !isTaskField(id) || definitions.has(id)) return;
    const shown = alias ?? field ?? `Field ${id}`;
    const name = names.has(shown) ? `${shown} (${field ?? id})` : shown;
    names.add(name);
    definitions.set(id, { name, choices });
  };
  const tables = new Map<string | undefined, Choices>();
  for (const code of outlineCodes) {
    const choices = choicesByKey(code.Value);
    tables.set(code.Guid, choices).set(code.FieldID, choices);
  }
  tables.delete(undefined);
  for (const attribute of attributes) {
    const own = attribute.ValueList[0]?.Value ?? [];
    const table = tables.get(attribute.Ltuid) ?? tables.get(attribute.FieldID);
    define(attribute, own.length > 0 ? choicesByKey(own) : table);
  }
  for (const code of outlineCodes) define(code, tables.get(code.FieldID));

  const all = [...definitions.values()];
  return {
    codes: all.filter(({ choices }) => choices !== undefined).map(({ name }) => name),
    fields: [
      ...standardFields,
      ...all.filter(({ choices }) => choices === undefined).map(({ name }) => name),
    ],
    of: (task: TaskRecord) => customValues(task, definitions),
  };
}

function customValues(
  task: TaskRecord,
  definitions: ReadonlyMap<string | undefined, Definition>,
): ActivityCodesAndFields {
  const codes = new Map<string, CodeValue[]>();
  const fields = new Map<string, string>();
  for (const { FieldID, Value: text, ValueID, ValueGUID } of [
    ...task.ExtendedAttribute,
    ...task.OutlineCode,
  ]) {
    const definition = definitions.get(FieldID);
    if (definition === undefined) continue;
    const { name, choices } = definition;
    if (choices === undefined) {
      if (text !== undefined) fields.set(name, text);
      continue;
    }
    const chosen = choices.get(ValueGUID) ?? choices.get(ValueID) ?? choices.get(textKey(text ?? ''));
    const path = chosen && ancestorsAndSelf(chosen, ({ ParentValueID }) => choices.get(ParentValueID));
    const value = path?.map((choice) => choice.Value).join('.') ?? text;
    if (value === undefined) continue;
    const words = path?.map((choice) => choice.Description ?? choice.Value);
    const description = words?.join('.') === value ? undefined : words?.join(levelSeparator);
    getOrInsert(codes, name, () => []).push({ value, description });
  }
  for (const name of standardFields) {
    const value = task[name];
    if (value !== undefined && !fields.has(name)) fields.set(name, value);
  }
  return { codes, fields };
}

function choicesByKey(values: readonly Choice[]): Choices {
  const choices = new Map<string | undefined, Choice>();
  for (const choice of values) {
    const { Value: text } = choice;
    if (text === undefined) continue;
    choices.set(choice.ValueID ?? choice.ID, choice).set(choice.FieldGUID, choice);
    if (!choices.has(textKey(text))) choices.set(textKey(text), choice);
  }
  choices.delete(undefined);
  return choices;
}

function textKey(text: string): string {
  return `text ${text}`;
}

/** Field ids of tasks have 11 in their highest byte; those of resources and assignments have other numbers. */
function isTaskField(id: string): boolean {
  return Number(id) >> 24 === 11;
}
