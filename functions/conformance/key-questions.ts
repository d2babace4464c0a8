import type { ProbeContext } from './context.ts';
import { type Exchange, isOk, outcomeOf } from './exchange.ts';
import { isRecord, kindOf, part, textOf, wordOf } from './json-shapes.ts';
import { differs, type Finding, holds, notSeen, type Question } from './question.ts';

const theme = 'Keys and tokens';

/** Nobody's key: made up, and the same every time, so that a service's operator can tell what it was. */
const madeUpKey = 'lookahead-probe-made-up-key';
const madeUpSecret = 'lookahead-probe-made-up-secret';
const noCredentials = 'not asked: no client id and secret given';

function unauthorizedFinding(made: Exchange, asked: string): Finding {
  const refused = made.kind === 'answer' && made.status === 401;
  return refused ? holds(asked, outcomeOf(made)) : differs(asked, outcomeOf(made));
}

const issued = new WeakMap<ProbeContext, Promise<Exchange>>();

async function tokenAnswer(context: ProbeContext): Promise<Exchange | undefined> {
  if (!context.token) return undefined;
  const made = issued.get(context) ?? context.conversation.postToken(context.token);
  issued.set(context, made);
  return made;
}

function tokenIn(made: Exchange | undefined): string | undefined {
  if (made?.kind !== 'answer' || made.body.kind !== 'json' || !isRecord(made.body.value)) return undefined;
  return textOf(part(made.body.value, 'accessToken'));
}

/** Asked last: a service that counts wrong keys should have answered everything else by then. */
export const keyQuestions: readonly Question[] = [
  {
    id: 'keys.none',
    theme,
    question: 'What does a request without a key get?',
    rule: '401',
    async ask({ conversation }) {
      return unauthorizedFinding(
        await conversation.getUnusual('calendars', { key: null }),
        'calendars, no key',
      );
    },
  },
  {
    id: 'keys.wrong',
    theme,
    question: 'What does a made-up key get?',
    rule: '401',
    async ask({ conversation }) {
      const made = await conversation.getUnusual('calendars', { key: madeUpKey });
      return unauthorizedFinding(made, 'calendars, a made-up key');
    },
  },
  {
    id: 'tokens.issue',
    theme,
    question: 'Are tokens issued for a client id and secret?',
    rule: '{accessToken, expiresIn, tokenType}',
    async ask(context) {
      const made = await tokenAnswer(context);
      if (!made) return notSeen('POST auth/token', noCredentials);
      const body = made.kind === 'answer' && made.body.kind === 'json' ? made.body.value : undefined;
      if (made.kind === 'no answer' || !isRecord(body) || tokenIn(made) === undefined) {
        return differs(made.asked, outcomeOf(made));
      }
      const { expiresIn, tokenType } = body;
      const life = typeof expiresIn === 'number' ? `${expiresIn} (seconds, we take it)` : kindOf(expiresIn);
      const seen = `${made.status}; accessToken text, expiresIn ${life}, tokenType ${wordOf(tokenType)}`;
      return typeof expiresIn === 'number' && typeof tokenType === 'string'
        ? holds(made.asked, seen)
        : differs(made.asked, seen);
    },
  },
  {
    id: 'tokens.use',
    theme,
    question: 'Does such a token do as X-API-Key?',
    rule: 'it does',
    async ask(context) {
      const asked = 'calendars, the token as key';
      const made = await tokenAnswer(context);
      if (!made) return notSeen(asked, noCredentials);
      const key = tokenIn(made);
      if (key === undefined) return notSeen(asked, 'not asked: no token was issued');
      const answer = await context.conversation.getUnusual('calendars', { key });
      return isOk(answer) ? holds(asked, outcomeOf(answer)) : differs(asked, outcomeOf(answer));
    },
  },
  {
    id: 'tokens.wrong-secret',
    theme,
    question: 'What does a wrong client secret get?',
    rule: '401',
    async ask(context) {
      const asked = 'POST auth/token, a made-up secret';
      if (!context.token) return notSeen(asked, noCredentials);
      const { clientId } = context.token;
      return unauthorizedFinding(
        await context.conversation.postToken({ clientId, clientSecret: madeUpSecret }),
        asked,
      );
    },
  },
];
