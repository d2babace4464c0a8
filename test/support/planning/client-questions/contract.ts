/** A question for each row of the contract. */
import { expect } from 'vitest';
import { type CollectionName, collectionNames } from '#planning/contract/resources.ts';
import { jetty, tasks } from './a-jetty.ts';
import { type ClientAnswer, type ClientQuestion, resultsOf } from './question.ts';

const allFields =
  'fields=assignees,wbs,package,parent,contractor,labourResources,plantResources,materialResources,location,workArea,progress,predecessors,successors,externalId,notes';

/** Each property of the resources with its type. For a list, the path is that of its first item. */
const properties: Readonly<Record<CollectionName, string>> = {
  users: 'id string, displayName string, email string',
  subcontractors: 'id string, name string',
  folders: 'id string, code string, name string, parentId string, path string',
  packages: 'id string, code string, name string',
  calendars: 'id string, name string, type string',
  locations: 'id string, name string, type string',
  tasks: [
    'id string, externalId string, name string, notes string, start string, finish string, duration number',
    'keyTask boolean, shift string, status string, owner object, assignedTo array, calendar object',
    'folder object, package object, parent object, subcontractor object, location object, labour array',
    'plant array, materials array, progress array, relatedTasks array, workArea object',
    'parent.id string, parent.name string, labour.id string, labour.name string, labour.quantity number',
    'plant.id string, plant.name string, plant.category string, plant.quantity number',
    'materials.id string, materials.name string, materials.quantity number, materials.unit string',
    'materials.dailyPlanned array, materials.dailyPlanned.date string, materials.dailyPlanned.quantity number',
    'materials.dailyActual array, materials.dailyActual.date string, materials.dailyActual.quantity number',
    'progress.name string, progress.date string, progress.amount number, progress.type string',
    'relatedTasks.id string, relatedTasks.name string, relatedTasks.lag number, relatedTasks.relation string',
    'relatedTasks.type string, workArea.type string, workArea.bbox array, workArea.bbox.0 number',
    'workArea.geometry null, workArea.id null, workArea.properties object, workArea.properties.level number',
  ].join(', '),
};

function valueAt(item: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const single = Array.isArray(value) && !/^\d+$/.test(name) ? value[0] : value;
    return Object(single)[name];
  }, item);
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

function propertyQuestions(collection: CollectionName): readonly ClientQuestion[] {
  return properties[collection].split(', ').map((row) => {
    const [path = '', type = ''] = row.split(' ');
    const has = (item: unknown) => typeOf(valueAt(item, path)) === type;
    return [
      `${path} of ${collection} is of type ${type}, with the value that was imported`,
      collection === 'tasks' ? `tasks?${allFields}` : collection,
      (answer) => {
        const found = resultsOf(answer).find(has);
        const imported = jetty[collection].find(({ id }) => id === found?.id);
        expect(found && valueAt(found, path)).toEqual(imported && valueAt(imported, path));
        expect(found).toBeDefined();
      },
    ];
  });
}

const byId = (items: readonly { readonly id?: unknown }[]) =>
  items.toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1));

const base =
  'id name start finish duration keyTask shift status owner calendar nonWorkingDays startTime finishTime'.split(
    ' ',
  );

/** The property that each entry of `fields` adds to the tasks that have it. */
const added = {
  assignees: 'assignedTo',
  wbs: 'folder',
  package: 'package',
  parent: 'parent',
  contractor: 'subcontractor',
  labourResources: 'labour',
  plantResources: 'plant',
  materialResources: 'materials',
  location: 'location',
  workArea: 'workArea',
  progress: 'progress',
  predecessors: 'relatedTasks',
  successors: 'relatedTasks',
  externalId: 'externalId',
  notes: 'notes',
};

/** Expects the tasks as imported, with these properties and no others. */
function expectTasksWith(names: readonly string[], answer: ClientAnswer, related = /./): void {
  const expected = tasks.map((task) => {
    const wanted = Object.entries({ ...task, ...(task['shift'] === 'Day' && { shift: 'day' }) })
      .filter(([name]) => names.includes(name))
      .map(([name, value]) =>
        name === 'relatedTasks' && Array.isArray(value)
          ? [name, value.filter(({ relation }) => related.test(relation))]
          : [name, value],
      );
    return Object.fromEntries(wanted);
  });
  const shifted = expected.map((task) => ({ ...task, ...(task['shift'] === 'All' && { shift: '24hr' }) }));
  expect(resultsOf(answer)).toEqual(byId(shifted));
}

const statuses: readonly ClientQuestion[] = ['calendars', 'tasks'].flatMap((collection): ClientQuestion[] => {
  const problem = { headers: { 'content-type': 'application/problem+json' } };
  return [
    [
      `401 without a valid key, in JSON: ${collection}`,
      { to: collection, headers: { 'X-API-Key': 'x' } },
      { status: 401, ...problem, json: { status: 401, code: 'key_invalid' } },
    ],
    [
      `422 for what cannot be processed, in JSON: ${collection}`,
      `${collection}?limit=0`,
      { status: 422, ...problem, json: { status: 422, code: 'parameters_invalid' } },
    ],
    [
      `500 for an error of the service, in JSON and without its cause: ${collection}`,
      `/gb/v1/projects/damaged/${collection}`,
      {
        status: 500,
        ...problem,
        json: {
          status: 500,
          code: 'internal_error',
          detail: 'The planning service could not answer. Its operator finds the cause in its log.',
        },
      },
    ],
  ];
});

