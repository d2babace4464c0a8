import { misfitsOfPull } from '../../lookahead/tasks/pull-misfits.ts';
import type { ReadPull } from '../../lookahead/tasks/read-task.ts';
import { countText } from '../../lookahead/text/quantity-text.ts';
import { filteredIds } from '../../planning/contract/filtered-ids.ts';
import { type MisfitLine, misfitLine } from '../../planning/contract/misfit.ts';
import { resourceSchemas, type Task } from '../../planning/contract/resources.ts';
import {
  fieldProperties,
  type IdFilter,
  idFilters,
  type TasksQuery,
  taskFields,
} from '../../planning/contract/tasks-query.ts';
import { type Finding, holdsIf, listText, notSeen, type Sighting, weigh, wordOf } from '../finding.ts';
import {
  type Check,
  type ListName,
  maxPagesRead,
  type ProbedProject,
  refusalOf,
  withoutIds,
} from '../probed-project.ts';

/** Short pages if the service knows `limit`: they make pages of a small project. */
async function onShortPages({ ask }: ProbedProject, query: TasksQuery): Promise<TasksQuery> {
  return (await refusalOf(ask(query, 1))) === undefined ? query : { ...query, limit: undefined };
}

/** Reads the same tasks again, on about eight pages. */
async function findWholePages(project: ProbedProject): Promise<Finding> {
  const listed = await project.listed();
  const { query, items } = listed.pages < maxPagesRead ? listed : await project.week();
  if (items.length === 0) return notSeen();
  const again = await project.ask(
    await onShortPages(project, { ...query, limit: Math.ceil(items.length / 8) }),
  );
  const [before, after] = [idsWithProperties(items), idsWithProperties(again.items)];
  const [lost, other] = [before.difference(after).size, after.difference(before).size];
  const [isSame, isWhole] = [lost + other === 0, again.pages < maxPagesRead];
  const seen = `${countText(after.size, 'task')} on ${countText(again.pages, 'page')}, against pages of another length ${lost} are lost and ${other} otherwise`;
  if (isSame ? again.pages === 1 : other === 0 && !isWhole) return notSeen(seen);
  return holdsIf(isSame && isWhole, isSame && !isWhole ? `${seen}, and yet a next one is named` : seen);
}

function givenProperties(task: Task): readonly string[] {
  return Object.entries(task).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

function idsWithProperties(tasks: readonly Task[]): ReadonlySet<string> {
  return new Set(tasks.map((task) => [task.id, ...givenProperties(task).toSorted()].join()));
}

async function findPropertiesOfFields({ fields, tasks }: ProbedProject): Promise<Finding> {
  const { accepted } = await fields();
  const { items } = await tasks();
  if (items.length === 0) return notSeen();
  const came = new Set(items.flatMap(givenProperties));
  const expected = new Set<string>(accepted.map((field) => fieldProperties[field]));
  const missing = [...expected.difference(came)];
  if (missing.length === 0) return holdsIf(true, 'all of them');
  // A property that the contract does not name may be the missing one.
  const others = [...came.difference(new Set(Object.keys(resourceSchemas.tasks.shape)))].map(wordOf);
  const named = others.length === 0 ? '' : `, but some have ${listText(others)}`;
  const seen = `no task has ${listText(missing)}${named}`;
  return named === '' && missing.length < expected.size ? notSeen(seen) : holdsIf(false, seen);
}

function weighWithMisfits(
  sightings: readonly Sighting[],
  lines: readonly MisfitLine[],
  tolerated?: number,
): Finding {
  const odd = lines.flatMap(({ words, items }) => items.map((): Sighting => [words, false]));
  return weigh([...sightings, ...odd], tolerated);
}

function taskSightings({ tasks }: Pick<ReadPull, 'tasks'>): readonly Sighting[] {
  return tasks.map(() => ['read', true]);
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

export const pageChecks: readonly Check[] = [
  {
    id: 'access.key',
    rule: 'our key in X-API-Key reads the tasks of this project',
    async find({ plainPage }) {
      const { items } = await plainPage();
      return holdsIf(true, `200, ${countText(items.length, 'task')} of the coming week`);
    },
  },
  {
    id: 'fields.accepted',
    rule: 'one request takes all fifteen entries of fields',
    async find({ fields }) {
      const { accepted, refusal } = await fields();
      if (refusal === undefined) return holdsIf(true, 'all of them');
      const refused = taskFields.filter((field) => !accepted.includes(field));
      const answer = refusal.status ?? 'an unreadable answer';
      return holdsIf(false, `${answer} with ${refused.join(', ')}; the other checks ask without`);
    },
  },
  {
    id: 'paging.pages',
    rule: 'each task is on one page with its fields; paging.next.link at the address of tasks, or after=<paging.next.after>, gives the next one',
    find: findWholePages,
  },
  {
    id: 'fields.properties',
    rule: "each entry of fields brings its property in some task, by the contract's name",
    find: findPropertiesOfFields,
  },
  {
    id: 'tasks.fit',
    rule: 'each task fits the contract and has an id of its own: a report leaves out others',
    async find({ tasks }) {
      const pull = await tasks();
      return weighWithMisfits(taskSightings(pull), misfitsOfPull({ ...pull, tasks: [] }), 0);
    },
  },
  {
    id: 'dates.readable',
    rule: 'dates and date-times are those of ISO 8601',
    async find({ tasks }) {
      const { pull, ...read } = await tasks();
      return weighWithMisfits(
        taskSightings(read),
        misfitsOfPull({ ...read, pull: { ...pull, misfits: [] } }),
      );
    },
  },
];

export const listChecks: readonly Check[] = [
  ...[...new Set(Object.values(listOf))].map((name) => ({
    id: `lists.${name}`,
    rule: `${name} have an id and a ${name === 'users' ? 'displayName' : 'name'}, by which reports choose`,
    async find({ list }: ProbedProject) {
      const { items, misfits } = await list(name);
      const named = items.map(
        (item): Sighting =>
          String(item.displayName ?? item.name ?? '').trim() ? ['named', true] : ['without a name', false],
      );
      const lines = misfits.map((misfit) => misfitLine(withoutIds(misfit), String));
      return weighWithMisfits(named, lines);
    },
  })),
  {
    id: 'lists.references',
    rule: 'the ids in tasks are those of the lists',
    async find({ list, tasks }) {
      const { items } = await tasks();
      const compared = idFilters.map(async (filter): Promise<readonly Sighting[]> => {
        const listing = await list(listOf[filter]);
        const listed = new Set(listing.items.map(({ id }) => id));
        const used = new Set(items.flatMap((task) => filteredIds(task, filter)));
        if (listing.pages === maxPagesRead) return [];
        return [...used].map((id) =>
          listed.has(id) ? ['listed', true] : [`not in the list of ${filter}`, false],
        );
      });
      return weigh((await Promise.all(compared)).flat(), 0);
    },
  },
];
