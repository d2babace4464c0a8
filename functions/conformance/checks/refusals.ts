import { isRetryableStatus } from '../../planning/client/http.ts';
import { maxUrlLength } from '../../planning/client/urls.ts';
import { idFilters } from '../../planning/contract/tasks-query.ts';
import type { ProbeContext } from '../reading/context.ts';
import type { Unusual } from '../reading/conversation.ts';
import {
  count,
  type Exchange,
  outcomeOf,
  recordIn,
  shapeOf,
  tallyText,
  wordOf,
} from '../reading/describe-answer.ts';
import { pageIn } from '../reading/pages.ts';
import { checksOf, differs, type Finding, holds, holdsIf, notSeen, type Row, survey } from './judges.ts';

const rule = 'a 4xx, not ignored';

/** Whether a wrong request is refused, once, so that a mistake shows and does not widen or empty the answer. */
function judgeRefusal(made: Exchange): Finding {
  const outcome = outcomeOf(made);
  // The client would try again, in vain, after a status that is retryable.
  const isRefused =
    made.kind === 'answer' && made.status >= 400 && made.status < 500 && !isRetryableStatus(made.status);
  if (isRefused) return holds(outcome);
  return differs(pageIn(made) ? `ignored: ${outcome}` : outcome);
}

/** A request to somewhere that does not exist. */
function nowhere(row: Omit<Row, 'ask' | 'rule'>, place: Unusual): Row {
  return {
    ...row,
    rule,
    ask: async ({ conversation }) => judgeRefusal(await conversation.sendUnusual('calendars', place)),
  };
}

const refusals = ({ conversation }: ProbeContext) =>
  conversation.answers.filter(({ status }) => status >= 400);

/** The checks of error bodies come after everything that may be refused. */
export const refusalChecks = checksOf({ theme: 'Refusals', asked: 'every refusal so far', source: 'ours' }, [
  nowhere(
    {
      id: 'refusals.project',
      rows: ['projectId'],
      question: 'A project that does not exist?',
      asked: 'calendars of a made-up project',
    },
    { projectId: 'lookahead-probe-no-such-project' },
  ),
  nowhere(
    {
      id: 'refusals.region',
      rows: ['region'],
      question: 'A region that does not exist?',
      asked: 'calendars in region zz',
    },
    { region: 'zz' },
  ),
  survey({
    id: 'errors.body',
    rows: ['422', '500'],
    question: 'What is the body of an error?',
    rule: '{message}, of any type',
    values: refusals,
    fits: (answer) => recordIn(answer)['message'] !== undefined,
    seen: (answers) => tallyText(answers.map(({ status, body }) => `${status} ${shapeOf(body)}`)),
    none: 'nothing was refused',
  }),
]);

/** Header names that tell of a limit on requests. */
const limitHeader = /rate-?limit|^retry-after$|quota|throttl/i;

const knownLimitHeaders = ['retry-after', 'ratelimit', 'ratelimit-policy'];

export const limitChecks = checksOf(
  { theme: 'Limits and headers', asked: 'every answer so far', source: 'ours' },
  [
    {
      id: 'limits.url',
      question: 'Is an address of nearly 8,000 characters answered?',
      rule: 'it is; longer ones are split',
      asked: 'tasks?…Ids=<many>',
      async ask(context) {
        const tasks = await context.focusTasks();
        const filter = idFilters.find((each) => tasks.some(({ ids }) => ids[each].length > 0));
        if (!filter) return notSeen('no ids in the window to ask with');
        const { urlOf, get } = context.conversation;
        const dates = await context.sized(await context.focusDates());
        const room = maxUrlLength - urlOf('tasks', { ...dates, [filter]: '' }).length;
        const list = repeated([...new Set(tasks.flatMap(({ ids }) => ids[filter]))], room);
        const query = { ...dates, [filter]: list };
        const made = await get('tasks', query);
        const length = urlOf('tasks', query).length.toLocaleString('en');
        const seen = `${length} characters, ${count(list.length, 'id')}: ${outcomeOf(made)}`;
        return { asked: made.asked, ...holdsIf(pageIn(made) !== undefined, seen) };
      },
    },
    {
      id: 'limits.rate',
      source: 'offered',
      question: 'Does the service tell how many requests it allows?',
      rule: 'by 429, Retry-After and RateLimit',
      async ask({ conversation: { answers } }) {
        const limited = answers.filter(({ status }) => status === 429).length;
        const refusals = limited > 0 ? `429 ${count(limited, 'time')}` : 'no 429';
        const first = new Map<string, string>();
        for (const [name, value] of answers.flatMap((answer) => [...answer.headers])) {
          if (limitHeader.test(name) && !first.has(name)) first.set(name, value);
        }
        if (first.size === 0) return notSeen(`${refusals}, no such headers`);
        const values = [...first].map(([name, value]) => `${wordOf(name)}: ${wordOf(value)}`);
        const areKnown = [...first.keys()].every((name) => knownLimitHeaders.includes(name));
        return holdsIf(areKnown, `${refusals}; ${values.join(', ')}`);
      },
    },
  ],
);

/** Known ids, repeated up to the length: unknown ones would bring an answer about unknown ids. */
function repeated(ids: readonly string[], room: number): readonly string[] {
  const list: string[] = [];
  for (let left = room; ; ) {
    const id = ids[list.length % ids.length] ?? '';
    left -= encodeURIComponent(id).length + 1;
    if (left < 0) return list;
    list.push(id);
  }
}
