/**
 * Many reports due in the same minute, against a planning service that limits its callers and fails some of the time,
 * with workers killed at random.
 */
import { randomStream } from '#planning-server/sample/random.ts';
import { effectOf } from '../faults/die-at.ts';
import type { Passage } from '../faults/gate.ts';
import { type LimitCounts, requestLimit } from '../faults/request-limit.ts';
import type { Stack } from '../runtime/synthesise.ts';
import { aCloud, type Cloud } from './a-cloud.ts';
import { firings } from './scheduler.ts';
import { friday, smallSiteConfiguration, smallSites } from './small-site.ts';

export type Load = {
  readonly stack: Stack;
  readonly reports: number;
  /** Requests a second that the planning service allows. */
  readonly perSecond: number;
  /** Share of the requests within the rate limit that fail, such as 0.05. */
  readonly failing: number;
  /** Share of outside effects at which the connection is broken off, and one worker killed. */
  readonly killing: number;
  readonly workers: number;
  readonly say?: (line: string) => void;
};

export type LoadOutcome = {
  /** Seconds until every job had been processed, before `reconcile` checks. */
  readonly seconds: number;
  readonly planning: Readonly<LimitCounts>;
  /**
   * Number of reports by what their readers got: one message, several messages of which all but the first are marked,
   * or anything else. A worker may die more than once between a send and its record.
   */
  readonly delivered: { readonly once: number; readonly againMarked: number; readonly otherwise: number };
  readonly kills: number;
  /** Messages left in the queues at the end. */
  readonly left: number;
  /** Highest resident memory of any worker in MB: after the first quarter of all invocations, and after all of them. */
  readonly memoryMB: { readonly early: number; readonly end: number };
};

const seed = 20_261_120;

export async function deliverMany(load: Load): Promise<LoadOutcome> {
  const { stack, workers, say = () => {} } = load;
  const projects = Array.from({ length: load.reports }, (_, index) => `site-${index + 1}`);
  await using cloud = await aCloud({
    stack,
    projects: smallSites(projects),
    configuration: (url) => smallSiteConfiguration(url, { projects }),
    clock: friday,
    sendEvents: 'lost',
    keepMail: 'without content',
    maxConcurrency: workers,
  });
  const random = randomStream(seed, 'deaths');
  const limit = requestLimit({
    ...load,
    random: randomStream(seed, 'failures').next,
    now: () => performance.now(),
  });
  cloud.planning.gate.rule(limit.rule);

  const began = performance.now();
  const [firing] = firings(stack.schedules, { from: friday, to: '2026-11-20T14:01:00Z' }).filter(
    ({ event }) => JSON.stringify(event).includes('"cron"'),
  );
  if (!firing) throw new Error('No schedule fires on that Friday.');
  const answer = await cloud.functions.dispatch.invoke(firing.event);
  if (answer.kind !== 'response') throw new Error(`Dispatch failed: ${JSON.stringify(answer)}`);
  say(`${load.reports} jobs queued after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  let kills = 0;
  if (load.killing > 0) {
    const kill = () =>
      cloud.functions.report.killOne((alive) => (alive.length > 0 ? random.pick(alive) : undefined));
    cloud.awsGate.rule((arrival): Passage => {
      if (effectOf(arrival) === undefined || !random.chance(load.killing)) return { kind: 'pass' };
      kills += 1;
      return { kind: 'broken off', moment: random.pick(['before', 'after'] as const), meanwhile: kill };
    });
  }
  await cloud.work({ time: 'passes' });
  const seconds = (performance.now() - began) / 1_000;
  const peaks = cloud.functions.report.peaksMB().filter((peak) => !Number.isNaN(peak));
  cloud.awsGate.rule(() => ({ kind: 'pass' }));
  await cloud.pass({ hours: 3 });
  say(`${cloud.mails().length} messages after another 3 hours`);
  const { queues, queueOf } = cloud;
  return {
    seconds,
    planning: { ...limit.counts },
    delivered: countCopies(cloud, projects),
    kills,
    left: (await queues.depth(queueOf('report'))) + (await queues.depth(queueOf('dead-letter'))),
    memoryMB: {
      early: Math.round(Math.max(...peaks.slice(0, Math.ceil(peaks.length / 4)))),
      end: Math.round(Math.max(...peaks)),
    },
  };
}

function countCopies(cloud: Cloud, projects: readonly string[]): LoadOutcome['delivered'] {
  const copies = Map.groupBy(
    cloud.aws.state.messages,
    ({ tags }) => tags.find(({ name }) => name === 'run')?.value.split('__')[0],
  );
  const kinds = projects.map((key) => {
    const marks = (copies.get(key) ?? []).map(({ subject }) => subject?.endsWith('(resent)') === true);
    if (marks.length === 1) return 'once';
    return marks.length > 1 && marks.slice(1).every((marked) => marked) ? 'againMarked' : 'otherwise';
  });
  const count = (kind: string) => kinds.filter((each) => each === kind).length;
  return { once: count('once'), againMarked: count('againMarked'), otherwise: count('otherwise') };
}
