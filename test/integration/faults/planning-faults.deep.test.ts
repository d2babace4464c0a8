/** Faults of the planning service under the deployed functions: on one Friday, one project for each fault. */
import { gunzipSync } from 'node:zlib';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type ScriptedServer, startScriptedServer } from '../../support/planning/scripted-server.ts';
import { validateWorkbook } from '../../support/workbook/validate-workbook.ts';
import { aCloud, type Cloud } from '../end-to-end/a-cloud.ts';
import { planningKey } from '../end-to-end/planning-behind-a-gate.ts';
import { firings } from '../end-to-end/scheduler.ts';
import { friday, smallSiteConfiguration, smallSites } from '../end-to-end/small-site.ts';
import { keptStack } from '../runtime/kept-stack.ts';
import { hostileNames, type PlanningFault, planningFaults } from './planning-faults.ts';

const stack = await keptStack();

const timeLimit = 180_000;
const faults = planningFaults('http://elsewhere.example', Date.now);
const projects = faults.map(({ project }) => project);

let cloud: Cloud;
let elsewhere: ScriptedServer;
/** Number of requests of each query, by project. */
const asked = new Map<string, Map<string, number>>();
/** For each project, the number of requests of its most frequent query in the first attempt. */
const askedAtFirst = new Map<string, number>();

beforeAll(async () => {
  elsewhere = await startScriptedServer();
  cloud = await aCloud({
    stack,
    projects: smallSites(projects),
    configuration: (url) => smallSiteConfiguration(url, { projects }),
    clock: friday,
    sendEvents: 'delivered',
    waits: 'short',
  });
  const scripted = new Map(
    planningFaults(elsewhere.url.replace('127.0.0.1', 'localhost'), cloud.clock.now).map(
      (fault) => [fault.project, fault] as const,
    ),
  );
  cloud.planning.gate.rule((arrival) => {
    const project = /\/projects\/([^/]+)\//.exec(arrival.url)?.[1] ?? '';
    const queries = asked.get(project) ?? new Map<string, number>();
    asked.set(project, queries);
    const nth = (queries.get(arrival.url) ?? 0) + 1;
    queries.set(arrival.url, nth);
    // On a busy machine, a second attempt is due before all first ones have been made.
    const isFirst = ![...objects().keys()].some((key) => failedAttempt(project).test(key));
    if (isFirst) askedAtFirst.set(project, Math.max(nth, askedAtFirst.get(project) ?? 0));
    return scripted.get(project)?.rule(arrival, nth) ?? { kind: 'pass' };
  });
  for (const { event } of firings(stack.schedules, { from: friday, to: '2026-11-20T14:00:01Z' })) {
    if (!JSON.stringify(event).includes('"cron"')) continue;
    expect(await cloud.functions.dispatch.invoke(event)).toMatchObject({ body: { due: projects.length } });
  }
  await cloud.work();
}, timeLimit);
afterAll(async () => {
  await cloud?.[Symbol.asyncDispose]();
  await elsewhere?.[Symbol.asyncDispose]();
});

const objects = () => cloud.aws.state.buckets.get('archive') ?? new Map<string, never>();
const bodyOf = (pattern: RegExp): Buffer => {
  const key = [...objects().keys()].find((each) => pattern.test(each));
  return (key === undefined ? undefined : objects().get(key)?.body) ?? Buffer.alloc(0);
};
const mailsFor = (project: string) =>
  cloud.aws.state.messages.filter(({ tags }) => tags.some(({ value }) => value.startsWith(`${project}__`)));
/** Matches the key of the stored error of the first attempt. */
const failedAttempt = (project: string) => new RegExp(`^attempts/.*/${project}_weekly/failed-1\\.json$`);
const tasksOf = (project: string) => {
  const snapshot = gunzipSync(bodyOf(new RegExp(`^issues/${project}/.*snapshot\\.json\\.gz$`))).toString();
  return z.object({ tasks: z.array(z.unknown()) }).parse(JSON.parse(snapshot)).tasks;
};

const otherCounts = new Map([
  // The finish dates are later than a workbook can show, so all tasks are in the window.
  ['dates-beyond', '47 tasks, 19 not ready'],
  ['task-without-id', '47 of 48 tasks could be read; 22 tasks, 5 not ready'],
  ['task-nested', '23 tasks, 5 not ready'],
]);

