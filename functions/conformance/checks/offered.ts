import type { Answer } from '../../planning/client/http-request.ts';
import type { Unusual } from '../reading/conversation.ts';
import { mediaTypeOf, outcomeOf, recordIn } from '../reading/describe-answer.ts';
import { textOf, wordOf } from '../reading/json-shapes.ts';
import { pageIn } from '../reading/pages.ts';
import { checksOf, differs, holdsIf, notSeen, type Row } from './judges.ts';

type OfHeader = Pick<Row, 'question' | 'rule'> & {
  /** What is asked for then, given the header's value; without it the first answer is judged. */
  readonly again?: (value: string) => Unusual;
  readonly isRight: (answer: Answer, value: string) => boolean;
};

/** A check of a header of `calendars`. A service without it does not offer it. */
function ofHeader(id: string, header: string, { again, isRight, ...row }: OfHeader): Row {
  return {
    id,
    ...row,
    async ask({ conversation }) {
      const first = await conversation.get('calendars');
      if (first.kind !== 'answer') return differs(outcomeOf(first));
      const value = first.headers.get(header);
      if (value === null) return notSeen('not offered');
      const made = again ? await conversation.sendUnusual('calendars', again(value)) : first;
      if (made.kind !== 'answer') return differs(outcomeOf(made));
      return holdsIf(isRight(made, value), again ? outcomeOf(made) : wordOf(value));
    },
  };
}

/** The caller's own id of a request. */
const sentId = 'lookahead-conformance-1';
const otherHost = 'nobody.example';
const problemProperties = ['type', 'title', 'status', 'code', 'detail'];

/** What makes a service pleasant to build on, and is no part of the contract. */
export const offeredChecks = checksOf(
  { theme: 'Offered beyond the contract', asked: 'calendars', source: 'offered', needs: 'our fixture' },
  [
    ofHeader('offered.etag', 'etag', {
      question: 'Is an unchanged page sent again?',
      rule: '304 to If-None-Match, without a body',
      again: (tag) => ({ headers: { 'if-none-match': tag } }),
      isRight: ({ status, body }) => status === 304 && body.kind === 'empty',
    }),
    ofHeader('offered.version', 'planning-version', {
      question: 'Can the version of an answer be asked for?',
      rule: 'version=<n> answers that version',
      again: (version) => ({ search: `version=${version}` }),
      isRight: ({ headers }, version) => headers.get('planning-version') === version,
    }),
    ofHeader('offered.request-id', 'x-request-id', {
      question: "Does an answer carry the request's own id?",
      rule: 'the id that was sent, else a new one',
      again: () => ({ headers: { 'x-request-id': sentId } }),
      isRight: ({ headers }) => headers.get('x-request-id') === sentId,
    }),
    ofHeader('offered.rate-limit', 'ratelimit', {
      question: 'Does an answer say how many requests are left?',
      rule: 'RateLimit, with its RateLimit-Policy',
      isRight: ({ headers }) => headers.has('ratelimit-policy'),
    }),
    ofHeader('offered.nosniff', 'x-content-type-options', {
      question: 'May a browser guess the type of an answer?',
      rule: 'nosniff',
      isRight: (_, value) => value === 'nosniff',
    }),
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
