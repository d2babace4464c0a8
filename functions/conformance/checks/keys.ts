import { outcomeOf, recordIn } from '../reading/describe-answer.ts';
import { kindOf, textOf, wordOf } from '../reading/json-shapes.ts';
import { checksOf, differs, holdsIf, judgeStatus, notSeen } from './judges.ts';

/** Nobody's key: made up, and the same every time, so that a service's operator can tell what it was. */
const madeUpKey = 'lookahead-probe-made-up-key';
const madeUpSecret = 'lookahead-probe-made-up-secret';
const noCredentials = 'not asked: no client id and secret given';

/** Asked last: a service that counts wrong keys should have answered everything else by then. */
export const keyChecks = checksOf({ theme: 'Keys and tokens', asked: 'POST auth/token', source: 'offered' }, [
  {
    id: 'keys.none',
    source: 'contract',
    rows: ['401'],
    question: 'What does a request without a key get?',
    rule: '401',
    asked: 'calendars, no key',
    ask: async ({ conversation }) =>
      judgeStatus(401, await conversation.sendUnusual('calendars', { key: null })),
  },
  {
    id: 'keys.wrong',
    source: 'contract',
    question: 'What does a made-up key get?',
    rule: '401',
    asked: 'calendars, a made-up key',
    ask: async ({ conversation }) =>
      judgeStatus(401, await conversation.sendUnusual('calendars', { key: madeUpKey })),
  },
  {
    id: 'tokens.issue',
    question: 'Are tokens issued for a client id and secret?',
    rule: '{accessToken, expiresIn, tokenType}',
    async ask(context) {
      const made = await context.token();
      if (!made) return notSeen(noCredentials);
      const { accessToken, expiresIn, tokenType } = recordIn(made);
      if (made.kind !== 'answer' || textOf(accessToken) === undefined) return differs(outcomeOf(made));
      const life = typeof expiresIn === 'number' ? `${expiresIn} (seconds, we take it)` : kindOf(expiresIn);
      const seen = `${made.status}; accessToken text, expiresIn ${life}, tokenType ${wordOf(tokenType)}`;
      return holdsIf(typeof expiresIn === 'number' && typeof tokenType === 'string', seen);
    },
  },
  {
    id: 'tokens.use',
    question: 'Does such a token do as X-API-Key?',
    rule: 'it does',
    asked: 'calendars, the token as key',
    async ask(context) {
      const made = await context.token();
      if (!made) return notSeen(noCredentials);
      const key = textOf(recordIn(made).accessToken);
      if (key === undefined) return notSeen('not asked: no token was issued');
      return judgeStatus(200, await context.conversation.sendUnusual('calendars', { key }));
    },
  },
  {
    id: 'tokens.wrong-secret',
    question: 'What does a wrong client secret get?',
    rule: '401',
    asked: 'POST auth/token, a made-up secret',
    async ask({ conversation, credentials }) {
      if (!credentials) return notSeen(noCredentials);
      const made = await conversation.postToken({ ...credentials, clientSecret: madeUpSecret });
      return judgeStatus(401, made);
    },
  },
]);
