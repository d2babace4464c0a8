import { isRetryableStatus } from '../../planning/client/retryable-status.ts';
import type { ProbeContext } from '../reading/context.ts';
import { type Exchange, mediaTypeOf, outcomeOf, recordIn, shapeOf } from '../reading/describe-answer.ts';
import { tallyText } from '../reading/json-shapes.ts';
import { pageIn } from '../reading/pages.ts';
import type { ProbeQuery } from '../reading/probe-query.ts';
import { checksOf, differs, type Finding, holds, type Row, survey } from './judges.ts';

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

/** Wrong parameters, given the dates of a range that has tasks. */
const wrongParameters: readonly {
  readonly id: string;
  readonly question: string;
  readonly query: (dates: ProbeQuery) => ProbeQuery;
}[] = [
  {
    id: 'date',
    question: 'A date that does not exist?',
    query: () => ({ start: '2026-02-30', finish: '2026-03-01' }),
  },
  {
    id: 'dates-reversed',
    question: 'A start after the finish?',
    query: ({ start = '', finish = '' }) => ({ start: finish, finish: start }),
  },
  {
    id: 'shift',
    question: 'A shift that is none of the four?',
    query: (dates) => ({ ...dates, shift: 'twilight' }),
  },
  {
    id: 'field',
    question: 'A field that is none of the fifteen?',
    query: (dates) => ({ ...dates, fields: 'weather' }),
  },
  {
    id: 'parameter',
    question: 'A parameter that nobody knows?',
    query: (dates) => ({ ...dates, weather: 'fine' }),
  },
  {
    id: 'blank',
    question: 'A filter without a value?',
    query: (dates) => ({ ...dates, locationIds: '' }),
  },
];

const parameterRows = wrongParameters.map(
  ({ id, question, query }): Row => ({
    id: `refusals.${id}`,
    question,
    rule,
    async ask(context) {
      const wrong = await context.sized(query(await context.focusDates()));
      const made = await context.conversation.get('tasks', wrong);
      return { asked: made.asked, ...judgeRefusal(made) };
    },
  }),
);

const refusals = ({ conversation }: ProbeContext) =>
  conversation.answers.filter(({ status }) => status >= 400);

/** What the errors look like is asked after everything that may be refused. */
export const refusalChecks = checksOf({ theme: 'Refusals', asked: 'every refusal so far', source: 'ours' }, [
  ...parameterRows,
  {
    id: 'refusals.project',
    rows: ['projectId'],
    question: 'A project that does not exist?',
    rule,
    asked: 'calendars of a made-up project',
    async ask({ conversation }) {
      const projectId = 'lookahead-probe-no-such-project';
      return judgeRefusal(await conversation.sendUnusual('calendars', { projectId }));
    },
  },
  {
    id: 'refusals.region',
    rows: ['region'],
    question: 'A region that does not exist?',
    rule,
    asked: 'calendars in region zz',
    ask: async ({ conversation }) =>
      judgeRefusal(await conversation.sendUnusual('calendars', { region: 'zz' })),
  },
  survey({
    id: 'errors.body',
    rows: ['422', '500'],
    question: 'What is the body of an error?',
    rule: '{message}, of any type',
    values: refusals,
    fits: (answer) => recordIn(answer).message !== undefined,
    seen: (answers) => tallyText(answers.map(({ status, body }) => `${status} ${shapeOf(body)}`)),
    none: 'nothing was refused',
  }),
  survey({
    id: 'errors.content-type',
    source: 'contract',
    question: 'Is the body of an error JSON by its header too?',
    rule: 'application/json, or problem+json',
    values: (context) => refusals(context).map(mediaTypeOf),
    fits: (type) => type === 'application/json' || type === 'application/problem+json',
    seen: tallyText,
    none: 'nothing was refused',
  }),
]);
