import type { ProbeContext } from './context.ts';
import { type Exchange, outcomeOf, shapeOf } from './exchange.ts';
import { isRecord, part, tallyOf, tallyText } from './json-shapes.ts';
import { pageIn } from './pages.ts';
import { differs, type Finding, holds, judge, notSeen, type Question } from './question.ts';
import type { ProbeQuery } from './wire-query.ts';

const theme = 'Refusals';
const rule = 'a 4xx, not passed over';

/** Answers to which the client would try again: to a wrong request, in vain. */
const retried: readonly number[] = [408, 425, 429];

/** Whether a wrong request is refused, once, so that a mistake shows and does not widen or empty the answer. */
function refusalFinding(made: Exchange): Finding {
  const outcome = outcomeOf(made);
  if (made.kind === 'no answer') return differs(made.asked, outcome);
  const { status } = made;
  if (status >= 400 && status < 500 && !retried.includes(status)) return holds(made.asked, outcome);
  return differs(made.asked, pageIn(made) ? `passed over: ${outcome}` : outcome);
}

function wrongParameter(
  id: string,
  about: { question: string; query: (context: ProbeContext) => Promise<ProbeQuery> },
): Question {
  return {
    id: `refusals.${id}`,
    theme,
    question: about.question,
    rule,
    async ask(context) {
      const query = await context.sized(await about.query(context));
      return refusalFinding(await context.conversation.get('tasks', query));
    },
  };
}

/** What an answer other than 200 says: of every such answer so far. */
function refusals({ conversation }: ProbeContext) {
  return conversation.exchanges.flatMap((made) =>
    made.kind === 'answer' && made.status >= 400 ? [made] : [],
  );
}

export const parameterRefusals: readonly Question[] = [
  wrongParameter('date', {
    question: 'A date that does not exist?',
    query: async () => ({ start: '2026-02-30', finish: '2026-03-01' }),
  }),
  wrongParameter('dates-reversed', {
    question: 'A start after the finish?',
    query: async (context) => {
      const { start = '', finish = '' } = await context.focusDates();
      return { start: finish, finish: start };
    },
  }),
  wrongParameter('shift', {
    question: 'A shift that is none of the four?',
    query: async (context) => ({ ...(await context.focusDates()), shift: 'twilight' }),
  }),
  wrongParameter('field', {
    question: 'A field that is none of the fifteen?',
    query: async (context) => ({ ...(await context.focusDates()), fields: 'weather' }),
  }),
  wrongParameter('parameter', {
    question: 'A parameter that nobody knows?',
    query: async (context) => ({ ...(await context.focusDates()), weather: 'fine' }),
  }),
  wrongParameter('blank', {
    question: 'A filter without a value?',
    query: async (context) => ({ ...(await context.focusDates()), locationIds: '' }),
  }),
];

export const pathRefusals: readonly Question[] = [
  {
    id: 'refusals.project',
    theme,
    question: 'A project that does not exist?',
    rule,
    async ask({ conversation }) {
      const made = await conversation.getUnusual('calendars', {
        projectId: 'lookahead-probe-no-such-project',
      });
      return { ...refusalFinding(made), asked: 'calendars of a made-up project' };
    },
  },
  {
    id: 'refusals.region',
    theme,
    question: 'A region that does not exist?',
    rule,
    async ask({ conversation }) {
      const made = await conversation.getUnusual('calendars', { region: 'zz' });
      return { ...refusalFinding(made), asked: 'calendars in region zz' };
    },
  },
];

/** Asked after everything that may be refused. */
export const errorBodyQuestions: readonly Question[] = [
  {
    id: 'errors.body',
    theme,
    question: 'What is the body of an error?',
    rule: '{message}, of any type',
    async ask(context) {
      const asked = 'every refusal so far';
      const answers = refusals(context);
      if (answers.length === 0) return notSeen(asked, 'nothing was refused');
      const sound = answers.filter(
        ({ body }) =>
          body.kind === 'json' && isRecord(body.value) && part(body.value, 'message') !== undefined,
      ).length;
      const shapes = tallyText(tallyOf(answers.map(({ status, body }) => `${status} ${shapeOf(body)}`)));
      return judge(asked, shapes, { for: sound, against: answers.length - sound });
    },
  },
  {
    id: 'errors.content-type',
    theme,
    question: 'Is the body of an error JSON by its header too?',
    rule: 'application/json',
    async ask(context) {
      const asked = 'every refusal so far';
      const types = refusals(context).map(({ headers }) => mediaType(headers));
      const wrong = types.filter((type) => type !== 'application/json').length;
      const seen = tallyText(tallyOf(types)) || 'nothing was refused';
      return judge(asked, seen, { for: types.length, against: wrong });
    },
  },
];

export function mediaType(headers: Headers): string {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() || 'no content-type';
}
