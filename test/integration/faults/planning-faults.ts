/** Faults of a planning service, one project for each: the rule of its gate, and the expected result. */
import * as z from 'zod/mini';
import type { Arrival, Passage } from './gate.ts';

export type PlanningFault = {
  /** Key and id of the project with the fault. */
  readonly project: string;
  /** Number of the fault, and what happens, such as `fault 3: 401 is not retried`. */
  readonly name: string;
  /** Called for each request. @param nth the number of the request of the same query, from 1 */
  readonly rule: (arrival: Arrival, nth: number) => Passage;
  /** The outcome of the first attempt: a report, or texts that the cause of its failure contains. */
  readonly seen: 'delivered' | { readonly cause: readonly RegExp[] };
  /** Set if its tasks differ from those of the other projects. */
  readonly otherTasks?: true;
  /** Set if the request is retried in the same attempt before it fails. */
  readonly askedAgain?: true;
};

/** Names that are formulas, headers, HTML or paths to some program. */
export const hostileNames = [
  '=HYPERLINK("https://evil.example","open")',
  'x'.repeat(40_000),
  'nul \u0000 bell \u0007',
  'half \ud800 of a pair',
  '👷🏽 مرحبا \u202e',
  'first\r\nBcc: everyone@evil.example',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '..\\..\\boot.ini',
];

const pass: Passage = { kind: 'pass' };
const answer = (status: number, body?: string, headers?: Record<string, string>): Passage => ({
  kind: 'answer',
  status,
  ...(body === undefined ? {} : { body }),
  ...(headers === undefined ? {} : { headers }),
});
const inTurn =
  (...faults: readonly Passage[]) =>
  (_: Arrival, nth: number) =>
    faults[nth - 1] ?? pass;
const always = (fault: Passage) => () => fault;

const envelope = z.looseObject({
  paging: z.optional(z.looseObject({ next: z.unknown() })),
  results: z.array(z.record(z.string(), z.unknown())),
});
type Envelope = z.infer<typeof envelope>;
const edited = (change: (page: Envelope) => object): Passage => ({
  kind: 'pass',
  edit: (body) => JSON.stringify(change(envelope.parse(JSON.parse(body)))),
});

/** Makes the server use pages of ten. The gate tells the pages apart by the cursor. */
const paged = (url: string) => (url.includes('limit=') ? url : `${url}&limit=10`);
const isFirstPage = (url: string) => !url.includes('after=');

