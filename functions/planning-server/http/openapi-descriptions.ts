/**
 * Descriptions for the OpenAPI document. They are not in the contract's schemas, because the client loads those too and
 * needs no descriptions.
 */
import type { JsonObject } from './parameter-kinds.ts';

const named = (what: string) => ({
  '': `A ${what}, as tasks refer to it.`,
  id: `Identifies the ${what} in this project.`,
  name: `The name of the ${what}.`,
});
const typed = (what: string, type: string) => ({ ...named(what), type });
const code = 'The short code that people know it by.';
const perDay = 'On each day that the task works.';
const resource = { id: 'Identifies it in this project.', name: 'What it is called.' };
const daily = {
  date: 'The local date, YYYY-MM-DD.',
  quantity: 'The quantity of that day, in the unit above.',
};

/** By property; `''` describes the schema itself. A list has the descriptions of its items. */
type Words = { readonly [name: string]: string | Words };

const user: Words = {
  '': 'A person who owns tasks or is assigned to them.',
  id: 'Identifies the person in this project.',
  displayName: 'The name of the person.',
  email: 'The e-mail address of the person.',
};
const folder: Words = {
  ...named('folder of the work breakdown'),
  code,
  parentId: 'The id of the folder that it lies in; absent at the top.',
  path: 'The names of the folders above it and its own.',
};
const workPackage: Words = { ...named('work package'), code };
const calendar = typed(
  'calendar',
  'The working week: five-day is Monday to Friday, six-day Monday to Saturday, seven-day every day.',
);
const location = typed('location', 'The kind of location, such as map.');
const subcontractor: Words = named('subcontractor');

const problem: Words = {
  type: 'Identifies the kind of problem, as RFC 9457 has it.',
  title: 'The kind of problem, for people.',
  status: 'The status of the answer.',
  code: 'For programs: a word that stays the same.',
  detail: 'What is wrong, and what to do.',
  message: 'The same as detail.',
};

