/**
 * Faults of S3 under the deployed report: on one Friday, one project for each fault at each of the objects in `places`.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultRule } from '../../support/aws/faults.ts';
import { aCloud, type Cloud } from '../end-to-end/a-cloud.ts';
import { firings } from '../end-to-end/scheduler.ts';
import { friday, smallSiteConfiguration, smallSites } from '../end-to-end/small-site.ts';
import { keptStack } from '../runtime/kept-stack.ts';

const stack = await keptStack();

const timeLimit = 180_000;

/** The objects that are stored before anything is mailed. */
const places = { snapshot: '/snapshot\\.json\\.gz$', workbook: '\\.xlsx$', issue: '/issue\\.json$' } as const;
type Place = keyof typeof places;

type ArchiveFault = {
  readonly name: string;
  readonly rule: Pick<FaultRule, 'fault' | 'times'>;
  /** The outcome of the first attempt: a report, or text that the cause of its failure contains. */
  readonly seen: 'delivered' | RegExp;
  /** Objects for which the first attempt delivers the report despite the fault. */
  readonly heals?: readonly Place[];
};

const faults: Readonly<Record<string, ArchiveFault>> = {
  refused: {
    name: 'S3 refuses with 403: nothing is mailed, and the cause names the missing permission',
    rule: { fault: { kind: 'error', status: 403, code: 'AccessDenied' }, times: 'always' },
    seen: /Cannot write s3:\/\/.*\(AccessDenied\)\. .*s3:PutObject/,
  },
  lost: {
    name: 'the answer to a successful write is lost: the object is recognised as our own, and written once',
    rule: { fault: { kind: 'drop', when: 'after' } },
    seen: 'delivered',
  },
  cut: {
    name: 'a write is broken off before it arrives: it is retried',
    rule: { fault: { kind: 'drop', when: 'before' } },
    seen: 'delivered',
  },
  busy: {
    name: 'S3 throttles with 503 SlowDown: the write is retried',
    rule: { fault: { kind: 'throttle' } },
    seen: 'delivered',
  },
  overrun: {
    name: 'S3 keeps throttling: nothing is mailed, and the job is put back',
    rule: { fault: { kind: 'throttle' }, times: 'always' },
    seen: /\(SlowDown\)\. S3 was overloaded/,
  },
  silent: {
    name: 'S3 does not answer within the time limit: the write is retried',
    rule: { fault: { kind: 'stall', when: 'before' } },
    seen: 'delivered',
  },
  conflict: {
    name: '409, another writer at the same moment: the write is retried',
    rule: { fault: { kind: 'conflict' } },
    seen: 'delivered',
  },
  taken: {
    name: '412 for a key that does not exist: nothing is assumed to be stored',
    rule: { fault: { kind: 'precondition-failed' } },
    seen: /cannot be found/,
    // A file that is damaged or missing is stored under another key.
    heals: ['workbook'],
  },
};

const cases = Object.entries(faults).flatMap(([key, fault]) =>
  (['snapshot', 'workbook', 'issue'] as const).map((place) => ({
    ...fault,
    seen: fault.heals?.includes(place) ? ('delivered' as const) : fault.seen,
    place,
    project: `${key}-${place}`,
  })),
);
const projects = cases.map(({ project }) => project);

let cloud: Cloud;
/** Projects with a report that was mailed in the first attempt. */
let first: readonly string[] = [];

beforeAll(async () => {
  cloud = await aCloud({
    stack,
    projects: smallSites(projects),
    configuration: (url) => smallSiteConfiguration(url, { projects }),
    clock: friday,
    sendEvents: 'delivered',
    waits: 'short',
  });
  for (const { project, place, rule } of cases) {
    cloud.aws.faults({
      ...rule,
      service: 's3',
      operation: 'PutObject',
      key: `^issues/${project}/.*${places[place]}`,
    });
  }
  for (const { event } of firings(stack.schedules, { from: friday, to: '2026-11-20T14:00:01Z' })) {
    if (!JSON.stringify(event).includes('"cron"')) continue;
    expect(await cloud.functions.dispatch.invoke(event)).toMatchObject({ body: { due: projects.length } });
  }
  await cloud.work();
  first = projects.filter((project) => mailsFor(project) === 1);
  cloud.aws.clearFaults();
  await cloud.pass({ minutes: 35 });
}, timeLimit);
afterAll(() => cloud?.[Symbol.asyncDispose]());

const mailsFor = (project: string) =>
  cloud.aws.state.messages.filter(({ tags }) => tags.some(({ value }) => value.startsWith(`${project}__`)))
    .length;
const objectsOf = (prefix: string) =>
  [...(cloud.aws.state.buckets.get('archive')?.values() ?? [])].filter(({ key }) => key.startsWith(prefix));

describe.each(cases)('fault 6, $place: $name', ({ project, seen }) => {
  it('the first attempt delivers the report, or names the cause', () => {
    const causes = objectsOf('attempts/').filter(({ key }) =>
      key.endsWith(`/${project}_weekly/failed-1.json`),
    );
    expect(first.includes(project)).toBe(seen === 'delivered');
    const said = causes.map(({ body }) => body.toString());
    if (seen === 'delivered') expect(said).toEqual([]);
    else expect(said).toContainEqual(expect.stringMatching(seen));
  });

  it('in the end there is one message, sent after workbook, snapshot and issue were stored, each once', () => {
    expect(mailsFor(project)).toBe(1);
    const { calls } = cloud.aws.state;
    const sent = calls.find(
      ({ operation, key }) => operation === 'SendRawEmail' && key.startsWith(`${project}__`),
    );
    for (const place of Object.values(places)) {
      const stored = calls.filter(
        ({ operation, key, effect }) =>
          effect &&
          operation === 'PutObject' &&
          key.startsWith(`issues/${project}/`) &&
          new RegExp(place).test(key),
      );
      expect(stored).toHaveLength(1);
      expect(stored[0]?.number).toBeLessThan(sent?.number ?? 0);
    }
    expect(objectsOf(`issues/${project}/`).filter(({ versions }) => versions !== 1)).toEqual([]);
  });
});
