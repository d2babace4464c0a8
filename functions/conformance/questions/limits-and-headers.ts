import { Temporal } from 'temporal-polyfill';
import { maxUrlLength } from '../../planning/client/query-urls.ts';
import { idFilters } from '../../planning/contract/tasks-query.ts';
import type { ProbeContext } from '../reading/context.ts';
import { mediaTypeOf, outcomeOf } from '../reading/describe-answer.ts';
import { count, nameOf, tallyOf, tallyText, wordOf } from '../reading/json-shapes.ts';
import { pageIn } from '../reading/pages.ts';
import { differs, holds, holdsIf, judgeWords, notSeen, questionsOf } from './judges.ts';

const asked = 'every answer so far';
const none = 'no answer with 200';

/** Header names that tell of a limit on requests. */
const limitHeader = /rate-?limit|^retry-after$|quota|throttl/i;

function goodAnswers({ conversation }: ProbeContext) {
  return conversation.answers.filter(({ status }) => status === 200);
}

export const limitQuestions = questionsOf('Limits and headers', [
  {
    id: 'limits.url',
    question: 'Is an address of nearly 8,000 characters answered?',
    rule: 'it is; longer ones are split',
    async ask(context) {
      const tasks = await context.focusTasks();
      for (const filter of idFilters) {
        const ids = [...new Set(tasks.flatMap((task) => task.ids[filter]))];
        if (ids.length === 0) continue;
        const dates = await context.sized(await context.focusDates());
        const { urlOf } = context.conversation;
        const list = repeated(ids, maxUrlLength - urlOf('tasks', { ...dates, [filter]: '' }).length);
        const query = { ...dates, [filter]: list.join(',') };
        const made = await context.conversation.get('tasks', query);
        const length = urlOf('tasks', query).length.toLocaleString('en');
        const seen = `${length} characters, ${count(list.length, 'id')}: ${outcomeOf(made)}`;
        return holdsIf(pageIn(made) !== undefined, made.asked, seen);
      }
      return notSeen('tasks?…Ids=<many>', 'no ids in the window to ask with');
    },
  },
  {
    id: 'limits.rate',
    question: 'Does the service tell how many requests it allows?',
    rule: 'only by 429 and Retry-After',
    async ask({ conversation: { answers } }) {
      const limited = answers.filter(({ status }) => status === 429).length;
      const refusals = limited > 0 ? `429 ${count(limited, 'time')}` : 'no 429';
      const first = new Map<string, string>();
      for (const [name, value] of answers.flatMap((answer) => [...answer.headers])) {
        if (limitHeader.test(name) && !first.has(name)) first.set(name, value);
      }
      if (first.size === 0) return notSeen(asked, `${refusals}, no such headers`);
      const values = [...first].map(([name, value]) => `${nameOf(name)}: ${wordOf(value)}`);
      const isOnlyRetryAfter = first.size === 1 && first.has('retry-after');
      return holdsIf(isOnlyRetryAfter, asked, `${refusals}; ${values.join(', ')}`);
    },
  },
  {
    id: 'headers.content-type',
    question: 'Is an answer JSON by its header?',
    rule: 'application/json',
    ask: async (context) =>
      judgeWords(goodAnswers(context).map(mediaTypeOf), {
        asked,
        none,
        fits: (type) => type === 'application/json',
      }),
  },
  {
    id: 'headers.date',
    question: 'Does an answer say the time?',
    rule: 'a Date header, near our clock',
    async ask({ conversation, now }) {
      const text = conversation.answers[0]?.headers.get('date');
      if (!text) return differs(asked, 'no Date header');
      const answered = Date.parse(text);
      if (Number.isNaN(answered)) return differs(asked, 'a Date header that is not a date');
      const seconds = Math.abs(answered - now.epochMilliseconds) / 1_000;
      if (seconds < 120) return holds(asked, 'within two minutes of our clock');
      const away = Temporal.Duration.from({ seconds: Math.round(seconds) }).round({ largestUnit: 'days' });
      return differs(asked, `${count(away.days, 'day')} ${away.hours} h ${away.minutes} min from our clock`);
    },
  },
  {
    id: 'headers.compression',
    question: 'Are answers compressed?',
    rule: 'as the service likes',
    async ask(context) {
      const codings = goodAnswers(context).map(({ headers }) => headers.get('content-encoding') ?? 'none');
      const largest = Math.max(0, ...context.conversation.answers.map(({ bytes }) => bytes));
      const kilobytes = Math.ceil(largest / 1024).toLocaleString('en');
      const seen = `${tallyText(tallyOf(codings.map(wordOf)))}; largest body ${kilobytes} kB`;
      return codings.length > 0 ? holds(asked, seen) : notSeen(asked, none);
    },
  },
]);

/** The same ids over and over, as long as the room allows: any others would bring an answer about unknown ids. */
function repeated(ids: readonly string[], room: number): readonly string[] {
  const list: string[] = [];
  for (let left = room; ; ) {
    const id = ids[list.length % ids.length] ?? '';
    left -= encodeURIComponent(id).length + 1;
    if (left < 0) return list;
    list.push(id);
  }
}
