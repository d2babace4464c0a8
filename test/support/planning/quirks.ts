/** Ways in which a planning service may differ from our rules, and a service with such quirks. */
import { idFilterNames, taskFieldProperties } from '#planning/contract/tasks-query.ts';

/** Any JSON object; the properties that quirks touch are named, the rest is free. */
type Json = {
  readonly [property: string]: unknown;
  readonly id?: unknown;
  readonly results?: unknown;
  readonly type?: unknown;
  readonly start?: unknown;
  readonly finish?: unknown;
  readonly duration?: unknown;
  readonly shift?: unknown;
  readonly quantity?: unknown;
  readonly labour?: unknown;
  readonly lag?: unknown;
  readonly amount?: unknown;
  readonly dailyPlanned?: unknown;
};

/** A difference from our rules. Several quirks are applied one after another. */
export type Quirk = {
  /** Changes the request before it is answered. */
  readonly asked?: (url: URL) => void;
  /** Selects the tasks instead of our rules. */
  readonly selects?: (task: Json, query: URLSearchParams) => boolean;
  /** Changes a task of an answer. */
  readonly task?: (task: Json) => Json;
  /** Changes an item of another list. */
  readonly item?: (item: Json, collection: string) => Json;
  /** Changes an answer's body; undefined leaves it. */
  readonly body?: (body: unknown, collection: string, url: URL) => unknown;
  /** Replaces the whole answer; undefined leaves it. */
  readonly answer?: (response: Response, request: Request) => Response | undefined;
};

/**
 * Answers as the service would, but with the quirks applied. @param tasks all tasks with all properties, to select from
 */
export async function answerWithQuirks(
  request: Request,
  {
    quirks,
    tasks,
    fetch,
  }: {
    readonly quirks: readonly Quirk[];
    readonly tasks: readonly Json[];
    readonly fetch: (request: Request) => Response | Promise<Response>;
  },
): Promise<Response> {
  const url = new URL(request.url);
  const collection = url.pathname.split('/').at(-1) ?? '';
  const selects = quirks.flatMap((quirk) => (quirk.selects && collection === 'tasks' ? [quirk.selects] : []));
  for (const { asked } of quirks) asked?.(url);
  // Changing one parameter writes the commas of all others as %2C, which can make the address too long.
  url.search = url.search.replaceAll('%2C', ',');
  const query = new URLSearchParams(url.search);
  if (selects.length > 0) keepOnly(url.searchParams, ['fields']);
  if (selects.length > 0) url.searchParams.set('limit', '1000');
  const headers = new Headers(request.headers);
  // The body is not compressed, so that it can be changed.
  headers.delete('Accept-Encoding');
  const answered = await fetch(new Request(new Request(url, request), { headers }));
  let body: unknown = await answered.json();
  if (selects.length > 0) {
    const full = new Map(tasks.map((task) => [idOf(task), task]));
    body = mapResults(body, (items) =>
      items.filter((item) => selects.every((select) => select(full.get(idOf(item)) ?? item, query))),
    );
    body = paged(body, { query, url: new URL(request.url) });
  }
  for (const quirk of quirks) {
    const change = (item: Json) =>
      collection === 'tasks' ? quirk.task?.(item) : quirk.item?.(item, collection);
    body = mapResults(body, (items) => items.map((item) => change(item) ?? item));
    body = quirk.body?.(body, collection, url) ?? body;
  }
  let response = Response.json(body, { status: answered.status });
  for (const quirk of quirks) response = quirk.answer?.(response, request) ?? response;
  return response;
}

/** A page of the tasks that the quirks selected; the cursor is a position. */
function paged(body: unknown, { query, url }: { query: URLSearchParams; url: URL }): unknown {
  if (!isJson(body) || !Array.isArray(body.results)) return body;
  const from = Number(query.get('after') ?? 0);
  const to = from + Number(query.get('limit') ?? 40);
  url.searchParams.set('after', String(to));
  const next = to < body.results.length ? { after: String(to), link: url.href } : null;
  return { paging: { next }, results: body.results.slice(from, to) };
}

function keepOnly(query: URLSearchParams, names: readonly string[]): void {
  for (const name of [...query.keys()]) if (!names.includes(name)) query.delete(name);
}

