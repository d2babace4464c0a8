import { isDeepStrictEqual } from 'node:util';
import { getOrInsert } from '../../base/get-or-insert.ts';
import { filteredIds } from '../../planning/contract/filtered-ids.ts';
import { joinMisfits, type Misfit, misfitLine } from '../../planning/contract/misfit.ts';
import { resourceSchemas, type Task } from '../../planning/contract/resources.ts';
import {
  fieldProperties,
  type IdFilter,
  idFilters,
  taskFields,
} from '../../planning/contract/tasks-query.ts';
import { count, type Finding, holdsIf, listText, notSeen, type Sighting, weigh, wordOf } from '../finding.ts';
import { type ListName, type ProbedProject, refusalOf, tasksShape } from '../probed-project.ts';

export async function findAccess({ plainPage }: ProbedProject): Promise<Finding> {
  const { items } = await plainPage();
  return holdsIf(true, `200, ${count(items.length, 'task')} of the coming week`);
}

export async function findAcceptedFields({ fields }: ProbedProject): Promise<Finding> {
  const { accepted, refusal } = await fields();
  if (refusal === undefined) return holdsIf(true, 'all of them');
  const refused = taskFields.filter((field) => !accepted.includes(field));
  const answer = refusal.status ?? 'an unreadable answer';
  return holdsIf(false, `${answer} with ${refused.join(', ')}; the other checks ask without`);
}

export async function findPropertiesOfFields({ fields, tasks }: ProbedProject): Promise<Finding> {
  const { accepted } = await fields();
  const { items } = await tasks();
  if (items.length === 0) return notSeen('no tasks');
  const came = new Set(items.flatMap(givenProperties));
  const expected = new Set<string>(accepted.map((field) => fieldProperties[field]));
  const missing = [...expected.difference(came)];
  if (missing.length === 0) return holdsIf(true, 'all of them');
  // A property that the contract does not name may be the missing one.
  const others = [...came.difference(new Set(Object.keys(resourceSchemas.tasks.shape)))].map(wordOf);
  const lacking = `no task has ${listText(missing)}`;
  if (others.length > 0) return holdsIf(false, `${lacking}, but some have ${listText(others)}`);
  return missing.length === expected.size ? holdsIf(false, lacking) : notSeen(lacking);
}

function givenProperties(task: Task): readonly string[] {
  return Object.entries(task).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

const onePage = 'all tasks came on one page';

/** Short pages if the service knows `limit`. Reports do not send it: here it makes pages of a small project. */
async function urlOfPages({ reader, urlOf }: ProbedProject, limit: number, query = {}): Promise<string> {
  const url = await urlOf(query);
  const short = `${url}${url.includes('?') ? '&' : '?'}limit=${limit}`;
  return (await refusalOf(reader.getPage(tasksShape, short))) === undefined ? short : url;
}

export async function findNextPage(project: ProbedProject): Promise<Finding> {
  const { items, pages } = await project.reader.readPages(tasksShape, await urlOfPages(project, 2), 2);
  if (pages === 1) return notSeen(onePage);
  const again = items.length - new Set(items.map(({ id }) => id)).size;
  return holdsIf(again === 0, `${count(items.length, 'task')} on two pages, ${again} of them again`);
}

/** Reads the same week on about eight pages. */
export async function findWholePages(project: ProbedProject): Promise<Finding> {
  const whole = await project.week();
  if (whole.items.length === 0) return notSeen('no tasks');
  const url = await urlOfPages(project, Math.ceil(whole.items.length / 8), whole.query);
  const { items, pages, complete } = await project.readTasks(url);
  const [before, after] = [idsWithProperties(whole.items), idsWithProperties(items)];
  const [otherwise, missing] = [after.difference(before).size, before.difference(after).size];
  const seen = `${count(before.size, 'task')} on ${count(pages, 'page')}`;
  if (otherwise > 0 || (complete && missing > 0)) {
    return holdsIf(false, `${seen}; pages of another length lack ${missing} and give ${otherwise} otherwise`);
  }
  if (missing > 0) return notSeen(`${seen}, and there are more`);
  if (!complete) return holdsIf(false, `${seen}, all there are, and yet a next one is named`);
  return pages === 1 ? notSeen(onePage) : holdsIf(true, seen);
}

function idsWithProperties(tasks: readonly Task[]): ReadonlySet<string> {
  return new Set(tasks.map((task) => [task.id, ...givenProperties(task).toSorted()].join()));
}

/** Without examples of ids: a finding names none. */
function misfitSightings(misfits: readonly Misfit[]): readonly Sighting[] {
  return joinMisfits(misfits).flatMap((misfit) => {
    const example = /id$/i.test(misfit.property) ? undefined : misfit.example;
    const { words } = misfitLine({ ...misfit, example }, String);
    return misfit.items.map((): Sighting => [words, false]);
  });
}

export async function findMisfits({ tasks }: ProbedProject): Promise<Finding> {
  const { items, misfits } = await tasks();
  const odd = new Set(misfits.flatMap((misfit) => misfit.items));
  const fitting = items.filter(({ id }) => !odd.has(id)).map((): Sighting => ['as it says', true]);
  return weigh([...fitting, ...misfitSightings(misfits)], 'no tasks', 0);
}

export async function findRepeatedIds({ tasks }: ProbedProject): Promise<Finding> {
  const { items, misfits } = await tasks();
  const first = new Map<string, Task>();
  const sightings = items.map((task): Sighting => {
    const isSame = isDeepStrictEqual(
      getOrInsert(first, task.id, () => task),
      task,
    );
    return isSame ? ['one task', true] : ['again, with other content', false];
  });
  const without = misfits.filter(({ property, outcome }) => property === 'id' && outcome === 'rejected');
  return weigh([...sightings, ...misfitSightings(without)], 'no tasks', 0);
}

const listOf = {
  ownerIds: 'users',
  assignedToIds: 'users',
  folderIds: 'folders',
  packageIds: 'packages',
  locationIds: 'locations',
  calendarIds: 'calendars',
  subcontractorIds: 'subcontractors',
} as const satisfies Readonly<Record<IdFilter, ListName>>;

export const listNames: readonly ListName[] = [...new Set(Object.values(listOf))];

export function findNames(name: ListName) {
  return async ({ list }: ProbedProject): Promise<Finding> => {
    const { items, misfits } = await list(name);
    const named = items.map(
      (item): Sighting =>
        String(item.displayName ?? item.name ?? '').trim() ? ['named', true] : ['without a name', false],
    );
    return weigh([...named, ...misfitSightings(misfits)], 'no items');
  };
}

export async function findReferences({ list, tasks }: ProbedProject): Promise<Finding> {
  const sightings: Sighting[] = [];
  for (const filter of idFilters) {
    const { complete, items } = await list(listOf[filter]);
    const listed = new Set(items.map(({ id }) => id));
    const used = new Set((await tasks()).items.flatMap((task) => filteredIds(task, filter)));
    for (const id of complete ? used : []) {
      sightings.push(listed.has(id) ? ['listed', true] : [`not in the list of ${filter}`, false]);
    }
  }
  return weigh(sightings, 'no ids to compare', 0);
}
