/** Messages of every kind that a reader gets, from sites with 0 to 400 tasks. */

import { Temporal } from 'temporal-polyfill';
import { localInstantOf } from '#lookahead/dates/report-dates.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { type ComposedMail, composeReportMail } from '#mail/write-mail.ts';
import { saveFirstManifest } from '#queue/due-reports.ts';
import { ServiceDownError } from '#queue/outage.ts';
import { type FailedRecipient, saveFailedRecipient } from '#runs/messages/recipient-events.ts';
import type { NotifiableFact } from '#watch/contacts/facts.ts';
import { findRecipientFacts, saveFailingAddress } from '#watch/contacts/failed-recipients.ts';
import { composeContactMail } from '#watch/contacts/mail-layout.ts';
import { aBusySite } from '../builders/a-busy-site.ts';
import { aMoment, factsOf } from '../builders/a-contact.ts';
import { aLongNamedSite, longNamed } from '../builders/a-long-named-site.ts';
import { aLookahead } from '../builders/a-lookahead.ts';
import { anEarlierIssue, day, weekFrom } from '../builders/a-plan-input.ts';
import { aDueReport, dispatchId } from '../builders/a-queued-job.ts';
import { aReportState } from '../builders/a-report-state.ts';
import { aSiteTask } from '../builders/a-site-task.ts';
import { createMemoryStore } from '../memory-store.ts';

const context = {
  workbookFileName: 'Riverside Tower – Weekly lookahead 2026-W48 rev 4.xlsx',
  attached: true,
  contact: 'planner@example.com',
};
const audience = {
  kind: 'subcontractor',
  id: 'id of Steelfix Reinforcement',
  name: 'Steelfix Reinforcement',
} as const;
const nights = {
  rules: { shifts: ['night'], filterNames: { subcontractorIds: ['Keller Piling', 'Formworks'] } },
} as const;
const link = 'https://lookahead.example.com/d/weekly/eyJrIjoiaXNzdWVzL3JpdmVyc2lkZS93ZWVrbHkifQ.c2lnbmF0dXJl';

const refused = {
  kind: 'curable',
  message:
    'The key of project riverside was refused: GET https://planning.example.com/gb/v1/projects/riverside-tower/tasks answered 403. Check the secret PLANNING_API_KEY.',
} as const;
const down = {
  kind: 'retryable',
  message: new ServiceDownError('https://planning.example.com', 60).message,
} as const;
const bounce = {
  event: 'bounced',
  at: '2026-11-20T14:12:00Z',
  reason:
    'smtp; 550 5.1.1 <site.office@steelfix-reinforcement.example.com>: Recipient address rejected: User unknown',
  suppressed: true,
} as const satisfies Partial<FailedRecipient>;

/** Two addresses that failed. The contact was notified of one of them two weeks ago. */
async function failedAddresses(): Promise<readonly NotifiableFact[]> {
  const store = createMemoryStore();
  const issue = aDueReport();
  await saveFirstManifest(store, { dispatchId, at: bounce.at, due: [issue] });
  const known = { contact: issue.contact, address: 'old.foreman@example.com' };
  for (const address of ['site.office@steelfix-reinforcement.example.com', known.address]) {
    const of = { issue: { ...issue, dispatchId }, message: 'steelfix', audience };
    await saveFailedRecipient(store, { ...bounce, address }, of);
  }
  await saveFailingAddress(store, known, Temporal.Instant.from('2026-11-06T14:12:00Z'));
  const at = Temporal.Instant.from('2026-11-20T15:00:00Z');
  const from = at.subtract({ hours: 24 });
  const of = { configuration: { reports: [] }, awsRegion: 'eu-west-2' };
  return findRecipientFacts({ store, at, from, ...of, unreadable: [], openSince: [] });
}

