import { Temporal } from 'temporal-polyfill';
import { idFilters } from '../planning/contract/tasks-query.ts';
import type { ProbeContext } from './context.ts';
import { type Answer, outcomeOf } from './exchange.ts';
import { count, nameOf, tallyOf, tallyText, wordOf } from './json-shapes.ts';
import { pageIn } from './pages.ts';
import { differs, holds, judge, notSeen, type Question } from './question.ts';
import { mediaType } from './refusal-questions.ts';

const theme = 'Limits and headers';
const everyAnswer = 'every answer so far';

/** The client splits id lists whose address would be longer. */
const longestUrl = 8_000;

function answers({ conversation }: ProbeContext): readonly Answer[] {
  return conversation.exchanges.flatMap((made) => (made.kind === 'answer' ? [made] : []));
}

/** Header names that tell of a limit on requests. */
const limitHeader = /rate-?limit|^retry-after$|quota|throttl/i;

export const limitQuestions: readonly Question[] = [
  {
    id: 'limits.url',
    theme,
    question: 'Is an address of nearly 8,000 characters answered?',
    rule: 'it is; longer ones are split',
    async ask(context) {
      for (const filter of idFilters) {
        const ids = [...new Set((await context.focusTasks()).flatMap((task) => task.ids[filter]))];
        if (ids.length === 0) continue;
        const dates = await context.sized(await context.focusDates());
        const room = longestUrl - context.conversation.urlOf('tasks', { ...dates, [filter]: '' }).length;
        // The same ids over and over: any others would bring an answer about unknown ids.
        const list: string[] = [];
        for (let left = room; ; ) {
          const id = ids[list.length % ids.length] ?? '';
          left -= encodeURIComponent(id).length + 1;
          if (left < 0) break;
          list.push(id);
        }
        const query = { ...dates, [filter]: list.join(',') };
        const made = await context.conversation.get('tasks', query);
        const length = context.conversation.urlOf('tasks', query).length.toLocaleString('en');
        const seen = `${length} characters, ${count(list.length, 'id')}: ${outcomeOf(made)}`;
        return pageIn(made) ? holds(made.asked, seen) : differs(made.asked, seen);
      }
      return notSeen('tasks?…Ids=<many>', 'no ids in the window to ask with');
    },
  },
  {
    id: 'limits.rate',
    theme,
    question: 'Does the service tell how many requests it allows?',
    rule: 'only by 429 and Retry-After',
    async ask(context) {
      const made = answers(context);
      const limited = made.filter(({ status }) => status === 429);
      const names = new Set(
        made.flatMap(({ headers }) => [...headers.keys()].filter((name) => limitHeader.test(name))),
      );
      const refusals = limited.length > 0 ? `429 ${count(limited.length, 'time')}` : 'no 429';
      if (names.size === 0) return notSeen(everyAnswer, `${refusals}, no such headers`);
      const values = [...names].map((name) => {
        const value = made.map(({ headers }) => headers.get(name)).find((each) => each !== null);
        return `${nameOf(name)}: ${wordOf(value)}`;
      });
      const seen = `${refusals}; ${values.join(', ')}`;
      return [...names].every((name) => name === 'retry-after')
        ? holds(everyAnswer, seen)
        : differs(everyAnswer, seen);
    },
  },
  {
    id: 'headers.content-type',
    theme,
    question: 'Is an answer JSON by its header?',
    rule: 'application/json',
    async ask(context) {
      const types = answers(context)
        .filter(({ status }) => status === 200)
        .map(({ headers }) => mediaType(headers));
      const wrong = types.filter((type) => type !== 'application/json').length;
      return judge(everyAnswer, tallyText(tallyOf(types)) || 'no answer with 200', {
        for: types.length,
        against: wrong,
      });
    },
  },
  {
    id: 'headers.date',
    theme,
    question: 'Does an answer say the time?',
    rule: 'a Date header, near our clock',
    async ask(context) {
      const [first] = answers(context);
      const text = first?.headers.get('date');
      if (!text) return differs(everyAnswer, 'no Date header');
      const told = Date.parse(text);
      if (Number.isNaN(told)) return differs(everyAnswer, 'a Date header that is no date');
      const seconds = Math.abs(told - context.now.epochMilliseconds) / 1_000;
      if (seconds < 120) return holds(everyAnswer, 'within two minutes of our clock');
      const away = Temporal.Duration.from({ seconds: Math.round(seconds) }).round({ largestUnit: 'days' });
      return differs(
        everyAnswer,
        `${count(away.days, 'day')} ${away.hours} h ${away.minutes} min from our clock`,
      );
    },
  },
  {
    id: 'headers.compression',
    theme,
    question: 'Are answers compressed?',
    rule: 'as the service likes',
    async ask(context) {
      const codings = answers(context)
        .filter(({ status }) => status === 200)
        .map(({ headers }) => headers.get('content-encoding') ?? 'none');
      const largest = answers(context).reduce((most, { bytes }) => Math.max(most, bytes), 0);
      const seen = `${tallyText(tallyOf(codings.map(wordOf)))}; largest body ${Math.ceil(largest / 1024).toLocaleString('en')} kB`;
      return codings.length > 0 ? holds(everyAnswer, seen) : notSeen(everyAnswer, 'no answer with 200');
    },
  },
];
