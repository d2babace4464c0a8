import { getOrInsert } from '../../base/get-or-insert.ts';
import { resourceSchemas } from '../../planning/contract/resources.ts';
import { fieldProperties, taskFields } from '../../planning/contract/tasks-query.ts';
import { count, listText, wordOf } from '../describe-values.ts';
import { type Finding, holdsIf, notSeen, type Sighting, weigh } from '../finding.ts';
import type { ProbedProject } from '../probed-project.ts';

export async function findAccess({ plainPage }: ProbedProject): Promise<Finding> {
  const { items } = await plainPage();
  return holdsIf(true, `200, ${count(items.length, 'task')} of the coming week`);
}

export async function findAcceptedFields({ fields }: ProbedProject): Promise<Finding> {
  const { accepted, refusal } = await fields();
  if (refusal === undefined) return holdsIf(true, 'all of them');
  const refused = taskFields.filter((field) => !accepted.includes(field));
  return holdsIf(
    false,
    `${refusal.status ?? 'an unreadable answer'} with ${refused.join(', ')}; the other checks ask without`,
  );
}

export async function findPropertiesOfFields({ fields, tasks }: ProbedProject): Promise<Finding> {
  const { accepted } = await fields();
  const { items } = await tasks();
  if (items.length === 0) return notSeen('no tasks');
  const came = new Set(items.flatMap(givenProperties));
  const expected = new Set<string>(accepted.map((field) => fieldProperties[field]));
  const missing = [...expected.difference(came)];
  if (missing.length === 0) return holdsIf(true, 'all of them');
  if (missing.length === expected.size) return holdsIf(false, 'no task has any of them');
  const others = [...came.difference(new Set(Object.keys(resourceSchemas.tasks.shape)))].map(wordOf);
  // A property that the contract does not name may be the missing one.
  return others.length > 0
    ? holdsIf(false, `no task has ${listText(missing)}, but some have ${listText(others)}`)
    : notSeen(`no task has ${listText(missing)}`);
}

export function givenProperties(task: object): readonly string[] {
  return Object.entries(task).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

export async function findRejectedTasks({ tasks }: ProbedProject): Promise<Finding> {
  const { items, rejected } = await tasks();
  const fits = items.map((): Sighting => ['as the contract has it', true]);
  const faults = rejected.map(
    ({ property, reason }): Sighting => [`${property.replaceAll(/\d+/g, '')} ${reason}`, false],
  );
  return weigh([...fits, ...faults], 'no tasks', 0);
}

export async function findRepeatedIds({ tasks }: ProbedProject): Promise<Finding> {
  const { items, rejected } = await tasks();
  const contents = new Map<string, string>();
  const sightings = items.map((task): Sighting => {
    const content = JSON.stringify(task);
    return getOrInsert(contents, task.id, () => content) === content
      ? ['one task', true]
      : ['again, with other content', false];
  });
  const without = rejected.flatMap(({ property }): Sighting[] =>
    property === 'id' ? [['missing or not a string', false]] : [],
  );
  return weigh([...sightings, ...without], 'no tasks', 0);
}