const words: Words = {
  User: user,
  Subcontractor: subcontractor,
  Folder: folder,
  Package: workPackage,
  Calendar: calendar,
  Location: location,
  Task: {
    '': 'A task as it now stands. Properties beyond those always there are answered if fields asks for them.',
    id: 'Identifies the task; it stays the same from version to version.',
    externalId: 'The id that the planning tool shows, where it is another one.',
    name: 'What the task is called.',
    notes: 'Notes on the task, as text.',
    start: 'The local date on which it starts, YYYY-MM-DD.',
    finish: 'The local date of its last day, YYYY-MM-DD, inclusive.',
    duration: 'In working days; 0 for a milestone.',
    keyTask: 'Whether the planner marked it as a key task.',
    shift: 'day, afternoon, night or 24hr; absent for none.',
    status: 'A word such as planned, started or complete.',
    owner: { ...user, '': 'Who is responsible for the task.' },
    assignedTo: { ...user, '': 'Who is assigned to the task.' },
    calendar: { ...calendar, '': 'The calendar that it is worked by.' },
    nonWorkingDays:
      'Ours, beyond the contract: days from start to finish that the type of the calendar works and the calendar does not, YYYY-MM-DD.',
    extraWorkingDays:
      'Ours, beyond the contract: days from start to finish that the calendar works and its type does not, such as a Saturday, YYYY-MM-DD.',
    daysWithoutWork:
      'Ours, beyond the contract: days from start to finish that the calendar works and on which the programme plans no work for the task, as in a split, YYYY-MM-DD.',
    startTime: 'Ours, beyond the contract: when work begins on the day of start, local, HH:MM.',
    finishTime: 'Ours, beyond the contract: when work ends on the day of finish, local, HH:MM.',
    folder: { ...folder, '': 'The folder that it lies in.' },
    package: { ...workPackage, '': 'The work package that it belongs to.' },
    parent: {
      '': 'The task that it is a part of.',
      id: 'The id of that task.',
      name: 'The name of that task.',
    },
    subcontractor: { ...subcontractor, '': 'Who does the work.' },
    location: { ...location, '': 'Where the work is.' },
    labour: { ...resource, '': 'The people it needs, by kind.', quantity: `People. ${perDay}` },
    plant: {
      ...resource,
      '': 'The plant it needs.',
      category: 'The category of the plant.',
      quantity: `Pieces. ${perDay}`,
    },
    materials: {
      ...resource,
      '': 'The materials it needs.',
      quantity: 'The total of the task, in the unit.',
      unit: 'The unit of all quantities of the material.',
      dailyPlanned: { ...daily, '': 'What was planned for each day.' },
      dailyActual: { ...daily, '': 'What was used on each day.' },
    },
    progress: {
      '': 'What was reported of its progress.',
      name: 'The reason, such as the cause of a delay.',
      date: 'The local date that it was reported for, YYYY-MM-DD.',
      amount: 'In working days, signed.',
      type: 'A word such as delay.',
    },
    relatedTasks: {
      '': 'The tasks that it is linked to.',
      id: 'The id of the other task.',
      name: 'The name of the other task.',
      lag: 'In working days, signed; below 0 for a lead.',
      relation: 'Which of the two the other task is: predecessor or successor.',
      type: 'The type of the link: finish-start, start-start, finish-finish or start-finish.',
    },
    workArea: {
      '': 'Where on a plan the work is, in the form of GeoJSON.',
      type: 'The type of the object.',
      bbox: 'Its bounding box: the smallest values of its coordinates, then the largest.',
      geometry: 'Its geometry, or null.',
      id: 'Its id, or null.',
      properties: 'Any further properties.',
    },
  },
  Paging: {
    '': 'Where the page after this one is.',
    next: {
      '': 'The next page; null on the last one.',
      after: 'The cursor of the next page, for the parameter after.',
      link: 'The address of the next page.',
    },
  },
  Problem: { ...problem, '': 'Why a request was refused.' },
  ParameterProblems: {
    ...problem,
    '': 'Why a request with wrong parameters was refused.',
    errors: {
      '': 'Everything that is wrong with the request, each parameter with its reason.',
      parameter: 'The name of the parameter, or of the property of the body.',
      value: 'What was sent.',
      reason: 'What is wrong with it, for people.',
      allowed: 'What may be sent instead.',
    },
  },
  StoredProblem: {
    '': 'A stored version that is passed over.',
    source: 'Where it is stored.',
    problem: 'What is wrong with it.',
  },
  TokenRequest: {
    '': 'A key as a client: the two parts of it.',
    clientId: 'The id of the key.',
    clientSecret: 'What follows the id in the key.',
  },
  Token: { '': 'A token that counts as a key.', accessToken: 'The token, to be sent in X-API-Key.' },
  Service: {
    '': 'What this service is, and where it says more.',
    name: 'The name of the interface.',
    documentation: 'The path of the page that shows every operation.',
    openApi: 'The path of this document.',
    health: 'The path that says whether the server answers.',
  },
  Health: {
    '': 'That the server answers, and which build of it.',
    status: 'Always ok.',
    version: 'The release of the program.',
    commit: 'The commit that the program was built from; absent if that is not known.',
  },
  Ready: {
    '': 'That the server is ready, and to a key what is wrong with the data it may read.',
    status: 'Always ready.',
    problems: 'Versions that are passed over because they are damaged; only to a key.',
  },
};

export function describedSchemas(schemas: JsonObject): JsonObject {
  const pages = Object.keys(schemas).flatMap((name) =>
    name.endsWith('Page') ? [[name, page] as const] : [],
  );
  return describedProperties(schemas, { ...words, ...Object.fromEntries(pages) });
}

const page: Words = {
  '': 'A page of the collection, in order of id.',
  paging: 'Where the next page is.',
  results: 'The items of the page.',
};

function describedProperties(properties: JsonObject, of: Words): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const found = Object.hasOwn(of, name) ? of[name] : undefined;
      const inner = typeof found === 'string' ? { '': found } : (found ?? {});
      const description = inner[''];
      const described = withProperties(schema, inner);
      return [name, isObject(described) && description ? { description, ...described } : described];
    }),
  );
}

function withProperties(schema: unknown, of: Words): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withProperties(each, of));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties' && isObject(value) ? describedProperties(value, of) : withProperties(value, of),
    ]),
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