/** @param elsewhere address of another server, which the planning service must not link to */
export function planningFaults(elsewhere: string, now: () => number): readonly PlanningFault[] {
  const lastOfPage = new Map<string, Record<string, unknown>>();
  /** Queries in the order of their first requests, which decides in what way each ends its last page. */
  const ended = new Set<string>();
  let cursors = 0;
  const queryOf = (url: string) => /shift=(\w+)/.exec(url)?.[1] ?? 'wide';
  return [
    { project: 'plain', name: 'no fault: delivered', rule: () => pass, seen: 'delivered' },
    {
      project: 'passes',
      name: 'fault 1: temporary errors 500, 502, 503 and 504 are retried',
      rule: inTurn(...[500, 502, 503, 504].map((status) => answer(status))),
      seen: 'delivered',
    },
    {
      project: 'unsteady',
      name: 'fault 1: a reset connection, half a body and no answer within the time limit are retried',
      rule: inTurn({ kind: 'broken off', moment: 'before' }, { kind: 'half' }, { kind: 'stall' }),
      seen: 'delivered',
    },
    {
      project: 'down',
      name: 'fault 1: a service that stays down puts the job back on the queue, and the cause is logged and stored',
      rule: always(answer(503)),
      seen: { cause: [/tasks of project down/, /503/, /5 (?:times|tries)/] },
      askedAgain: true,
    },
    {
      project: 'throttle',
      name: 'fault 2: 429 with Retry-After in seconds, as a date, and without it delays the next request',
      rule: (arrival, nth) =>
        inTurn(
          answer(429, '', { 'Retry-After': '1' }),
          answer(429, '', { 'Retry-After': new Date(now() + 1_000).toUTCString() }),
          answer(429),
        )(arrival, nth),
      seen: 'delivered',
    },
    {
      project: 'throttle-long',
      name: 'fault 2: 429 for longer than the function has time puts the job back',
      rule: inTurn(answer(429, '', { 'Retry-After': '600' })),
      seen: { cause: [/tasks of project throttle-long/, /429/] },
    },
    {
      project: 'refused-401',
      name: 'fault 3: 401 is not retried; the cause names project, secret and remedy',
      rule: always(answer(401, '{"message":"Unauthorized"}')),
      seen: { cause: [/project refused-401/, /401/, /check that the secret lookahead\/planning is current/] },
    },
    {
      project: 'refused-422',
      name: 'fault 3: 422 is not retried; the cause names project, parameter and remedy',
      rule: always(answer(422, '{"message":"finish is no date"}')),
      seen: {
        cause: [
          /project refused-422/,
          /422/,
          /naming finish/,
          /Correct weeks, pull\.weeksBefore, pull\.weeksAfter in lookahead\.yaml\./,
        ],
      },
    },
    {
      project: 'body-text',
      name: 'fault 4: a body that is not JSON',
      rule: always(answer(200, 'All is well.')),
      seen: { cause: [/tasks of project body-text.*page 1/, /text that is not JSON/] },
    },
    {
      project: 'body-html',
      name: 'fault 4: HTML with status 200',
      rule: always(answer(200, '<!doctype html><p>Log in</p>', { 'content-type': 'text/html' })),
      seen: { cause: [/tasks of project body-html.*page 1/, /an HTML page/] },
    },
    {
      project: 'body-no-results',
      name: 'fault 4: an envelope without results',
      rule: always(answer(200, '{"paging":{"next":null}}')),
      seen: { cause: [/tasks of project body-no-results.*page 1/, /results: expected a list, got nothing/] },
    },
    {
      project: 'body-types',
      name: 'fault 4: properties of other types',
      rule: always(answer(200, '{"paging":{"next":{"after":{}}},"results":[]}')),
      seen: { cause: [/tasks of project body-types.*page 1/, /paging\.next\.after: expected a string/] },
    },
    {
      project: 'body-large',
      name: 'fault 4: a very large body is not read to its end',
      rule: always(answer(200, '{"results":[', { 'content-length': '80000000' })),
      seen: { cause: [/tasks of project body-large.*page 1/, /a body larger than 64 MiB/] },
    },
    {
      project: 'body-endless',
      name: 'fault 4: a very large body that does not state its length is not read to its end',
      rule: always(answer(200, `{"results":[${' '.repeat(80_000_000)}`, { 'transfer-encoding': 'chunked' })),
      seen: {
        cause: [
          /tasks of project body-endless.*page 1/,
          /all answers together are larger than there is memory for/,
        ],
      },
    },
    {
      project: 'task-without-id',
      name: 'fault 4: a task without id is rejected, the rest is delivered',
      rule: always(
        edited((page) => ({
          ...page,
          results: [...page.results, { name: 'Nameless', start: '2026-11-24' }],
        })),
      ),
      seen: 'delivered',
    },
    {
      project: 'task-nested',
      name: 'fault 4: a property nested 2,500 deep is left out of its task',
      rule: always(
        edited((page) => {
          const deep = JSON.parse(`${'['.repeat(2_500)}${']'.repeat(2_500)}`);
          return {
            ...page,
            results: [...page.results, { id: 'deep', name: 'Deep', start: '2026-11-24', plan: deep }],
          };
        }),
      ),
      otherTasks: true,
      seen: 'delivered',
    },
    {
      project: 'dates-beyond',
      name: 'fault 4: dates beyond the ends of the calendar are clamped, and the report is delivered',
      rule: always(
        edited((page) => ({
          ...page,
          results: page.results.map((task) => ({
            ...task,
            start: '0100-01-01T00:00+14:00',
            finish: '9999-12-31T23:59-12:00',
          })),
        })),
      ),
      seen: 'delivered',
      otherTasks: true,
    },
    {
      project: 'hostile-names',
      name: 'fault 12: formulas, markup, headers, paths and values that are not texts are treated as mere names',
      rule: always(
        edited((page) => ({
          ...page,
          results: page.results.map((task, index) => ({
            ...task,
            name: hostileNames[index % hostileNames.length],
          })),
        })),
      ),
      seen: 'delivered',
      otherTasks: true,
    },
    {
      project: 'paging-loop',
      name: 'fault 5: pages that form a circle are an error',
      rule: ({ url }) => ({
        kind: 'pass',
        url: paged(url),
        edit: (body) =>
          isFirstPage(url) ? body : body.replace(/"link":"[^"]+"/, `"link":"${url.replaceAll('"', '')}"`),
      }),
      seen: { cause: [/tasks of project paging-loop.*page [23]/, /repeats|again|twice|same/] },
    },
    {
      project: 'paging-repeats',
      name: 'fault 5: the same page under new cursors is an error after a hundred times',
      // Only the query without a shift repeats its page. A shift without tasks would fail a page earlier, because its
      // first page has no new items either.
      rule: ({ url }) =>
        url.includes('shift=')
          ? pass
          : {
              kind: 'pass',
              url: paged(url.replace(/&after=[^&]*/, '')),
              edit: (body) => {
                cursors += 1;
                return JSON.stringify({
                  ...envelope.parse(JSON.parse(body)),
                  paging: { next: { after: `cursor-${cursors}` } },
                });
              },
            },
      seen: {
        cause: [/tasks of project paging-repeats.*page 101/, /the last 100 pages have no new items/],
      },
    },
    {
      project: 'paging-foreign',
      name: 'fault 5: a link to another host is an error, and the key is not sent there',
      rule: always(edited((page) => ({ ...page, paging: { next: { link: `${elsewhere}/next` } } }))),
      seen: {
        cause: [
          /tasks of project paging-foreign/,
          /the link to the next page leads to .* and not to .*; it was not followed/,
        ],
      },
    },
    {
      project: 'paging-twice',
      name: 'fault 5: the same task on two pages is one task',
      rule: ({ url }) => ({
        kind: 'pass',
        url: paged(url),
        edit: (body) => {
          const page = envelope.parse(JSON.parse(body));
          const before = isFirstPage(url) ? undefined : lastOfPage.get(queryOf(url));
          const last = page.results.at(-1);
          if (last) lastOfPage.set(queryOf(url), last);
          return JSON.stringify({ ...page, results: before ? [before, ...page.results] : page.results });
        },
      }),
      seen: 'delivered',
    },
    {
      project: 'paging-empty',
      name: 'fault 5: an empty page in the middle is not the end',
      rule: ({ url }) => {
        if (isFirstPage(url) || url.includes('again=')) {
          return { kind: 'pass', url: paged(url.replace('&again=1', '')) };
        }
        return answer(200, JSON.stringify({ paging: { next: { link: `${url}&again=1` } }, results: [] }), {
          'content-type': 'application/json',
        });
      },
      seen: 'delivered',
    },
    {
      project: 'next',
      name: 'fault 5: next as null, as {} or absent ends the pages, each in another query',
      rule: ({ url }) => {
        ended.add(queryOf(url));
        const paging = [{ next: null }, { next: {} }, {}][[...ended].indexOf(queryOf(url)) % 3];
        return edited(({ results }) => ({ paging, results }));
      },
      seen: 'delivered',
    },
  ];
}
