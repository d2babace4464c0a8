import { isRetryableStatus } from '../../planning/client/retryable-status.ts';
import type { ProbeContext } from '../reading/context.ts';
import { type Exchange, mediaTypeOf, outcomeOf, recordIn, shapeOf } from '../reading/describe-answer.ts';
import { part, tallyOf, tallyText } from '../reading/json-shapes.ts';
import { pageIn } from '../reading/pages.ts';
import type { ProbeQuery } from '../reading/probe-query.ts';
import { differs, type Finding, holds, judgeEach, judgeWords, questionsOf, type Row } from './judges.ts';

const rule = 'a 4xx, not ignored';
const everyRefusal = 'every refusal so far';
const nothingRefused = 'nothing was refused';

/** Whether a wrong request is refused, once, so that a mistake shows and does not widen or empty the answer. */
function judgeRefusal(made: Exchange, asked = made.asked): Finding {
  const outcome = outcomeOf(made);
  if (made.kind !== 'answer') return differs(asked, outcome);
  const { status } = made;
  // The client would try again, in vain, after a status that is retryable.
  if (status >= 400 && status < 500 && !isRetryableStatus(status)) return holds(asked, outcome);
  return differs(asked, pageIn(made) ? `ignored: ${outcome}` : outcome);
}

/** Parameters that the service should refuse, given the dates of a range that has tasks. */
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
    query: (dates) => reversed(dates),
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

function reversed({ start = '', finish = '' }: ProbeQuery): ProbeQuery {
  return { start: finish, finish: start };
}

const parameterRows = wrongParameters.map(
  ({ id, question, query }): Row => ({
    id: `refusals.${id}`,
    question,
    rule,
    async ask(context) {
      const dates = await context.focusDates();
      return judgeRefusal(await context.conversation.get('tasks', await context.sized(query(dates))));
    },
  }),
);

/** What an answer other than 200 says: of every such answer so far. */
function refusals({ conversation }: ProbeContext) {
  return conversation.answers.filter(({ status }) => status >= 400);
}

/** What the errors look like is asked after everything that may be refused. */
export const refusalQuestions = questionsOf('Refusals', [
  ...parameterRows,
  {
    id: 'refusals.project',
    question: 'A project that does not exist?',
    rule,
    async ask({ conversation }) {
      const projectId = 'lookahead-probe-no-such-project';
      const made = await conversation.getUnusual('calendars', { projectId });
      return judgeRefusal(made, 'calendars of a made-up project');
    },
  },
  {
    id: 'refusals.region',
    question: 'A region that does not exist?',
    rule,
    async ask({ conversation }) {
      const made = await conversation.getUnusual('calendars', { region: 'zz' });
      return judgeRefusal(made, 'calendars in region zz');
    },
  },
  {
    id: 'errors.body',
    question: 'What is the body of an error?',
    rule: '{message}, of any type',
    async ask(context) {
      const answers = refusals(context);
      return judgeEach(answers, {
        asked: everyRefusal,
        none: nothingRefused,
        fits: (answer) => part(recordIn(answer), 'message') !== undefined,
        seen: () => tallyText(tallyOf(answers.map(({ status, body }) => `${status} ${shapeOf(body)}`))),
      });
    },
  },
  {
    id: 'errors.content-type',
    question: 'Is the body of an error JSON by its header too?',
    rule: 'application/json',
    ask: async (context) =>
      judgeWords(refusals(context).map(mediaTypeOf), {
        asked: everyRefusal,
        none: nothingRefused,
        fits: (type) => type === 'application/json',
      }),
  },
]);
