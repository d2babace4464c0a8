/** The state of a report in the last minutes before its deadline. */

import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { finalAttemptTime } from '#queue/deadline.ts';
import { failedAttempt } from '#runs/store/objects.ts';
import { readReportHistory } from '#watch/report-history.ts';
import { aScheduledSite, firing } from '../support/builders/a-scheduled-site.ts';

const failure = { kind: 'retryable', error: 'PlanningUnavailableError', message: 'It is down.' } as const;
const query = { since: Temporal.PlainDate.from('2026-11-20'), projects: [], reports: ['weekly'] };

it('a report is late until its last attempt has failed, and not delivered from then on', async () => {
  const { services } = await aScheduledSite({ reports: ['weekly'] });
  await handleDispatchEvent(firing, services);
  const [sent] = services.queue.sent;
  if (!sent) throw new Error('Nothing was queued.');
  const { job } = sent;
  const last = finalAttemptTime(job.deliverBy);
  const now = last.add({ minutes: 2 });
  const state = async () => {
    const [report] = (await readReportHistory(services.store, query, now)).reports;
    return { state: report?.state, until: report?.until?.toString(), reason: report?.reason };
  };
  const until = job.deliverBy.toString();
  const early = { ...failure, by: 'm-1', at: last.subtract({ minutes: 20 }), next: last.toString() };
  await failedAttempt.create(services.store, { ...job, n: 1 }, early);
  expect(await state()).toEqual({ state: 'late', until, reason: failure.message });
  await failedAttempt.create(services.store, { ...job, n: 2 }, { ...early, at: now, next: undefined });
  expect(await state()).toEqual({ state: 'not delivered', until: undefined, reason: failure.message });
});
