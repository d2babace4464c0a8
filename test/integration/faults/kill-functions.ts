/**
 * The crash matrix on deployed functions: a process dies of SIGKILL before or after one of its outside effects,
 * and what Lambda, the queue and the schedules do by themselves goes on. What counts is what SES took.
 */
import { Temporal } from 'temporal-polyfill';
import { aCloud, type Cloud, type CloudOptions } from '../end-to-end/a-cloud.ts';
import { firings } from '../end-to-end/scheduler.ts';
import { friday, smallSite, smallSiteConfiguration } from '../end-to-end/small-site.ts';
import type { Stack } from '../runtime/synthesise.ts';
import { deathsAt, type Moment } from './die-at.ts';

export type Matrix = {
  readonly stack: Stack;
  readonly sendEvents: CloudOptions['sendEvents'];
  /** Further properties of the report. */
  readonly more?: readonly string[];
  /** Minutes after the dispatch at which `reconcile` looks. */
  readonly looks: readonly number[];
};

export type Story = {
  readonly effects: readonly string[];
  readonly died: boolean;
  /** Numbers of issues, and how many objects were written twice. */
  readonly issues: number;
  readonly overwritten: number;
  /** Subjects of what SES took, by recipients, in order. */
  readonly copies: Readonly<Record<string, readonly string[]>>;
  readonly logs: string;
};

/** Everything from the firing of the schedule to the last look of `reconcile`, with a death on the way. */
export async function liveThrough(
  matrix: Matrix,
  victim: 'dispatch' | 'report',
  death: Moment | undefined,
): Promise<Story> {
  const { stack, sendEvents, more = [], looks } = matrix;
  await using cloud = await aCloud({
    stack,
    projects: [smallSite],
    configuration: (url) => smallSiteConfiguration(url, { more }),
    clock: friday,
    sendEvents,
  });
  const target = cloud.functions[victim];
  const deaths = deathsAt([cloud.awsGate, cloud.queues.gate], target.killAll);
  const [firing] = firings(stack.schedules, { from: friday, to: '2026-11-20T14:01:00Z' }).filter(
    ({ event }) => JSON.stringify(event).includes('cron'),
  );
  if (!firing) throw new Error('No schedule fires on that Friday.');

  let effects: readonly string[] = [];
  deaths.order(victim === 'dispatch' ? death : undefined);
  const dispatched = await cloud.functions.dispatch.invoke(firing.event);
  if (victim === 'dispatch') effects = deaths.effects();
  // The scheduler and Lambda call again where they were not answered.
  if (dispatched.kind !== 'response') await cloud.functions.dispatch.invoke(firing.event);
  let died = deaths.happened();

  deaths.order(victim === 'report' ? death : undefined);
  await cloud.work({ maxConcurrency: 1, time: 'passes' });
  if (victim === 'report') effects = deaths.effects();
  died ||= deaths.happened();
  deaths.order(undefined);
  await lookAfter(cloud, looks);
  return { effects, died, ...outcome(cloud), logs: cloud.logs() };
}

async function lookAfter(cloud: Cloud, looks: readonly number[]): Promise<void> {
  const due = Temporal.Instant.from(friday);
  for (const minutes of looks) {
    await cloud.until(due.add({ minutes }).toString());
    await cloud.functions.reconcile.invoke({ reconcile: 'check', scheduledTime: cloud.clock.text() });
    await cloud.work({ maxConcurrency: 1, time: 'passes' });
    await cloud.bury();
  }
}

function outcome(cloud: Cloud): Pick<Story, 'issues' | 'overwritten' | 'copies'> {
  const keys = [...cloud.archive()];
  return {
    issues: keys.filter(([key]) => key.endsWith('/issue.json')).length,
    overwritten: keys.filter(([, state]) => !state.endsWith(' 1')).length,
    copies: Object.fromEntries(
      [...Map.groupBy(cloud.mails(), ({ to }) => to)].map(([to, mails]) => [
        to,
        mails.map(({ subject }) => subject),
      ]),
    ),
  };
}