export const contractQuestions: readonly ClientQuestion[] = [
  ...collectionNames.map(
    (collection): ClientQuestion => [
      `the operation ${collection} answers what was imported, in the envelope`,
      collection === 'tasks' ? `tasks?${allFields}` : collection,
      (answer) => {
        expect(answer.status).toBe(200);
        expect(answer.headers['content-type']).toBe('application/json');
        expect(Object.keys(JSON.parse(answer.text))).toEqual(['paging', 'results']);
        if (collection === 'tasks') expectTasksWith([...base, ...Object.values(added)], answer);
        else expect(resultsOf(answer)).toEqual(byId(jetty[collection]));
      },
    ],
  ),
  ['paging.next is null where there is no further page', 'users', { json: { paging: { next: null } } }],
  [
    'paging.next is an object where there is a further page',
    'users?limit=1',
    ({ text }) => expect(Object.keys(JSON.parse(text).paging.next)).toEqual(['after', 'link']),
  ],
  [
    'paging.next.after is a string',
    'users?limit=1',
    { json: { paging: { next: { after: expect.any(String) } } } },
  ],
  [
    'paging.next.link is the address of the next page',
    'users?limit=1',
    { json: { paging: { next: { link: expect.stringMatching(/^http:.*\/users\?limit=1&after=/) } } } },
  ],
  [
    'results is an array, also where nothing is found',
    'tasks?start=2027-01-01&shift=day',
    { json: { results: [] } },
  ],
  ...collectionNames.flatMap(propertyQuestions),

  ['the region gb has its projects', '/gb/v1/projects/quay/tasks', 'quay-1 quay-2'],
  ['the region au has its own project of the same id', '/au/v1/projects/jetty/users?limit=1', 'u1000'],
  ['there is no other region', '/us/v1/projects/jetty/tasks', { errors: 'region value_unknown' }],
  ['a key is required', { to: 'tasks', headers: { 'X-API-Key': undefined } }, { status: 401 }],
  ['an empty key is none', { to: 'tasks', headers: { 'X-API-Key': '' } }, { status: 401 }],
  [
    'a key with an unknown id is none',
    { to: 'tasks', headers: { 'X-API-Key': '{unknown}' } },
    { status: 401 },
  ],
  [
    'a key with a wrong secret is none',
    { to: 'tasks', headers: { 'X-API-Key': '{wrong}' } },
    { status: 401 },
  ],

  ['start selects tasks by date', 'tasks?start=2026-12-02', 'last-day no-dates spans'],
  ['finish selects tasks by date', 'tasks?finish=2026-11-01', 'no-dates spans summer-utc'],
  ['the shift day selects its tasks', 'tasks?shift=day', 'Whole after'],
  ['the shift afternoon selects its tasks', 'tasks?shift=afternoon', 'last-day'],
  ['the shift night selects its tasks', 'tasks?shift=night', 'before'],
  ['the shift 24hr selects its tasks', 'tasks?shift=24hr', 'first-day start-only'],
  ['ownerIds selects by owner', 'tasks?ownerIds=ann', 'Whole spans'],
  ['folderIds selects by folder, without those below it', 'tasks?folderIds=f1', 'spans'],
  ['packageIds selects by package', 'tasks?packageIds=p1', 'Whole'],
  ['locationIds selects by location', 'tasks?locationIds=l1', 'Whole start-only'],
  ['calendarIds selects by calendar', 'tasks?calendarIds=c1', 'Whole'],
  ['subcontractorIds selects by subcontractor', 'tasks?subcontractorIds=Stonebridge', 'Whole'],
  ['assignedToIds selects by anyone who is assigned', 'tasks?assignedToIds=cleo', 'Whole'],
  [
    'all parameters apply together',
    `tasks?start=2026-11-23&finish=2026-11-29&shift=day&ownerIds=ann&folderIds=f2&packageIds=p1&locationIds=l1&calendarIds=c1&subcontractorIds=Stonebridge&assignedToIds=ben&${allFields}`,
    'Whole',
  ],
  ['no entry of fields adds nothing', 'tasks', (answer) => expectTasksWith(base, answer)],
  ...Object.entries(added).map(
    ([field, property]): ClientQuestion => [
      `the entry ${field} of fields adds ${property} to the tasks that have it, and nothing else`,
      `tasks?fields=${field}`,
      (answer) => {
        const kind = /^(?:predecessor|successor)(?=s)/.exec(field)?.[0];
        expectTasksWith([...base, property], answer, new RegExp(kind ?? '.'));
      },
    ],
  ),
  ...statuses,
];
