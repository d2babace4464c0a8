/**
 * Which property each entry of `fields` adds, found out in six requests in place of fifteen: each field is asked
 * for in three of the six, no two fields in the same three. A property that comes in just the three answers of a
 * field is that field's; one that two fields bring comes in more, and is recognised by both together.
 */
import { fieldProperties, type TaskField, taskFields } from '../../planning/contract/tasks-query.ts';
import type { JsonRecord } from './describe-answer.ts';
import type { Reading } from './pages.ts';

/** The answers, by number, in which a field is asked for. */
type Code = ReadonlySet<number>;
type FieldGroup = { readonly fields: readonly TaskField[]; readonly reading: Reading };

export type FieldEffects = {
  readonly groups: readonly FieldGroup[];
  /** Properties that come without any field. */
  readonly bare: ReadonlySet<string>;
  /** Properties that come when all fifteen are asked for. */
  readonly full: ReadonlySet<string>;
  readonly added: ReadonlyMap<TaskField, readonly string[]>;
};

function threesOfSix(): Code[] {
  const codes: Code[] = [];
  for (let one = 0; one < 6; one += 1) {
    for (let two = one + 1; two < 6; two += 1) {
      for (let three = two + 1; three < 6; three += 1) codes.push(new Set([one, two, three]));
    }
  }
  return codes;
}

type Coding = ReadonlyMap<TaskField, Code>;
const grouped: Coding = new Map(threesOfSix().flatMap((code, at) => pair(taskFields[at], code)));
/** Where a group is refused: each field on its own, so that one bad field does not hide the others. */
const single: Coding = new Map(taskFields.map((field, at) => [field, new Set([at])]));

function pair(field: TaskField | undefined, code: Code): [TaskField, Code][] {
  return field ? [[field, code]] : [];
}

/** Properties with a value in at least one of the tasks. */
export function propertiesOf(items: readonly JsonRecord[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const item of items) {
    for (const [name, value] of Object.entries(item)) {
      if (value !== null && value !== undefined) names.add(name);
    }
  }
  return names;
}

/** Reads the tasks of one range with these fields. */
export type FieldReader = (fields: readonly TaskField[]) => Promise<Reading>;

export async function measureFieldEffects(
  read: FieldReader,
  { bare, full }: Pick<FieldEffects, 'bare' | 'full'>,
): Promise<FieldEffects> {
  const together = await readGroups(read, grouped);
  const isRefused = together.some(({ reading }) => reading.failure);
  const coding = isRefused ? single : grouped;
  const groups = isRefused ? await readGroups(read, single) : together;
  return { groups, bare, full, added: decode(groups, { coding, bare }) };
}

async function readGroups(read: FieldReader, coding: Coding): Promise<readonly FieldGroup[]> {
  const numbers = new Set([...coding.values()].flatMap((code) => [...code]));
  const groups: FieldGroup[] = [];
  for (const number of numbers) {
    const fields = taskFields.filter((field) => coding.get(field)?.has(number));
    groups.push({ fields, reading: await read(fields) });
  }
  return groups;
}

function decode(
  groups: readonly FieldGroup[],
  { coding, bare }: { coding: Coding; bare: ReadonlySet<string> },
): FieldEffects['added'] {
  const names = groups.map(({ reading }) => propertiesOf(reading.items));
  const added = new Map<TaskField, string[]>(taskFields.map((field) => [field, []]));
  for (const property of new Set(names.flatMap((each) => [...each]))) {
    if (bare.has(property)) continue;
    const pattern = new Set(names.flatMap((each, at) => (each.has(property) ? [at] : [])));
    for (const field of bringersOf(property, pattern, coding)) added.get(field)?.push(property);
  }
  return added;
}

/** The fields whose requests, together, are the very ones that were answered with the property. */
function bringersOf(property: string, pattern: ReadonlySet<number>, coding: Coding): readonly TaskField[] {
  const inside = taskFields.filter((field) => [...(coding.get(field) ?? [])].every((at) => pattern.has(at)));
  const expected = inside.filter((field) => fieldProperties[field] === property);
  const alone = inside.filter((field) => coding.get(field)?.size === pattern.size);
  for (const candidates of [expected, alone]) {
    const covered = new Set(candidates.flatMap((field) => [...(coding.get(field) ?? [])]));
    if (candidates.length > 0 && covered.size === pattern.size) return candidates;
  }
  // Several fields that should not bring it: each that was always answered with it may be the one.
  return inside;
}
