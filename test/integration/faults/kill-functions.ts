/**
 * The crash matrix on deployed functions. A process dies of SIGKILL before or after one of its outside effects, while
 * Lambda, the queue and the schedules continue. The messages that SES accepted are the result.
 */
import { aCloud, type Cloud, type CloudOptions, keyOf } from '../end-to-end/a-cloud.ts';
import { smallSiteConfiguration, smallSites } from '../end-to-end/small-site.ts';
import type { DeployedFunctionName } from '../runtime/deploy.ts';
import type { Stack } from '../runtime/synthesise.ts';
import { type KillMoment, killsAt } from './die-at.ts';
import type { Passage } from './gate.ts';

export type Matrix = {
  readonly stack: Stack;
  readonly sendEvents: CloudOptions['sendEvents'];
  readonly victim: DeployedFunctionName;
  /**
   * A fault in addition to the death. 'outage': the planning service is down until 70 minutes after the report is due.
   * 'no dispatch': the first three writes of the dispatch's manifest are refused, which are all tries of the function
   * `dispatch`. 'crash': for four hours, the function `report` is killed whenever it queries the planning service.
   */
  readonly besides?: 'outage' | 'no dispatch' | 'crash';
  /** Further properties of the report. */
  readonly more?: readonly string[];
};

export type Story = {
  /** Effects of the victim, in order. */
  readonly effects: readonly string[];
  readonly died: boolean;
  /** Number of issues. `overwritten` is the number of objects that were written twice. */
  readonly issues: number;
  readonly overwritten: number;
  /** Subjects that SES accepted, by recipient, in order. */
  readonly copies: Readonly<Record<string, readonly string[]>>;
  /** Messages left in the queues. */
  readonly left: number;
};

/** Runs the Friday afternoon, from before the schedule fires. The victim is killed at the given moment, if any. */
export async function liveThrough(matrix: Matrix, death: KillMoment | undefined): Promise<Story> {
  const { stack, sendEvents, victim, besides, more = [] } = matrix;
  const projects = besides === 'outage' ? ['a', 'b'] : ['a'];
  await using cloud = await aCloud({
    stack,
    projects: smallSites(projects),
    configuration: (url) => smallSiteConfiguration(url, { projects, more }),
    clock: '2026-11-20T13:49:00Z',
    sendEvents,
    waits: 'short',
    maxConcurrency: 1,
  });
  // Reconcile has known the schedule since before its report was due.
  await cloud.pass({ minutes: 9 });
  const deaths = killsAt([cloud.awsGate, cloud.queues.gate], {
    kill: cloud.functions[victim].killAll,
    isVictim: ({ headers }) => String(headers.authorization).includes(`${keyOf(victim).accessKeyId}/`),
  });
  deaths.order(death);
  await goThrough(cloud, besides);
  const [main, dead] = [cloud.queueOf('report'), cloud.queueOf('dead-letter')];
  return {
    effects: deaths.effects(),
    died: deaths.happened(),
    ...outcome(cloud),
    left: (await cloud.queues.depth(main)) + (await cloud.queues.depth(dead)),
  };
}

async function goThrough(cloud: Cloud, besides: Matrix['besides']): Promise<void> {
  const planning = (passage: Passage) => cloud.planning.gate.rule(() => passage);
  switch (besides) {
    case undefined:
      return cloud.pass({ minutes: 90 });
    case 'outage':
      planning({ kind: 'answer', status: 503 });
      await cloud.pass({ minutes: 72 });
      planning({ kind: 'pass' });
      return cloud.pass({ minutes: 90 });
    case 'no dispatch':
      cloud.aws.faults({
        operation: 'PutObject',
        key: '^dispatches/.*manifest-1',
        times: 3,
        fault: { kind: 'error', status: 403, code: 'AccessDenied' },
      });
      return cloud.pass({ minutes: 120 });
    case 'crash':
      planning({ kind: 'broken off', moment: 'before', meanwhile: cloud.functions.report.killAll });
      await cloud.pass({ minutes: 240 });
      planning({ kind: 'pass' });
      return cloud.pass({ minutes: 90 });
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
