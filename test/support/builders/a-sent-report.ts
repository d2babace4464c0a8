import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import type { SendResult } from '#mail/transport/mailer.ts';
import { aScheduledSite, firing } from './a-scheduled-site.ts';
import { aBounce, receiveSesEvent } from './ses-events.ts';

export const runOf = (window: string, time: string) => ({
  run: `riverside__weekly__${window}__${time}`,
  message: 'everyone',
});
/** The run that was sent, and the run one week later. */
export const first = runOf('2026-11-23_2026-11-29', '2026-11-20T14-00-00Z');
export const second = runOf('2026-11-30_2026-12-06', '2026-11-27T14-00-00Z');
export const [manager, deputy] = ['works.manager@example.com', 'deputy@example.com'];

/** A weekly report that was sent on Friday at 14:00. */
export async function aSentReport(weekly: Readonly<Record<string, string>> = {}, answer?: SendResult) {
  const site = await aScheduledSite({ reports: ['weekly'], weekly });
  const { services, processJobs } = site;
  if (answer) services.mailer.answers.push(answer);
  await handleDispatchEvent(firing, services);
  await processJobs();
  return {
    ...site,
    hear: (event: object) => receiveSesEvent(event, services),
  };
}

/** Sends the weekly report at 14:00; `sendNights` sends the night report at 15:30. */
export async function twoSentReports() {
  const site = await aScheduledSite();
  const { services, processJobs, mails, check } = site;
  await handleDispatchEvent(firing, services);
  await processJobs();
  const nightsFiring = { ...firing, cron: '30 15 * * FRI', scheduledTime: '2026-11-20T15:30:00Z' };
  return {
    check,
    mails,
    bounce: (report: 'weekly' | 'nights', address: string, timestamp: string) => {
      const run = `riverside__${report}__2026-11-23_2026-11-29__2026-11-20T${report === 'weekly' ? '14-00' : '15-30'}-00Z`;
      return receiveSesEvent(aBounce({ run, message: 'everyone' }, address, { timestamp }), services);
    },
    sendNights: async () => {
      await check('2026-11-20T15:30:05Z');
      await handleDispatchEvent(nightsFiring, services);
      await processJobs();
    },
  };
}
