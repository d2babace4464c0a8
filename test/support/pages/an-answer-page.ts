/** The answer page of Pile Co, and a phone that opens it and sends answers. */
import { createPageQuestions } from '#answers/ask-for-answers.ts';
import type { PlanInput } from '#lookahead/lookahead.ts';
import type { PageKeyValues } from '#pages/objects.ts';
import { pageOfPlan } from '#pages/page-of-plan.ts';
import type { StoredPage } from '#pages/stored-page.ts';
import { aLookahead, type LookaheadGiven } from '../builders/a-lookahead.ts';
import { anEarlierIssue } from '../builders/a-plan-input.ts';
import { aSiteTask, type SiteTaskProperties } from '../builders/a-site-task.ts';
import type { MemoryStore } from '../memory-store.ts';
import { aLinkApp, linkTo } from './a-link-app.ts';
import { anAddress, anArchiveOf, pileCo } from './a-page.ts';

const reasons = ['Materials', 'Labour', 'Work before it not finished'];
/** Monday of the week, 07:00 in London. */
const closes = { instant: '2026-11-23T07:00:00Z', label: 'Mon 23 Nov, 07:00' };

type AnswerPageGiven = Omit<LookaheadGiven, 'tasks'> & {
  readonly tasks?: readonly SiteTaskProperties[];
  /** Planned for Mon 16 – Sun 22 November, and not finished. */
  readonly lastWeek?: readonly SiteTaskProperties[];
  /** Whether the tasks of `lastWeek` are no longer in the plan. */
  readonly isGone?: boolean;
  readonly closes?: typeof closes;
};

const own = (tasks: readonly SiteTaskProperties[]) =>
  tasks.map((task) => aSiteTask({ subcontractor: 'Pile Co', ...task }));

/** Two tasks of the week from Mon 23 November: A1 with four people a day, and A2. */
export const twoTasks: readonly SiteTaskProperties[] = [
  { id: 'A1', name: 'Trim piles', start: '2026-11-23', finish: '2026-11-25', labour: { operatives: 4 } },
  { id: 'A2', name: 'Pour cap', start: '2026-11-26', finish: '2026-11-27', location: 'Grid 4' },
];

/** A task of last week that is still not finished. */
export const oneOfLastWeek: readonly SiteTaskProperties[] = [
  { id: 'L1', name: 'Drive casings', start: '2026-11-17', finish: '2026-11-19', location: 'Grid 2' },
];

export function anAnswerPage({
  tasks = twoTasks,
  lastWeek = [],
  isGone = false,
  ...given
}: AnswerPageGiven = {}): StoredPage {
  const { closes: closing = closes, ...plan } = given;
  const previous = lastWeek.length === 0 ? undefined : anEarlierIssue(own(lastWeek));
  const promises: PlanInput['promises'] = { answers: [], asked: new Map() };
  const lookahead = aLookahead({
    audience: pileCo,
    tasks: own(isGone ? tasks : [...tasks, ...lastWeek]),
    previous,
    lastWeekPlan: previous,
    promises,
    ...plan,
  });
  return pageOfPlan(lookahead, {
    contact: 'planner@example.com',
    qr: false,
    previous: undefined,
    questions: createPageQuestions(lookahead, { closes: closing, nameDays: 90, reasons }),
  });
}

export const cutAddress: PageKeyValues = anAddress({ message: 'pile-co' });

export type FormFields = Readonly<Record<string, string>>;

/** The fields of the page's form as a browser would send them. */
export function fieldsIn(page: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [input = ''] of page.matchAll(/<input[^>]*>/g)) {
    const name = attribute(input, 'name');
    if (input.includes('type="radio"') && !input.includes(' checked')) continue;
    fields[name] = attribute(input, 'value');
  }
  for (const [, name = '', text = ''] of page.matchAll(/<textarea name="(\w+)"[^>]*>([^<]*)</g))
    fields[name] = unescaped(text);
  for (const [, name = '', options = ''] of page.matchAll(/<select name="(\w+)">(.*?)<\/select>/gs))
    fields[name] = unescaped(/<option selected>([^<]*)/.exec(options)?.[1] ?? '');
  return fields;
}

function attribute(element: string, name: string): string {
  return unescaped(new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? '');
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

type SiteGiven = {
  readonly page?: StoredPage;
  readonly address?: PageKeyValues;
  readonly at?: string;
  readonly store?: MemoryStore;
  readonly changes?: Parameters<typeof aLinkApp>[0];
};

/** A site whose answer page is stored, on the Friday at 15:00. */
export async function aSite({ page = anAnswerPage(), address = cutAddress, ...given }: SiteGiven = {}) {
  const store = given.store ?? (await anArchiveOf([address, page]));
  const app = aLinkApp({ store, at: given.at ?? '2026-11-20T15:00:00Z', ...given.changes });
  const link = linkTo(address, 'answer');
  const post = async (body: FormFields | string, to = link, headers: Record<string, string> = {}) => {
    const answer = await app.open(to, {
      method: 'POST',
      body: typeof body === 'string' ? body : new URLSearchParams(body).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  /** Opens the page a second after the last action. @returns what the phone shows, and `send`, which submits it */
  const openPage = async (at = link) => {
    app.clock.advance({ seconds: 1 });
    const text = await app.read(at);
    app.clock.advance({ seconds: 1 });
    const shown = fieldsIn(text);
    return { text, shown, send: (typed: FormFields) => post({ ...shown, ...typed }, at) };
  };
  const get = async (headers: Record<string, string>) => (await app.open(link, { headers })).text();
  return {
    ...app,
    store,
    link,
    post,
    get,
    openPage,
    answers: () => answersIn(store),
    standing: () => jsonBelow(store, 'answers/stand/'),
    names: () => namesIn(store),
  };
}

/** The stored submissions, in the order of their writing. */
export function answersIn(store: MemoryStore): readonly unknown[] {
  return jsonBelow(store, 'answers/riverside/');
}

function namesIn(store: MemoryStore): readonly unknown[] {
  return jsonBelow(store, 'answer-names/');
}

function jsonBelow({ objects }: MemoryStore, prefix: string): readonly unknown[] {
  return [...objects]
    .filter(([key]) => key.startsWith(prefix))
    .map(([, body]) => JSON.parse(Buffer.from(body).toString()));
}
