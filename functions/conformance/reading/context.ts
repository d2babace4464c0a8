/** The conversation, and the readings that many questions look at. */

import type { Temporal } from 'temporal-polyfill';
import { addDays, formatDay, localDayOf } from '../../base/day.ts';
import { once } from '../../base/once.ts';
import { windowFor } from '../../lookahead/dates/window.ts';
import type { Collection } from '../../planning/contract/resources.ts';
import { dateReader } from '../../planning/contract/wire-date.ts';
import {
  type Conversation,
  type Credentials,
  everyField,
  type ProbeQuery,
  pageLength,
  withQuery,
} from './conversation.ts';
import { is200 } from './describe-answer.ts';
import { measureFieldEffects, propertiesOf } from './field-effects.ts';
import { type BoundedQuery, type DayRange, focusWindow, smallBoundedQuery } from './focus-window.ts';
import { pageIn, pageReader, type Reading } from './pages.ts';
import { datedTasks, factsOf, type TaskFacts } from './task-facts.ts';

/** Pages beyond first ones that a probe can afford, so that all questions fit into its requests. */
const extraPages = { tasks: 4, lists: 1 } as const;
const weeksAround = 8;

export type ProbeContext = ReturnType<typeof makeContext>;

export function makeContext(setup: {
  readonly conversation: Conversation;
  readonly now: Temporal.Instant;
  readonly timeZone: string;
  readonly credentials: Credentials | undefined;
}) {
  const { conversation, now, timeZone, credentials } = setup;
  const readDate = dateReader(timeZone);
  const readTaskPages = pageReader(conversation, extraPages.tasks);
  const readListPages = pageReader(conversation, extraPages.lists);
  const coming = windowFor(localDayOf(now, timeZone), { weeks: 1, starts: 'next-week' });

  /** Whether `limit` sets a page's length, tested with two tasks. */
  const limitEffect = once(async () => {
    const made = await conversation.get('tasks', { limit: '2' });
    const page = pageIn(made);
    if (!page) return { made, page, effect: is200(made) ? 'undecided' : 'refused' } as const;
    const effect = page.items.length > 2 ? 'ignored' : page.next.end ? 'undecided' : 'honoured';
    return { made, page, effect } as const;
  });

  /** Small pages, where the service lets us ask for them. */
  async function sized(query: ProbeQuery): Promise<ProbeQuery> {
    const { effect } = await limitEffect();
    return effect === 'honoured' || effect === 'undecided' ? { ...query, limit: pageLength } : query;
  }

  async function readTasks(query: ProbeQuery, pages: number): Promise<Reading> {
    return readTaskPages('tasks', await sized(query), pages);
  }

  /** The tasks of a query with all fields; without fields where the service refuses them. */
  async function readFully(query: ProbeQuery, pages: number): Promise<Reading> {
    const full = await readTasks({ ...query, fields: everyField }, pages);
    return full.failure && full.pages.length === 0 ? readTasks(query, pages) : full;
  }

  const lists = new Map<Collection, Promise<Reading>>();
  function list(collection: Collection): Promise<Reading> {
    const known = lists.get(collection) ?? readListPages(collection, {}, 3);
    lists.set(collection, known);
    return known;
  }

  /** No filter, no fields. */
  const everything = once(() => readTasks({}, 2));

  /** Weeks around the coming one, with all fields; where those are empty, whatever there is. */
  const around = once(async () => {
    const range = {
      first: addDays(coming.first, -7 * weeksAround),
      last: addDays(coming.last, 7 * weeksAround),
    };
    const wide = await readFully(datesOf(range), 2);
    return wide.items.length > 0 ? wide : readFully({}, 2);
  });

  let chosen: DayRange | undefined;
  const window = once(async (): Promise<DayRange> => {
    const tasks = factsOf([...(await around()).items, ...(await everything()).items], readDate);
    chosen = focusWindow(datedTasks(tasks), coming);
    return chosen;
  });

  /** The range of days that tells most, with all fields. */
  const focus = once(async () => readFully(datesOf(await window()), 2));

  /** Every task that was read with all fields. */
  const sample = once(async (): Promise<readonly TaskFacts[]> => {
    return factsOf([...(await around()).items, ...(await focus()).items], readDate);
  });

  /** The same tasks as they came. */
  const items = async () => (await sample()).map(({ raw }) => raw);

  /** Every task known by then, some of them without fields. */
  const known = once(async (): Promise<readonly TaskFacts[]> => {
    return factsOf(
      [...(await around()).items, ...(await focus()).items, ...(await everything()).items],
      readDate,
    );
  });

  /** The properties that each of the fifteen fields adds to the tasks of the focus window's first page. */
  const fieldEffects = once(async () => {
    const dates = datesOf(await window());
    const bare = propertiesOf((await readTasks(dates, 1)).items);
    const full = propertiesOf((await focus()).pages[0]?.items ?? []);
    const read = (fields: readonly string[]) => readTasks({ ...dates, fields: fields.join(',') }, 1);
    return measureFieldEffects(read, { bare, full });
  });

  const boundedByValue = once(async () => smallBoundedQuery(await sample(), readFully, readDate));
  const bounded = once(async (): Promise<BoundedQuery> => {
    const small = (await focus()).complete ? undefined : await boundedByValue();
    return small ?? { query: {}, tasks: await known(), kind: 'all that is known' };
  });

  return {
    conversation,
    bounded,
    boundedByValue,
    fieldEffects,
    /** The answer of the token endpoint; undefined without client id and secret. */
    token: once(async () => credentials && conversation.postToken(credentials)),
    readDate,
    coming,
    limitEffect,
    sized,
    readTasks,
    readFully,
    list,
    everything,
    around,
    window,
    /** The dates of the focus window as they go on the wire; undefined until a question needs them. */
    windowChosen: () => chosen && withQuery('', datesOf(chosen)).slice(1),
    focus,
    sample,
    items,
    known,
    /** The focus window's dates as parameters. */
    focusDates: async () => datesOf(await window()),
    /** The tasks of the focus window, by what was read of them with all fields. */
    focusTasks: async () => factsOf((await focus()).items, readDate),
    facts: (reading: Reading) => factsOf(reading.items, readDate),
  };
}

function datesOf({ first, last }: DayRange): ProbeQuery {
  return { start: formatDay(first), finish: formatDay(last) };
}
