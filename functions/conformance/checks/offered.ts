import type { Answer } from '../../planning/client/http-request.ts';
import type { ProbeContext } from '../reading/context.ts';
import { type Exchange, mediaTypeOf, outcomeOf, recordIn } from '../reading/describe-answer.ts';
import { textOf, wordOf } from '../reading/json-shapes.ts';
import { pageIn } from '../reading/pages.ts';
import { checksOf, differs, type Finding, holdsIf, notSeen, type Row } from './judges.ts';

/** A check of a header of `calendars`. A service without it does not offer it. */
function ofHeader(
  row: Omit<Row, 'ask'> & { readonly header: string },
  judge: (value: string, made: Answer, context: ProbeContext) => Finding | Promise<Finding>,
): Row {
  const { header, ...rest } = row;
  return {
    ...rest,
    async ask(context) {
      const made: Exchange = await context.conversation.get('calendars');
      if (made.kind !== 'answer') return differs(outcomeOf(made));
      const value = made.headers.get(header);
      return value === null ? notSeen('not offered') : judge(value, made, context);
    },
  };
}

const otherHost = 'nobody.example';
const problemProperties = ['type', 'title', 'status', 'code', 'detail'];

/** What makes a service pleasant to build on, and is no part of the contract. */
export const offeredChecks = checksOf(
  { theme: 'Offered beyond the contract', asked: 'calendars', source: 'offered', needs: 'our fixture' },
  [
    ofHeader(
      {
        id: 'offered.etag',
        header: 'etag',
        question: 'Is an unchanged page sent again?',
        rule: '304 to If-None-Match, without a body',
      },
      async (tag, _made, { conversation }) => {
        const again = await conversation.sendUnusual('calendars', { headers: { 'if-none-match': tag } });
        const isSaved = again.kind === 'answer' && again.status === 304 && again.body.kind === 'empty';
        return holdsIf(isSaved, outcomeOf(again));
      },
    ),
    ofHeader(
      {
        id: 'offered.version',
        header: 'planning-version',
        question: 'Can the version of an answer be asked for?',
        rule: 'version=<n> answers that version',
      },
      async (version, _made, { conversation }) => {
        const again = await conversation.sendUnusual('calendars', { search: `version=${version}` });
        const named = again.kind === 'answer' ? again.headers.get('planning-version') : undefined;
        return holdsIf(named === version, named === version ? 'the same version' : outcomeOf(again));
      },
    ),
    ofHeader(
      {
        id: 'offered.request-id',
        header: 'x-request-id',
        question: "Does an answer carry the request's own id?",
        rule: 'the id that was sent, else a new one',
      },
      async (_id, _made, { conversation }) => {
        const sent = 'lookahead-conformance-1';
        const made = await conversation.sendUnusual('calendars', { headers: { 'x-request-id': sent } });
        const id = made.kind === 'answer' ? made.headers.get('x-request-id') : null;
        return holdsIf(id === sent, id === sent ? 'the same' : 'another');
      },
    ),
    ofHeader(
      {
        id: 'offered.rate-limit',
        header: 'ratelimit',
        question: 'Does an answer say how many requests are left?',
        rule: 'RateLimit, with its RateLimit-Policy',
      },
      (_value, { headers }) => holdsIf(headers.has('ratelimit-policy'), wordOf(headers.get('ratelimit'))),
    ),
    ofHeader(
      {
        id: 'offered.nosniff',
        header: 'x-content-type-options',
        question: 'May a browser guess the type of an answer?',
        rule: 'nosniff',
      },
      (value) => holdsIf(value === 'nosniff', wordOf(value)),
    ),
    {
      id: 'offered.problem',
      question: 'Is an error one that programs can read?',
      rule: `problem+json: ${problemProperties.join(', ')}`,
      asked: 'calendars?weather=fine',
      async ask({ conversation }) {
        const made = await conversation.sendUnusual('calendars', { search: 'weather=fine' });
        if (made.kind !== 'answer' || mediaTypeOf(made) !== 'application/problem+json') {
          return notSeen('not offered');
        }
        const missing = problemProperties.filter((name) => recordIn(made)[name] === undefined);
        return holdsIf(
          missing.length === 0,
          missing.join(', ') || `code ${wordOf(textOf(recordIn(made)['code']))}`,
        );
      },
    },
    {
      id: 'offered.cors',
      question: 'May a page of another origin read it?',
      rule: 'no, unless the origin is configured',
      async ask({ conversation }) {
        const headers = { origin: `https://${otherHost}` };
        const made = await conversation.sendUnusual('calendars', { headers });
        const allowed = made.kind === 'answer' ? made.headers.get('access-control-allow-origin') : null;
        return holdsIf(allowed === null, allowed === null ? 'no' : wordOf(allowed));
      },
    },
    {
      id: 'offered.host',
      question: 'Do links lead where a caller says that the service is?',
      rule: 'no: to its configured origin',
      asked: 'tasks?limit=1, from another Host',
      async ask({ conversation }) {
        const headers = { host: otherHost, 'x-forwarded-host': otherHost };
        const made = await conversation.sendUnusual('tasks', { search: 'limit=1', headers });
        const link = pageIn(made)?.next.link;
        if (link === undefined) return notSeen(`no link: ${outcomeOf(made)}`);
        return holdsIf(!link.includes(otherHost), link.includes(otherHost) ? 'yes' : 'no');
      },
    },
    {
      id: 'offered.many-ids',
      question: 'What do 501 ids in a filter get?',
      rule: 'an answer, or a clear 414 or 422',
      asked: 'tasks?ownerIds=<501 ids>',
      async ask({ conversation }) {
        const search = `ownerIds=${Array.from({ length: 501 }, (_, at) => `u${at}`).join(',')}`;
        const made = await conversation.sendUnusual('tasks', { search });
        const isClear = made.kind === 'answer' && [200, 414, 422].includes(made.status);
        return holdsIf(isClear, outcomeOf(made));
      },
    },
  ],
);
