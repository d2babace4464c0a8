import PostalMime from 'postal-mime';
import { Temporal } from 'temporal-polyfill';
import { handleReconcileEvent } from '#cloud/reconcile-event.ts';
import type { OutgoingMessage } from '#mail/transport/mailer.ts';
import type { StoredItem } from '#planning-server/versions/version.ts';
import { processJob } from '#queue/process-job.ts';
import { anInvocation, aReceivedJob, aSiteConfiguration, aWorld } from '../a-world.ts';
import { planningOnLoopback } from '../planning/planning-on-loopback.ts';

/** The event that the schedule of the weekly report sends on Friday. */
export const firing = {
  cron: '0 14 * * FRI',
  timeZone: 'Europe/London',
  scheduledTime: '2026-11-20T14:00:00Z',
};

/** A site whose schedules were first checked a day ago; Friday's reports are due at 14:00 and 15:30. */
export async function aScheduledSite({
  weekly = {},
  reports = ['weekly', 'nights'],
  tasks,
  users,
}: {
  /** Keys that are added to the weekly report's configuration, or replace its own. */
  readonly weekly?: Readonly<Record<string, string>>;
  /** Keys of the reports that are configured. */
  readonly reports?: readonly string[];
  /** The tasks of the planning service, instead of one small project. */
  readonly tasks?: readonly StoredItem[];
  readonly users?: readonly StoredItem[];
} = {}) {
  const planning = await planningOnLoopback(tasks, users);
  const configuration = aSiteConfiguration(planning.url, { weekly });
  const services = aWorld({
    configuration: {
      ...configuration,
      reports: configuration.reports.filter(({ key }) => reports.includes(key)),
    },
  });
  const check = (at: string) => {
    services.clock.advance(Temporal.Instant.from(at).since(services.clock.now()));
    return handleReconcileEvent({ reconcile: 'check', scheduledTime: at }, services);
  };
  services.clock.advance({ hours: -24 });
  await check('2026-11-19T14:00:05Z');
  services.clock.advance({ hours: 24 });
  let delivered = 0;
  const processJobs = async () => {
    for (const { job } of services.queue.sent.splice(0)) {
      await processJob(aReceivedJob(job, 1, `m-${++delivered}`), services, anInvocation()).catch(
        () => undefined,
      );
    }
  };
  return {
    planning,
    services,
    check,
    processJobs,
    mails: () =>
      readMails(services.mailer.taken.filter(({ recipients }) => recipients.includes('planner@example.com'))),
  };
}

/** Mails as their reader sees them; `words` is the text in one line. */
export async function readMails(mails: readonly Pick<OutgoingMessage, 'raw'>[]) {
  const read = async ({ raw }: Pick<OutgoingMessage, 'raw'>) => {
    const { subject = '', text = '' } = await PostalMime.parse(raw);
    return { subject, text, words: text.replaceAll(/\s+/g, ' ') };
  };
  return Promise.all(mails.map(read));
}