describe('on the first attempt', () => {
  const delivered = faults.filter(({ seen }) => seen === 'delivered');
  it.each(delivered)('$name', ({ project, otherTasks }) => {
    const counts = otherCounts.get(project) ?? '22 tasks, 5 not ready';
    expect(mailsFor(project).map(({ subject }) => subject)).toEqual([
      `Small Site ${project} W48: ${counts} (Weekly lookahead rev 1)`,
    ]);
    if (!otherTasks) expect(tasksOf(project)).toEqual(tasksOf('plain'));
  });

  const failed = faults.flatMap((fault) =>
    typeof fault.seen === 'object' ? [{ ...fault, ...fault.seen }] : [],
  );
  it.each(failed)('$name', ({ project, cause, askedAgain }: PlanningFault & { cause: readonly RegExp[] }) => {
    expect(mailsFor(project)).toEqual([]);
    expect([...objects().keys()].filter((key) => key.startsWith(`issues/${project}/`))).toEqual([]);
    const kept = JSON.parse(bodyOf(failedAttempt(project)).toString());
    for (const words of cause) expect(kept.message).toMatch(words);
    expect(kept.message).not.toMatch(/[\r\n]/);
    expect(cloud.logs()).toContain(`"${project}"`);
    if (askedAgain) expect(askedAtFirst.get(project)).toBeGreaterThan(1);
    else expect(askedAtFirst.get(project)).toBe(1);
  });

  it('fault 4: a task without an id is counted and listed in the mail and on the summary sheet', async () => {
    const [mail] = mailsFor('task-without-id');
    const { text = '', attachments } = await PostalMime.parse(mail?.raw ?? '');
    expect(text).toMatch(/Only 47 of 48 tasks could be read\./);
    const bytes = new Uint8Array(z.instanceof(ArrayBuffer).parse(attachments[0]?.content));
    const { cells } = await validateWorkbook(bytes);
    const textOf = (sheet: string) =>
      [...(cells.get(sheet)?.values() ?? [])].map(({ value }) => String(value)).join('\n');
    expect(textOf('Summary')).toContain('Only 47 of 48 tasks could be read.');
    expect(textOf('Readiness')).toContain('id: expected a string, got nothing; not in the report');
  });

  it('fault 12: cells hold text as text, headers cannot be injected, HTML is escaped, and no object key contains ..', async () => {
    const [mail] = mailsFor('hostile-names');
    const { html = '', headers, attachments } = await PostalMime.parse(mail?.raw ?? '');
    expect(headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail?.recipients).toEqual(['works.manager@example.com']);
    expect(html).not.toContain('<script');
    const { cells } = await validateWorkbook(
      new Uint8Array(z.instanceof(ArrayBuffer).parse(attachments[0]?.content)),
    );
    const all = [...cells.values()].flatMap((sheet) => [...sheet.values()]);
    expect(all.filter(({ formula }) => formula?.includes('evil.example'))).toEqual([]);
    for (const name of [hostileNames[0], hostileNames[6]]) {
      expect(all).toContainEqual(expect.objectContaining({ type: 'text', value: name, formula: undefined }));
    }
    expect([...objects().keys()].filter((key) => key.includes('..'))).toEqual([]);
  });

  it('fault 5: the key was sent to no other host, and is in no log and no object', () => {
    expect(elsewhere.requests).toEqual([]);
    expect(cloud.logs()).not.toContain(planningKey);
    expect(cloud.whereIn(planningKey)).toEqual([]);
  });
});

it('fault 2: a job that is told to wait longer than the function may run is tried again when the wait is over', () => {
  expect(mailsFor('throttle-long')).toEqual([]);
  expect(askedAtFirst.get('throttle-long')).toBe(1);
  const { kind, at, next } = z
    .object({ kind: z.string(), at: z.string(), next: z.string() })
    .parse(JSON.parse(bodyOf(failedAttempt('throttle-long')).toString()));
  expect(kind).toBe('retryable');
  expect((Date.parse(next) - Date.parse(at)) / 1_000).toBeCloseTo(600, -1);
});

it(
  'faults 1 to 5: once the service works again, every report is delivered within half an hour, without a command',
  async () => {
    cloud.planning.gate.rule(() => ({ kind: 'pass' }));
    await cloud.pass({ minutes: 35 });
    expect(Object.fromEntries(projects.map((project) => [project, mailsFor(project).length]))).toEqual(
      Object.fromEntries(projects.map((project) => [project, 1])),
    );
    for (const { project, otherTasks } of faults) {
      if (!otherTasks) expect(tasksOf(project)).toEqual(tasksOf('plain'));
    }
  },
  timeLimit,
);
