import { isRetryableStatus } from '../../planning/client/retryable-status.ts';
import type { ProbeContext } from '../reading/context.ts';
import type { Unusual } from '../reading/conversation.ts';
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

/** Wrong parameters, beside the dates of a range that has tasks. */
const wrongParameters: readonly (readonly [id: string, question: string, wrong: ProbeQuery])[] = [
  ['date', 'A date that does not exist?', { start: '2026-02-30', finish: '2026-03-01' }],
  ['shift', 'A shift that is none of the four?', { shift: 'twilight' }],
  ['field', 'A field that is none of the fifteen?', { fields: 'weather' }],
  ['parameter', 'A parameter that nobody knows?', { weather: 'fine' }],
  ['blank', 'A filter without a value?', { locationIds: '' }],
];

/** @param wrong the parameters that replace those dates, or come on top */
function wrongParameter(id: string, question: string, wrong: (dates: ProbeQuery) => ProbeQuery): Row {
  return {
    id: `refusals.${id}`,
    question,
    rule,
    async ask(context) {
      const dates = await context.focusDates();
      const made = await context.conversation.get(
        'tasks',
        await context.sized({ ...dates, ...wrong(dates) }),
      );
      return { asked: made.asked, ...judgeRefusal(made) };
    },
  };
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

/** What the errors look like is asked after everything that may be refused. */
export const refusalChecks = checksOf({ theme: 'Refusals', asked: 'every refusal so far', source: 'ours' }, [
  ...wrongParameters.map(([id, question, wrong]) => wrongParameter(id, question, () => wrong)),
  wrongParameter('dates-reversed', 'A start after the finish?', ({ start = '', finish = '' }) => ({
    start: finish,
    finish: start,
  })),
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
