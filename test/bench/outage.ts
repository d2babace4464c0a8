/** Counts what an outage of the planning service costs, in virtual time. */
import { Temporal } from 'temporal-polyfill';
import { configurationSchema } from '#config/configuration.ts';
import { readYaml } from '#config/yaml-source.ts';
import { loadComposer } from '#mail/transport/compose-message.ts';
import { aConfigurationText } from '../support/builders/a-configuration.ts';
import { simulateCloud } from '../support/simulation/cloud.ts';
import { createCounts } from '../support/simulation/counts.ts';
import { createMailService } from '../support/simulation/mail-service.ts';
import { createPlanningService } from '../support/simulation/planning-service.ts';
import { randomOf } from '../support/simulation/random.ts';
import { createVirtualTime } from '../support/simulation/virtual-time.ts';

const hour = 3_600_000;
const due = '2026-11-20T14:00:00Z';

/** Simulates reports that become due at the same time, while the service is down. It is up again `hours` later. */
export async function simulateOutage(reports: number, hours: number) {
  await loadComposer();
  const random = randomOf('outage');
  const time = createVirtualTime('2026-11-20T13:00:00Z');
  const counts = createCounts();
  const service = 'https://planning.example.com';
  const planning = createPlanningService({
    time,
    counts,
    random,
    perSecond: 1_000,
    failing: 0,
    isKeyGood: () => true,
    outages: [{ service, from: Date.parse(due) - hour, until: Date.parse(due) + hours * hour, as: '503' }],
  });
  const quiet = { lostAnswers: 0, isUsedUp: () => false, onTaken: () => undefined };
  const mail = createMailService({ time, random, perSecond: 1_000, perDay: 1e9, ...quiet });
  const cloud = simulateCloud({
    time,
    counts,
    random,
    planning,
    mail,
    maxConcurrency: 10,
    killed: 0,
    doubled: 0,
    configuration: outageProjects(reports, service),
    readSecret: () => 'key',
    render: async (wait) => {
      await wait(300);
      return new Uint8Array(1_000);
    },
  });
  const scheduledTime = due;
  time.at(Date.parse(due), () =>
    cloud.dispatch({ cron: '0 14 * * FRI', timeZone: 'Europe/London', scheduledTime }),
  );
  for (let at = time.ms(); at < Date.parse(due) + (hours + 4) * hour; at += 600_000) {
    const checked = Temporal.Instant.fromEpochMilliseconds(at).toString();
    time.at(at, () => cloud.reconcile({ reconcile: 'check', scheduledTime: checked }));
  }
  await time.until(Date.parse(due) + hours * hour);
  const during = counts.all();
  await time.until(Date.parse(due) + (hours + 4) * hour);
  return { during, delivered: counts.of('metric ReportsSent'), mails: mail.taken.length };
}

/** A number of projects, each with one weekly report to a number of recipients, due on Fridays at 14:00. */
export function outageProjects(count: number, baseUrl: string, recipients = 1) {
  const projects = Array.from({ length: count }, (_, index) => ({
    key: `p${index}`,
    name: `Site ${index}`,
    region: 'gb',
    projectId: `site-${index}`,
    timeZone: 'Europe/London',
    baseUrl,
    apiKey: '{ secret: planning }',
  }));
  const report = {
    key: 'weekly',
    name: 'Weekly plan',
    when: "{ cron: '0 14 * * FRI' }",
    contact: 'planner@example.com',
    to: `[${Array.from({ length: recipients }, (_, index) => `reader.${index}@example.com`).join(', ')}]`,
    deliverWithin: '48',
  };
  return configurationSchema.parse(readYaml(aConfigurationText({ projects, reports: [report] })).value);
}
