import { outcomeOf, recordIn } from '../reading/describe-answer.ts';
import { kindOf, part, textOf, wordOf } from '../reading/json-shapes.ts';
import { differs, holdsIf, judgeStatus, notSeen, questionsOf } from './judges.ts';

/** Nobody's key: made up, and the same every time, so that a service's operator can tell what it was. */
const madeUpKey = 'lookahead-probe-made-up-key';
const madeUpSecret = 'lookahead-probe-made-up-secret';
const noCredentials = 'not asked: no client id and secret given';

/** Asked last: a service that counts wrong keys should have answered everything else by then. */
export const keyQuestions = questionsOf('Keys and tokens', [
  {
    id: 'keys.none',
    question: 'What does a request without a key get?',
    rule: '401',
    ask: async ({ conversation }) =>
      judgeStatus(401, await conversation.getUnusual('calendars', { key: null }), 'calendars, no key'),
  },
  {
    id: 'keys.wrong',
    question: 'What does a made-up key get?',
    rule: '401',
    ask: async ({ conversation }) =>
      judgeStatus(
        401,
        await conversation.getUnusual('calendars', { key: madeUpKey }),
        'calendars, a made-up key',
      ),
  },
  {
    id: 'tokens.issue',
    question: 'Are tokens issued for a client id and secret?',
    rule: '{accessToken, expiresIn, tokenType}',
    async ask(context) {
      const made = await context.token();
      if (!made) return notSeen('POST auth/token', noCredentials);
      const body = recordIn(made);
      if (made.kind !== 'answer' || tokenIn(body) === undefined) return differs(made.asked, outcomeOf(made));
      const { expiresIn, tokenType } = body;
      const life = typeof expiresIn === 'number' ? `${expiresIn} (seconds, we take it)` : kindOf(expiresIn);
      const seen = `${made.status}; accessToken text, expiresIn ${life}, tokenType ${wordOf(tokenType)}`;
      return holdsIf(typeof expiresIn === 'number' && typeof tokenType === 'string', made.asked, seen);
    },
  },
  {
    id: 'tokens.use',
    question: 'Does such a token do as X-API-Key?',
    rule: 'it does',
    async ask(context) {
      const asked = 'calendars, the token as key';
      const made = await context.token();
      if (!made) return notSeen(asked, noCredentials);
      const key = tokenIn(recordIn(made));
      if (key === undefined) return notSeen(asked, 'not asked: no token was issued');
      return judgeStatus(200, await context.conversation.getUnusual('calendars', { key }), asked);
    },
  },
  {
    id: 'tokens.wrong-secret',
    question: 'What does a wrong client secret get?',
    rule: '401',
    async ask({ conversation, credentials }) {
      const asked = 'POST auth/token, a made-up secret';
      if (!credentials) return notSeen(asked, noCredentials);
      const { clientId } = credentials;
      return judgeStatus(401, await conversation.postToken({ clientId, clientSecret: madeUpSecret }), asked);
    },
  },
]);

function tokenIn(body: Readonly<Record<string, unknown>>): string | undefined {
  return textOf(part(body, 'accessToken'));
}
