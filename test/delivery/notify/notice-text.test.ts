import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { NoticeKind, ReportState } from '#delivery/notify/due-notices.ts';
import { noticeText } from '#delivery/notify/notice-text.ts';
import { ServiceDownError } from '#delivery/queue/outage.ts';
import { byFunction } from '#delivery/send-again-command.ts';
import type { FailedMessage } from '#delivery/store/objects.ts';
import { writeNotice } from '#mail/notice-layout.ts';
import { aReportState } from '../../support/builders/a-report-state.ts';

const refused = { kind: 'curable', message: 'The key was refused (403). Check the secret.' } as const;
const down = { kind: 'retryable', message: 'The service did not answer. It is retried.' } as const;
const failedMessage: FailedMessage = {
  subject: 'Weekly lookahead 2026-W48',
  to: ['site.office@example.com'],
  cause: 'rejected',
  reason: 'SES rejected the address.',
};
const kinds: readonly NoticeKind[] = ['action', 'late', 'delivered', 'not-delivered', 'not-sent'];

function reports(count: number, changes: Partial<ReportState> = {}): readonly ReportState[] {
  return Array.from({ length: count }, (_, index) =>
    aReportState({
      project: `p${index}`,
      projectName: `Site ${index}`,
      state: 'failing',
      failure: refused,
      failedMessages: [failedMessage],
      ...changes,
    }),
  );
}

function mailOf(kind: NoticeKind, listed: readonly ReportState[]) {
  return writeNotice(
    noticeText({ kind, reports: listed }, byFunction({ name: 'lookahead-prod-report', region: 'eu-west-2' })),
  );
}

/** The text as a reader reads it, without the wrapping. */
function read(kind: NoticeKind, listed: readonly ReportState[]): string {
  return mailOf(kind, listed).text.replaceAll(/\s+/g, ' ');
}

const count = (text: string, part: string) => text.split(part).length - 1;

describe('a notice of one report', () => {
  const one = reports(1);

  test.each<[NoticeKind, string, readonly string[]]>([
    [
      'action',
      'Needs you: Site 0, Weekly lookahead, week 48 from Mon 23 Nov 2026',
      [
        'This report has not been delivered, because something has to be put right first. The key was refused (403). Check the secret.',
        'It is tried again every 30 minutes until Sat 21 Nov 2026, 14:00 (Europe/London). Once the cause is fixed, you need do nothing else.',
      ],
    ],
    [
      'late',
      'Late: Site 0, Weekly lookahead, week 48 from Mon 23 Nov 2026',
      [
        'This report has not been delivered yet. Due: Fri 20 Nov 2026, 14:00 (Europe/London). The key was refused (403).',
        'It is tried again until Sat 21 Nov 2026, 14:00 (Europe/London). You get another mail once all of this has been delivered, or if it cannot be.',
      ],
    ],
    [
      'delivered',
      'Delivered after all: Site 0, Weekly lookahead, week 48 from Mon 23 Nov 2026',
      ['This report has been delivered after all. Nothing is left to do.'],
    ],
    [
      'not-delivered',
      'Not delivered: Site 0, Weekly lookahead, week 48 from Mon 23 Nov 2026',
      [
        'This report has not been delivered, or not to everybody, and no further attempt is made. Due: Fri 20 Nov 2026, 14:00 (Europe/London). The key was refused (403).',
        'Once the cause is fixed, a command sends what is missing.',
        'aws lambda invoke --region eu-west-2 --function-name lookahead-prod-report',
      ],
    ],
    [
      'not-sent',
      'Messages not sent: Site 0, Weekly lookahead, week 48 from Mon 23 Nov 2026',
      [
        'The workbooks are stored, and all other messages have gone out. These were not sent and are not tried again:',
        'Site 0: "Weekly lookahead 2026-W48" to site.office@example.com SES rejected the address. Once the address is corrected',
      ],
    ],
  ])('of kind %s says "%s", and what to do', (kind, subject, sentences) => {
    expect(mailOf(kind, one).subject).toBe(subject);
    const text = read(kind, one);
    for (const sentence of sentences) expect(text).toContain(sentence);
  });

  test('that never had an attempt says so', () => {
    expect(read('late', reports(1, { state: 'waiting', failure: undefined }))).toContain(
      'No attempt has failed; it is still waiting for its turn.',
    );
  });

  test.each<[FailedMessage['cause'], string]>([
    ['rejected', 'request the report again'],
    ['not composed', 'Correct the address'],
    ['held', 'Ask a recipient whether it has arrived'],
  ])('of a message that was %s says what to do about it', (cause, remedy) => {
    const listed = reports(1, { failedMessages: [{ ...failedMessage, cause }] });
    expect(read('not-sent', listed)).toContain(remedy);
  });
});

