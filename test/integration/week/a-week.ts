/** Runs a week of trouble, and three more days in which all deadlines pass. */
import { Temporal } from 'temporal-polyfill';
import type { Configuration } from '#config/configuration.ts';
import { loadComposer } from '#mail/transport/compose-message.ts';
import { messageTags } from '#mail/transport/mailer.ts';
import { schedulesOf } from '#queue/due-reports.ts';
import { firingsBetween } from '../../support/fake-scheduler.ts';
import { type SimulatedCloud, simulateCloud } from '../../support/simulation/cloud.ts';
import { type Counts, createCounts } from '../../support/simulation/counts.ts';
import {
  createMailService,
  type MailService,
  type TakenMail,
} from '../../support/simulation/mail-service.ts';
import { createPlanningService } from '../../support/simulation/planning-service.ts';
import { randomOf, type SeededRandom } from '../../support/simulation/random.ts';
import { createVirtualTime, type VirtualTime } from '../../support/simulation/virtual-time.ts';
import { crashingProject, services } from './sites.ts';
import { hour, troubleOf, type WeekTrouble, weekStart } from './trouble.ts';

export type Week = {
  readonly trouble: WeekTrouble;
  readonly cloud: SimulatedCloud;
  readonly mail: MailService;
  readonly counts: Counts;
  readonly lines: readonly string[];
};

const days = 7;
export const weekEnd = Date.parse(weekStart) + days * 24 * hour;
/** Days after the week until the last notices have been sent. */
const daysAfter = 3;

/** @param minutesBetweenChecks 10 in the deployed stack; checks are most of the work */
export async function liveThroughWeek(
  seed: string,
  {
    projects,
    minutesBetweenChecks = 10,
  }: { readonly projects: readonly number[]; readonly minutesBetweenChecks?: number },
): Promise<Week> {
  await loadComposer();
  const random = randomOf(seed);
  const trouble = troubleOf(random.fork('trouble'), projects);
  const time = createVirtualTime(weekStart);
  const counts = createCounts();
  const lines: string[] = [];
  const mail = createMailService({
    time,
    random: random.fork('mail'),
    perSecond: 14,
    perDay: 50_000,
    lostAnswers: 0.005,
    isUsedUp: (at) => isIn(trouble.quota, at),
    onTaken: (taken) => reportSend(taken),
  });
  const planning = createPlanningService({
    time,
    counts,
    random: random.fork('planning'),
    outages: trouble.outages,
    perSecond: 40,
    failing: 0.02,
    isKeyGood: (key, at) => key === keyAt(trouble, at),
  });
  const cloud = simulateCloud({
    time,
    counts,
    random: random.fork('cloud'),
    planning,
    mail,
    configuration: trouble.deployments[0]?.configuration ?? never(),
    readSecret: (name) => secretAt(trouble, name, time.ms()),
    render: async (wait, project) => {
      await wait(300);
      if (project === crashingProject && isIn(trouble.crash, time.ms()))
        throw new TypeError('x is not a function');
      return new TextEncoder().encode(`workbook of ${project}`);
    },
    maxConcurrency: 10,
    killed: 0.03,
    doubled: 0.005,
    onLine: (line) => lines.push(line),
  });

  function reportSend({ run, message, messageId, at, ...rest }: TakenMail): void {
    const tags = Object.fromEntries(
      (messageTags({ run, message, ...rest }) ?? []).map(({ Name, Value }) => [Name, [Value]]),
    );
    const timestamp = new Date(at).toISOString();
    const event = { eventType: 'Send', mail: { timestamp, messageId, tags } };
    time.at(at + random.between(1_000, 60_000), () => cloud.hear(event));
  }

  planWeek(time, { cloud, trouble, minutesBetweenChecks, random: random.fork('scheduler') });
  await time.until(Date.parse(weekStart) + (days + daysAfter) * 24 * hour);
  return { trouble, cloud, mail, counts, lines };
}

/** Schedules everything that happens at a fixed time: firings, checks, deployments. */
function planWeek(
  time: VirtualTime,
  {
    cloud,
    trouble,
    minutesBetweenChecks,
    random,
  }: { cloud: SimulatedCloud; trouble: WeekTrouble; minutesBetweenChecks: number; random: SeededRandom },
): void {
  const start = time.ms();
  trouble.deployments.forEach(({ at, configuration }, index) => {
    time.at(at, () => cloud.deploy(configuration));
    const until = trouble.deployments[index + 1]?.at ?? start + days * 24 * hour;
    for (const { cron, timeZone, scheduledTime } of firingsOf(configuration, at, until)) {
      // Scheduler fires at least once, and sometimes twice.
      for (let times = random.chance(0.03) ? 2 : 1; times > 0; times -= 1) {
        const late = random.between(100, 30_000);
        time.at(Date.parse(scheduledTime) + late, () => cloud.dispatch({ cron, timeZone, scheduledTime }));
      }
    }
  });
  for (let at = start; at < start + (days + daysAfter) * 24 * hour; at += minutesBetweenChecks * 60_000) {
    const scheduledTime = Temporal.Instant.fromEpochMilliseconds(at).toString();
    time.at(at + random.between(0, 20_000), () => cloud.reconcile({ reconcile: 'check', scheduledTime }));
  }
}

export function firingsOf(configuration: Configuration, from: number, to: number) {
  const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  return schedulesOf(configuration).flatMap(({ schedule }) => firingsBetween(schedule, span));
}

function isIn({ from, until }: { readonly from: number; readonly until: number }, at: number): boolean {
  return from <= at && at < until;
}

/** The key that the services accept at that time. */
function keyAt({ rotation }: WeekTrouble, at: number): string {
  return at < rotation.from ? 'first-key' : 'second-key';
}

function secretAt(trouble: WeekTrouble, name: string, at: number): string {
  if (isIn(trouble.wrongKey, at) && name === 'planning/south') return 'wrong-key';
  return at < trouble.rotation.until ? 'first-key' : 'second-key';
}

function never(): never {
  throw new Error(`No deployment for ${services.join()}.`);
}