function idOf({ id }: Json): string {
  return String(id);
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapResults(body: unknown, change: (items: readonly Json[]) => readonly Json[]): unknown {
  if (!isJson(body) || !Array.isArray(body.results)) return body;
  return { ...body, results: change(body.results.filter(isJson)) };
}

const filterProperties = {
  ownerIds: 'owner',
  folderIds: 'folder',
  packageIds: 'package',
  locationIds: 'location',
  calendarIds: 'calendar',
  subcontractorIds: 'subcontractor',
  assignedToIds: 'assignedTo',
} as const;

function has(task: Json, property: string, ids: readonly string[]): boolean {
  const value = task[property];
  const references: readonly Json[] = Array.isArray(value) ? value : value ? [Object(value)] : [];
  return references.some(({ id }) => ids.includes(String(id)));
}

type Rules = {
  readonly dates?: (start: string, finish: string, range: { from: string; to: string }) => boolean;
  readonly undated?: 'in every range' | 'in none';
  readonly lists?: 'each' | 'any';
  readonly shift?: (own: string, asked: string) => boolean;
};

/** Selects by our rules, with some of them replaced. */
function selecting(rules: Rules): Quirk {
  const {
    dates = (start, finish, { from, to }) => start <= to && finish >= from,
    undated = 'in every range',
    lists = 'each',
    shift: sameShift = (own, asked) => own === asked,
  } = rules;
  return {
    selects(task, query) {
      const [from, to, shift] = ['start', 'finish', 'shift'].map((name) => query.get(name));
      const [start, finish] = [task.start, task.finish];
      if (from || to) {
        const range = { from: from ?? '0', to: to ?? '9' };
        if (typeof start !== 'string' || typeof finish !== 'string') {
          if (undated === 'in none') return false;
        } else if (!dates(start, finish, range)) return false;
      }
      if (shift && !sameShift(String(task.shift), shift)) return false;
      const asked = idFilterNames.filter((filter) => query.has(filter));
      const passes = (filter: (typeof idFilterNames)[number]) =>
        has(task, filterProperties[filter], String(query.get(filter)).split(','));
      return lists === 'each' ? asked.every(passes) : asked.length === 0 || asked.some(passes);
    },
  };
}

function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function dated(change: (start: string, finish: string) => { start: string; finish: string }): Quirk {
  return {
    task: (task) =>
      typeof task.start === 'string' && typeof task.finish === 'string'
        ? { ...task, ...change(task.start, task.finish) }
        : task,
  };
}

function changing(property: string, change: (entry: Json) => Json): Quirk {
  return {
    task: (task) =>
      Array.isArray(task[property]) ? { ...task, [property]: list(task[property]).map(change) } : task,
  };
}

function changingObject(property: string, change: (value: Json) => Json): Quirk {
  return {
    task: (task) => (task[property] ? { ...task, [property]: change(Object(task[property])) } : task),
  };
}

function changingLink(change: (link: string) => string): Quirk {
  return {
    body: (body) => {
      const next = Object(Object(Object(body).paging).next);
      if (typeof next.link !== 'string') return undefined;
      return { ...Object(body), paging: { next: { ...next, link: change(next.link) } } };
    },
  };
}

/** A quirk that changes only requests for tasks. */
function asking(change: (query: URLSearchParams) => void): Quirk {
  return {
    asked: (url) => {
      if (url.pathname.endsWith('/tasks')) change(url.searchParams);
    },
  };
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

function nextDay(date: string): string {
  return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
}

const nobody = 'lookahead-probe-no-such-id';

export const quirks = {
  dateTimesWithZ: dated((start, finish) => ({ start: `${start}T00:00:00Z`, finish: `${finish}T00:00:00Z` })),
  dateTimesWithOffset: dated((start, finish) => ({
    start: `${start}T07:00:00+00:00`,
    finish: `${finish}T17:00:00+00:00`,
  })),
  /** Nights from 22:00 to 06:00, with a finish on the morning after the last night. */
  nightsToMorning: {
    task: (task) =>
      task.shift === 'night'
        ? {
            ...task,
            start: `${task.start}T22:00:00`,
            finish: `${nextDay(String(task.finish))}T06:00:00`,
          }
        : task,
  },
  finishExclusive: dated((start, finish) => ({
    start: `${start}T00:00:00`,
    finish: `${nextDay(finish)}T00:00:00`,
  })),
  /** The finish is the first day after the work. */
  finishOnTheDayAfter: dated((start, finish) => ({ start, finish: nextDay(finish) })),
  calendarDays: {
    task: (task) =>
      Number(task.duration) > 0
        ? { ...task, duration: daysBetween(String(task.start), String(task.finish)) + 1 }
        : task,
  },
  unreadableDates: dated((start, finish) => ({ start: start.split('-').reverse().join('/'), finish })),
  contained: selecting({ dates: (start, finish, { from, to }) => start >= from && finish <= to }),
  startingWithin: selecting({ dates: (start, _, { from, to }) => start >= from && start <= to }),
  lastDayLeftOut: selecting({ dates: (start, finish, { from, to }) => start < to && finish >= from }),
  firstDayLeftOut: selecting({ dates: (start, finish, { from, to }) => start <= to && finish > from }),
  undatedLeftOut: selecting({ undated: 'in none' }),
  anyFilter: selecting({ lists: 'any' }),
  dayWithAllDay: selecting({ shift: (own, asked) => own === asked || (asked === 'day' && own === '24hr') }),
  shiftPassedOver: selecting({ shift: () => true }),
  limitPassedOver: asking((query) => query.delete('limit')),
  limitRefused: asking((query) => query.has('limit') && query.set('limit', 'many')),
  afterPassedOver: asking((query) => query.delete('after')),
  /** One task is missing on each page except the first. */
  pagesWithGaps: {
    body: (body, collection, { searchParams }) =>
      collection === 'tasks' && searchParams.has('after')
        ? { ...Object(body), results: list(Object(body).results).slice(1) }
        : undefined,
  },
  /** No page has a next page. */
  endsEarly: {
    body: (body, collection) =>
      collection === 'tasks' ? { ...Object(body), paging: { next: null } } : undefined,
  },
  fieldsOnFirstPages: {
    body: (body, collection, { searchParams }) =>
      collection === 'tasks' && searchParams.has('after')
        ? {
            ...Object(body),
            results: list(Object(body).results).map(({ externalId: _, ...task }) => task),
          }
        : undefined,
  },
  /** Refuses the entry `workArea` of `fields`, which the contract allows. */
  oneFieldRefused: {
    answer: (_, request) =>
      (new URL(request.url).searchParams.get('fields') ?? '').split(',').includes('workArea')
        ? Response.json({ message: 'workArea' }, { status: 422 })
        : undefined,
  },
  fieldsRefusedTogether: {
    answer: (_, request) =>
      request.url.includes('progress') && request.url.includes('successors')
        ? Response.json({ message: 'too many fields' }, { status: 422 })
        : undefined,
  },
  sameIdAgain: {
    body: (body, collection) => {
      const tasks = list(Object(body).results);
      const [first] = tasks;
      return collection === 'tasks' && first
        ? { ...Object(body), results: [...tasks, { ...first, name: 'Another one' }] }
        : undefined;
    },
  },
  fieldsIgnored: asking((query) => query.delete('fields')),
  subcontractorByNameOfField: {
    task: ({ subcontractor, ...task }) => ({ ...task, contractor: subcontractor }),
  },
  /** After the last page comes an empty one, which names itself as the next page. */
  endless: {
    body: (body) =>
      Object(body).paging?.next === null
        ? { ...Object(body), paging: { next: { after: 'end' } } }
        : undefined,
    answer: (_, request) =>
      new URL(request.url).searchParams.get('after') === 'end'
        ? Response.json({ paging: { next: { after: 'end' } }, results: [] })
        : undefined,
  },
  bareLists: {
    body: (body, collection) => (collection === 'tasks' ? undefined : Object(body).results),
  },
  foreignLink: changingLink((link) => link.replace(/^https:\/\/[^/]+/, 'https://elsewhere.example.com')),
  linkBehindProxy: changingLink((link) => link.replace(/^https:\/\/([^/]+)/, 'http://$1:8080')),
  linkToOtherPath: changingLink((link) => link.replace('/tasks?', '/elsewhere?')),
  relativeLink: changingLink((link) => new URL(link).pathname + new URL(link).search),
  nullsForNothing: {
    task: (task) => ({
      ...Object.fromEntries(Object.values(taskFieldProperties).map((name) => [name, null])),
      ...task,
    }),
  },
  numericIds: { task: (task) => ({ ...task, id: Number(String(task.id).replace(/\D/g, '')) }) },
  numbersAsText: { task: (task) => ({ ...task, duration: String(task.duration) }) },
  status: { task: (task) => ({ ...task, status: 'awaiting inspection' }) },
  statusOfSomebody: { task: (task) => ({ ...task, status: 'with j.doe@example.com' }) },
  shiftWord: { task: (task) => (task.shift === 'day' ? { ...task, shift: 'gang 1' } : task) },
  calendarType: changingObject('calendar', (calendar) =>
    calendar.type === 'seven-day' ? { ...calendar, type: 'nine-day fortnight' } : calendar,
  ),
  progressType: changing('progress', (entry) => ({ ...entry, type: 'weather' })),
  relation: changing('relatedTasks', (entry) => ({ ...entry, relation: 'linked' })),
  relationType: changing('relatedTasks', (entry) => ({ ...entry, type: 'hammock' })),
  bbox: changingObject('workArea', (area) => ({ ...area, bbox: [1, 2] })),
  hours: { task: (task) => ({ ...task, duration: Number(task.duration) * 8 }) },
  minutesOfLag: changing('relatedTasks', (entry) => ({ ...entry, lag: (Number(entry.lag) || 1) * 480 })),
  labourTotals: {
    task: (task) => {
      const days = Math.max(1, Number(task.duration));
      const total = (entry: Json) => ({ ...entry, quantity: Number(entry.quantity) * days });
      return task.labour ? { ...task, labour: list(task.labour).map(total) } : task;
    },
  },
  delaysBelowZero: changing('progress', (entry) => ({ ...entry, amount: -Number(entry.amount) })),
  materialPerDay: changing('materials', (entry) => ({
    ...entry,
    quantity: Number(list(entry.dailyPlanned)[0]?.quantity ?? entry.quantity),
  })),
  unknownIdsRefused: asking((query) => query.get('locationIds') === nobody && query.set('locationIds', '')),
  shortAddresses: {
    answer: (_, request) =>
      request.url.length > 4_000 ? Response.json({ message: 'Too long.' }, { status: 414 }) : undefined,
  },
} as const satisfies Readonly<Record<string, Quirk>>;
export type QuirkName = keyof typeof quirks;

function isQuirkName(name: string): name is QuirkName {
  return name in quirks;
}

export const quirkNames = Object.keys(quirks).filter(isQuirkName);