describe('a notice of a report with filters', () => {
  const limits = ['Stonebridge Frame', 'night shift'];

  test.each(kinds)('of kind %s says what it is limited to', (kind) => {
    const only = 'Only: Stonebridge Frame · night shift';
    expect(read(kind, reports(1, { limits }))).toContain(only);
    expect(read(kind, reports(1))).not.toContain('Only:');
  });

  test('says so of each report where there are several', () => {
    const text = read('late', [...reports(1, { limits }), ...reports(1, { projectName: 'Harbour' })]);
    expect(text).toContain(
      '- Site 0, Weekly lookahead, week 48 from Mon 23 Nov 2026 Only: Stonebridge Frame · night shift - Harbour, Weekly',
    );
  });
});

describe('a notice for a planner', () => {
  test.each(kinds)('of kind %s says first what to do, and names no date or time in ISO', (kind) => {
    const { text } = mailOf(kind, reports(1, { failure: down }));
    const prose = text.replace(/^aws .*$/m, '');
    expect(text.split('\n\n')[1]).toMatch(
      /^(?:What to do first: |Nothing has to be done|This report has been)/,
    );
    expect(prose).not.toMatch(/\d{4}-\d\d-\d\d[T ]/);
    expect(prose).toContain('week 48');
  });

  test('has its command in a block of its own that is copied as a whole', () => {
    const { html } = mailOf('not-delivered', reports(1));
    expect(html).toMatch(/<pre [^>]*font-family:Consolas[^>]*>aws lambda invoke [^<]*answer\.json<\/pre>/);
  });
});

describe('a notice of several reports', () => {
  test('names those with the same cause together, below it', () => {
    const [first, second, third] = reports(3);
    if (!first || !second || !third) throw new Error('There are too few reports.');
    const text = read('late', [first, { ...second, failure: down }, third]);
    expect(text).toContain(
      'Check the secret. - Site 0, Weekly lookahead, week 48 from Mon 23 Nov 2026 - Site 2, Weekly lookahead, week 48 from Mon 23 Nov 2026 The service did not answer. It is retried. - Site 1,',
    );
  });

  test('that were not delivered does not promise that they will be', () => {
    const { message } = new ServiceDownError('https://planning.example.com', 60);
    const text = read('not-delivered', reports(2, { failure: { kind: 'retryable', message } }));
    expect(text).toContain('no further attempt is made');
    expect(text).toContain('Until the deadline, one job at a time asks it again');
    expect(text).toContain('Then run the commands at the end.');
    expect(text).toContain('these commands send what is missing. They go on where the last attempt stopped');
  });

  test('shows each time in the zone of its project, and of many the first and the last', () => {
    const [first] = reports(1);
    const [sydney] = reports(1, {
      timeZone: 'Australia/Sydney',
      due: Temporal.Instant.from('2026-11-20T03:00:00Z'),
    });
    const [later] = reports(1, { due: Temporal.Instant.from('2026-11-20T15:30:00Z') });
    if (!first || !sydney || !later) throw new Error('There are too few reports.');
    expect(read('late', [first, sydney])).toContain(
      'Due: Fri 20 Nov 2026, 14:00 (Australia/Sydney) and Fri 20 Nov 2026, 14:00 (Europe/London).',
    );
    expect(read('late', [first, later, sydney])).toContain(
      'Due: Fri 20 Nov 2026, 14:00 (Australia/Sydney) to Fri 20 Nov 2026, 15:30 (Europe/London).',
    );
  });

  test.each(kinds)('of kind %s describes at most 20 of 25, and counts the others', (kind) => {
    const text = read(kind, reports(25));
    expect(count(text, 'Site ')).toBe(20);
    expect(text).toContain('5 other reports');
  });

  test('that were not delivered has a command for each of 20, and says where to find the others', () => {
    const text = read('not-delivered', reports(25));
    expect(count(text, 'aws lambda invoke')).toBe(20);
    expect(text).toContain(
      'The command status with --late --since 2026-11-20 prints those of the 5 other reports too.',
    );
  });

  const many = reports(5_000);
  test.each(kinds)('of kind %s stays small with 5,000', (kind) => {
    const { subject, text, html } = mailOf(kind, many);
    expect(subject).toContain('5,000 reports');
    expect(text.length).toBeLessThan(12_000);
    expect(html.length).toBeLessThan(30_000);
  });
});

test.each(kinds)('hostile names reach no header and no markup of kind %s', (kind) => {
  const name = 'Site\r\nBcc: evil@example.com\r\n<img src=x>\u202e';
  const [report] = reports(1, { projectName: name, reportName: name });
  if (!report) throw new Error('There is no report.');
  const mail = mailOf(kind, [report, report]);
  expect(mail.subject).not.toMatch(/[\r\n\u202e]/);
  expect(mailOf(kind, [report]).subject).not.toMatch(/[\r\n\u202e]/);
  expect(mail.html).not.toContain('<img');
  expect(mail.text).not.toMatch(/^Bcc:/m);
});
