/** Messages of every kind that a reader gets, of sites from none to 400 tasks. */
import { Temporal } from 'temporal-polyfill';
import { noticeText } from '#delivery/notify/notice-text.ts';
import { type RecipientFailure, recipientNoticeText } from '#delivery/notify/recipient-notices.ts';
import { ServiceDownError } from '#delivery/queue/outage.ts';
import { byFunction } from '#delivery/send-again-command.ts';
import { readTimeOf } from '#lookahead/dates/report-dates.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { writeNotice } from '#mail/notice-layout.ts';
import { type WrittenMail, writeMail } from '#mail/write-mail.ts';
import { aBusySite } from '../builders/a-busy-site.ts';
import { weekAfter } from '../builders/a-delivery.ts';
import { aLongNamedSite, longNamed } from '../builders/a-long-named-site.ts';
import { aLookahead } from '../builders/a-lookahead.ts';
import { anEarlierIssue, day, weekFrom } from '../builders/a-plan-input.ts';
import { dispatchId } from '../builders/a-queued-job.ts';
import { aReportState } from '../builders/a-report-state.ts';
import { aSiteTask } from '../builders/a-site-task.ts';

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
const bounce: RecipientFailure = {
  event: 'bounced',
  address: 'site.office@steelfix-reinforcement.example.com',
  at: '2026-11-20T14:12:00Z',
  reason:
    'smtp; 550 5.1.1 <site.office@steelfix-reinforcement.example.com>: Recipient address rejected: User unknown',
  suppressed: true,
  project: 'riverside',
  report: 'weekly',
  window: weekAfter('2026-11-20'),
  runId: '2026-11-20T14-00-00Z',
  audience,
  date: '2026-11-20',
  dispatchId,
  name: '1',
  contact: 'planner@example.com',
  projectName: 'Riverside Tower',
  reportName: 'Weekly lookahead',
  timeZone: 'Europe/London',
  since: undefined,
};

/** As contacts get them: of one report, of many, of a service that is down, and of addresses that failed. */
function notices(): readonly SampleMail[] {
  const sendAgain = byFunction({ name: 'lookahead-uk-report', region: 'eu-west-2' });
  const limits = ['Keller Piling', 'night shift'];
  const one = aReportState({ state: 'failing', failure: refused, limits });
  const twelve = Array.from({ length: 12 }, (_, index) =>
    aReportState({ project: `p${index}`, projectName: `Site ${index + 1}`, state: 'failing', failure: down }),
  );
  const known = {
    ...bounce,
    address: 'old.foreman@example.com',
    since: Temporal.Instant.from('2026-11-06T14:12:00Z'),
  };
  const written = (name: string, text: Parameters<typeof writeNotice>[0]): SampleMail => ({
    name: `notice-${name}`,
    ...writeNotice(text),
  });
  return [
    written('action', noticeText({ kind: 'action', reports: [one] }, sendAgain)),
    written('late', noticeText({ kind: 'late', reports: [one] }, sendAgain)),
    written('outage', noticeText({ kind: 'late', reports: twelve }, sendAgain)),
    written('delivered', noticeText({ kind: 'delivered', reports: twelve }, sendAgain)),
    written('not-delivered', noticeText({ kind: 'not-delivered', reports: [one, ...twelve] }, sendAgain)),
    written(
      'bounced',
      recipientNoticeText([bounce, known], { configuration: { reports: [] }, awsRegion: 'eu-west-2' }),
    ),
  ];
}

export type SampleMail = WrittenMail & { readonly name: string };

/** What an issue of two weeks ago foresaw of tasks, and the final PPC of its week. */
function foreseen(tasks: Lookahead['tasks']): Parameters<typeof aLookahead>[0] {
  const week = weekFrom('2026-11-09');
  const issueOf = (finish: string) =>
    anEarlierIssue(
      tasks.map(({ ref }) => aSiteTask({ id: ref, start: '2026-11-11', finish })),
      { number: 2, window: week, read: readTimeOf('2026-11-06T14:02:00Z', 'Europe/London') },
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

/** One of each kind, with names for files. Reports are written afresh at each call, so a test that needs one asks for it. */
export function sampleMails(): readonly SampleMail[] {
  const week = (tasks: number) => aForeseenSite({ tasks, weeks: 1 });
  const named = (name: string, mail: WrittenMail): SampleMail => ({ name, ...mail });
  return [
    named('report-0', writeMail(aLookahead(), context)),
    ...[1, 40, 300].map((tasks) => named(`report-${tasks}`, writeMail(week(tasks), context))),
    named(
      'report-400',
      writeMail(aForeseenSite({ tasks: 400, weeks: 6 }), { ...context, attached: false, link }),
    ),
    named('cut-nights', writeMail(aForeseenSite({ tasks: 120, weeks: 1 }, nights), context)),
    named('own-days', writeMail(aBusySite({ tasks: 90, weeks: 1 }, { audience }), context)),
    named(
      'report-400-long-names',
      writeMail(aLongNamedSite({ kind: 'everyone' }, foreseen(aLongNamedSite().tasks)), context),
    ),
    named('own-days-long-names', writeMail(aLongNamedSite(longNamed.subcontractor), context)),
    named('own-days-400-long-names', writeMail(aLongNamedSite(longNamed.owner), context)),
    ...notices(),
  ];
}
