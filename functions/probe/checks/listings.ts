import { listApiContractDeviations } from '#lookahead/tasks/pull-misfits.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { findIdsComparedByFilter, idFilterDefinitions } from '#planning/contract/id-filters.ts';
import { type DescribedMisfit, describeMisfit } from '#planning/contract/misfit.ts';
import { schemasByCollection, type Task } from '#planning/contract/resources.ts';
import { idFilterNames, taskFieldProperties, taskFields } from '#planning/contract/tasks-query.ts';
import {
  findingOfCondition,
  findingOfValues,
  listText,
  notSeenFinding,
  type ObservedValue,
  type ProbeFinding,
  wordUnlessPersonal,
} from '#probe/finding.ts';
import {
  catchRequestRefusal,
  maxPagesRead,
  misfitWithoutIdExample,
  type ProbeCheck,
  type ProbedProjectReader,
} from '#probe/probed-project.ts';

/**
 * Reads the tasks a second time, on about eight pages if the service knows `limit`, and compares their ids and the
 * names of their properties with the first time.
 */
async function checkWholePages(project: ProbedProjectReader): Promise<ProbeFinding> {
  const listed = await project.listed();
  const { query, items } = listed.pages < maxPagesRead ? listed : await project.week();
  if (items.length === 0) return notSeenFinding();
  const short = { ...query, limit: Math.ceil(items.length / 8) };
  const isKnown = (await catchRequestRefusal(project.ask(short, 1))) === undefined;
  const again = await project.ask(isKnown ? short : query);
  const [before, after] = [idsWithProperties(items), idsWithProperties(again.items)];
  const [lost, other] = [before.difference(after).size, after.difference(before).size];
  const [isSame, isWhole] = [lost + other === 0, again.pages < maxPagesRead];
  const seen = `${countText(after.size, 'task')} on ${countText(again.pages, 'page')}; ${lost} lost and ${other} changed by the length of pages`;
  if (isSame ? again.pages === 1 : other === 0 && !isWhole) return notSeenFinding(seen);
  return findingOfCondition(isSame && isWhole, isWhole ? seen : `${seen}, and yet a next one is named`);
}

function givenProperties(task: Task): readonly string[] {
  return Object.entries(task).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

function idsWithProperties(tasks: readonly Task[]): ReadonlySet<string> {
  return new Set(tasks.map((task) => [task.id, ...givenProperties(task).toSorted()].join()));
}

async function checkPropertiesOfFields({ fields, tasks }: ProbedProjectReader): Promise<ProbeFinding> {
  const { accepted } = await fields();
  const { items } = await tasks();
  if (items.length === 0) return notSeenFinding();
  const came = new Set(items.flatMap(givenProperties));
  const expected = new Set<string>(accepted.map((field) => taskFieldProperties[field]));
  const missing = [...expected.difference(came)];
  if (missing.length === 0) return findingOfCondition(true, 'all of them');
  // A property that the contract does not name may be the missing one.
  const others = [...came.difference(new Set(Object.keys(schemasByCollection.tasks.shape)))].map(
    wordUnlessPersonal,
  );
  const named = others.length === 0 ? '' : `, but some have ${listText(others)}`;
  const seen = `no task has ${listText(missing)}${named}`;
  return named === '' && missing.length < expected.size
    ? notSeenFinding(seen)
    : findingOfCondition(false, seen);
}

function findingWithMisfits(
  sightings: readonly ObservedValue[],
  lines: readonly DescribedMisfit[],
  tolerated?: number,
): ProbeFinding {
  const differing = lines.flatMap(({ words, items, outcome }) =>
    items.map((): ObservedValue => [words, outcome === 'read']),
  );
  return findingOfValues([...sightings, ...differing], tolerated);
}

export const listingChecks: readonly ProbeCheck[] = [
  [
    'access.key',
    'our key in X-API-Key reads the tasks of this project',
    async ({ plainPage }) => {
      const { items } = await plainPage();
      return findingOfCondition(true, `200, ${countText(items.length, 'task')} of the coming week`);
    },
  ],
  [
    'fields.accepted',
    'one request takes all fifteen entries of fields',
    async ({ fields }) => {
      const { accepted, error } = await fields();
      if (error === undefined) return findingOfCondition(true, 'all of them');
      const refused = taskFields.filter((field) => !accepted.includes(field));
      const answer = error.status ?? 'an unreadable answer';
      return findingOfCondition(false, `${answer} with ${refused.join(', ')}; the other checks ask without`);
    },
  ],
  [
    'paging.pages',
    'each task is on one page with its fields; paging.next.link at the address of tasks, or after=<paging.next.after>, gives the next one',
    checkWholePages,
  ],
  [
    'fields.properties',
    "each entry of fields brings its property in some task, by the contract's name",
    checkPropertiesOfFields,
  ],
  [
    'tasks.fit',
    'each task fits the contract and has an id of its own',
    async ({ tasks }) => {
      const pull = await tasks();
      return findingWithMisfits(
        pull.tasks.map(() => ['read', true]),
        listApiContractDeviations({ ...pull, tasks: [] }),
        0,
      );
    },
  ],
  [
    'dates.readable',
    'dates and date-times are those of ISO 8601',
    async ({ tasks }) => {
      const { pull, ...read } = await tasks();
      return findingWithMisfits(
        read.tasks.map(() => ['read', true]),
        listApiContractDeviations({ ...read, pull }).filter(({ outcome }) => outcome === 'unreadable'),
      );
    },
  ],
  ...[...new Set(Object.values(idFilterDefinitions).map((row) => row.list))].map(
    (name): ProbeCheck => [
      `lists.${name}`,
      `${name} have an id and a ${name === 'users' ? 'displayName' : 'name'}, by which reports choose`,
      async ({ list }) => {
        const { items, misfits } = await list(name);
        const named = items.map(
          (item): ObservedValue =>
            String(item.displayName ?? item.name ?? '').trim() ? ['named', true] : ['without a name', false],
        );
        const lines = misfits.map((misfit) => describeMisfit(misfitWithoutIdExample(misfit), String));
        return findingWithMisfits(named, lines);
      },
    ],
  ),
  [
    'lists.references',
    'the ids in tasks are those of the lists',
    async ({ list, tasks }) => {
      const { items } = await tasks();
      const compared = idFilterNames.map(async (filter): Promise<readonly ObservedValue[]> => {
        const listing = await list(idFilterDefinitions[filter].list);
        const listed = new Set(listing.items.map(({ id }) => id));
        const used = new Set(items.flatMap((task) => findIdsComparedByFilter(task, filter)));
        if (listing.pages === maxPagesRead) return [];
        return [...used].map((id) =>
          listed.has(id) ? ['listed', true] : [`not in the list of ${filter}`, false],
        );
      });
      return findingOfValues((await Promise.all(compared)).flat(), 0);
    },
  ],
];