/** Mails to contacts: about one report, many reports, a service that is down, failed addresses, and all of these. */
async function notices(): Promise<readonly SampleMail[]> {
  const limits = ['Keller Piling', 'night shift'];
  const one = aReportState({ state: 'failing', failure: refused, limits });
  const slow = { ...one, failure: { ...refused, kind: 'retryable' } } as const;
  const twelve = Array.from({ length: 12 }, (_, index) =>
    aReportState({ project: `p${index}`, projectName: `Site ${index + 1}`, state: 'failing', failure: down }),
  );
  const done = twelve.map((report) => ({ ...report, state: 'done' }) as const);
  const [late, over] = [aMoment('15:00'), aMoment('2026-11-21T14:15')];
  const addresses = await failedAddresses();
  const told = factsOf(done, late).filter(({ kind }) => kind === 'delivered');
  const written = async (name: string, facts: readonly NotifiableFact[]): Promise<SampleMail> => {
    const mail = await composeContactMail(facts);
    if (mail === undefined) throw new Error(`There is nothing to say in ${name}.`);
    return { name: `notice-${name}`, ...mail };
  };
  return Promise.all([
    written('action', factsOf([one], aMoment('14:01'))),
    written('late', factsOf([slow], late)),
    written('outage', factsOf(twelve, late)),
    written('delivered', told),
    written('not-delivered', factsOf([one, ...twelve], over)),
    written('bounced', addresses),
    written('several-kinds', [...factsOf([one, ...twelve], late), ...addresses, ...told]),
  ]);
}

export type SampleMail = ComposedMail & { readonly name: string };

/** The foresight of an issue of two weeks ago, and the final PPC of its week. */
function foreseen(tasks: Lookahead['tasks']): Parameters<typeof aLookahead>[0] {
  const week = weekFrom('2026-11-09');
  const issueOf = (finish: string) =>
    anEarlierIssue(
      tasks.map(({ ref }) => aSiteTask({ id: ref, start: '2026-11-11', finish })),
      { number: 2, window: week, read: localInstantOf('2026-11-06T14:02:00Z', 'Europe/London') },
    );
  return {
    foreseeing: [{ ...issueOf('2026-11-18'), weeks: 1 }],
    unfinishedWeeks: [{ ...issueOf('2026-11-12'), week }],
    measuredWeeks: [{ audience: { kind: 'everyone' }, week, reportDay: day('2026-11-13'), task: 0.71 }],
  };
}

function aForeseenSite(
  size: Parameters<typeof aBusySite>[0],
  given?: Parameters<typeof aBusySite>[1],
): Lookahead {
  return aBusySite(size, { ...foreseen(aBusySite(size).tasks), ...given });
}

/**
 * A message of each kind, with a name for its file. Each call composes all of them again, so a test file makes only one
 * call.
 */
export async function sampleMails(): Promise<readonly SampleMail[]> {
  const week = (tasks: number) => aForeseenSite({ tasks, weeks: 1 });
  const named = (name: string, mail: ComposedMail): SampleMail => ({ name, ...mail });
  return [
    named('report-0', composeReportMail(aLookahead(), context)),
    ...[1, 40, 300].map((tasks) => named(`report-${tasks}`, composeReportMail(week(tasks), context))),
    named(
      'report-400',
      composeReportMail(aForeseenSite({ tasks: 400, weeks: 6 }), { ...context, attached: false, link }),
    ),
    named('cut-nights', composeReportMail(aForeseenSite({ tasks: 120, weeks: 1 }, nights), context)),
    named('own-days', composeReportMail(aBusySite({ tasks: 90, weeks: 1 }, { audience }), context)),
    named(
      'report-400-long-names',
      composeReportMail(aLongNamedSite({ kind: 'everyone' }, foreseen(aLongNamedSite().tasks)), context),
    ),
    named('own-days-long-names', composeReportMail(aLongNamedSite(longNamed.subcontractor), context)),
    named('own-days-400-long-names', composeReportMail(aLongNamedSite(longNamed.owner), context)),
    ...(await notices()),
  ];
}
