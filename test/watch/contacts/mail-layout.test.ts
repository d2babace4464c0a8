/** The text of a mail with one kind of fact about reports. */
import { describe, expect, it } from 'vitest';
import { ServiceDownError } from '#queue/outage.ts';
import type { FailedMessage } from '#runs/store/objects.ts';
import type { FactKind } from '#watch/contacts/facts.ts';
import type { ReportState } from '#watch/contacts/late-and-failed-reports.ts';
import { composeContactMail } from '#watch/contacts/mail-layout.ts';
import { aMoment, factsOf, instant } from '../../support/builders/a-contact.ts';
import { aReportState } from '../../support/builders/a-report-state.ts';

const refused = {
  kind: 'curable',
  message:
    'Could not get tasks of project p: the service answered 401. The key is not accepted: check the secret.',
} as const;
const down = { kind: 'retryable', message: 'The service did not answer. It is retried.' } as const;
const failedMessage: FailedMessage = {
  subject: 'Weekly lookahead 2026-W48',
  to: ['site.office@example.com'],
  cause: 'rejected',
  reason: 'SES rejected the address.',
};

type ReportKind = Extract<FactKind, 'act' | 'late' | 'over' | 'perhaps' | 'held' | 'unsent' | 'delivered'>;

/** For each kind of fact: a time and a report state in which it holds. */
const holding: Readonly<Record<ReportKind, readonly [time: string, changes: Partial<ReportState>]>> = {
  act: ['14:01', { state: 'failing', failure: refused }],
  late: ['15:00', { state: 'failing', failure: down }],
  over: ['2026-11-21T14:15', { state: 'failing', failure: down }],
  perhaps: ['2026-11-21T14:15', { state: 'failing', failure: down }],
  held: ['14:30', { state: 'done', failedMessages: [{ ...failedMessage, cause: 'held' }] }],
  unsent: ['14:30', { state: 'done', failedMessages: [failedMessage] }],
  delivered: ['16:00', { state: 'done' }],
};
const kinds: readonly ReportKind[] = ['act', 'late', 'over', 'perhaps', 'unsent', 'delivered'];

function reports(
  kind: ReportKind,
  count: number,
  changes: Partial<ReportState> = {},
): readonly ReportState[] {
  return Array.from({ length: count }, (_, index) =>
    aReportState({
      project: `p${index}`,
      projectName: `Site ${index}`,
      ...holding[kind][1],
      ...changes,
    }),
  );
}

async function mailOf(kind: ReportKind, listed: readonly ReportState[]) {
  const [time] = holding[kind];
  const moment = aMoment(time, kind === 'perhaps' ? { restoredAt: instant('14:00') } : {});
  const facts = factsOf(listed, moment).filter((fact) => fact.kind === kind);
  expect(facts).toHaveLength(listed.length);
  const mail = composeContactMail(facts);
  if (mail === undefined) throw new Error('There is nothing to say.');
  return mail;
}

/** The text without line breaks. */
async function read(kind: ReportKind, listed: readonly ReportState[]): Promise<string> {
  return (await mailOf(kind, listed)).text.replaceAll(/\s+/g, ' ');
}

const count = (text: string, part: string) => text.split(part).length - 1;

describe('a mail about reports', () => {
  const which = 'Site 0, Weekly lookahead, due Fri 20 Nov 2026, 14:00 (Europe/London)';
  const item = `- ${which} For week 48 from Mon 23 Nov 2026`;

  it.each<[ReportKind, string, readonly string[]]>([
    [
      'act',
      `Needs you: the key is not accepted · ${which}`,
      [
        `What to do first: fix the cause named below. Not delivered because of this: ${refused.message} ${item} Retried every 30 minutes until Sat 21 Nov 2026, 14:00 (Europe/London). Once the cause is fixed, nothing else is needed.`,
      ],
    ],
    [
      'late',
      `Late: ${which}`,
      [
        `Nothing has to be done, unless you can fix the cause named below. ${down.message} ${item} Retried until Sat 21 Nov 2026, 14:00 (Europe/London). You get another mail once all of them are delivered, or if they cannot be.`,
      ],
    ],
    ['delivered', `Delivered after all: ${which}`, [`Nothing is left to do. ${item}`]],
    [
      'over',
      `Not delivered: ${which}`,
      [
        `What to do first: fix the cause named below, if it still exists. Then run each command at the end. Not delivered, or not to everybody, and no further attempt is made. ${down.message} ${item}`,
        'Each command sends the missing messages of a report, and none twice: aws lambda invoke --region eu-west-2 --function-name lookahead-prod-report',
      ],
    ],
    [
      'perhaps',
      `Perhaps not delivered: ${which}`,
      [
        `What to do first: ask a recipient of each report whether it has arrived. If it has not, run its command at the end. No further attempt is made. The archive was restored from a backup, which has no record of what was sent since. ${item}`,
        'Each command sends a report again, marked "(resent)": aws lambda invoke',
      ],
    ],
    [
      'held',
      `Perhaps not sent: ${which}`,
      ['What to do first: ask a recipient of each message whether it has arrived. The workbooks are stored.'],
    ],
    [
      'unsent',
      `Messages not sent: ${which}`,
      [
        'What to do first: correct the addresses that are named below, or forward the report by hand. The workbooks are stored, and all other messages have gone out. These are not retried:',
        '- Site 0: "Weekly lookahead 2026-W48" to site.office@example.com SES rejected the address. Once the address is corrected, in the configuration or in the planning service, request the report again, which makes another revision; or forward this one by hand.',
      ],
    ],
  ])('of kind %s has the subject "%s", and says what to do', async (kind, subject, sentences) => {
    expect((await mailOf(kind, reports(kind, 1))).subject).toBe(subject);
    const text = await read(kind, reports(kind, 1));
    for (const sentence of sentences) expect(text).toContain(sentence);
  });

  it('says so if no attempt has failed', async () => {
    expect(await read('late', reports('late', 1, { state: 'waiting', failure: undefined }))).toContain(
      'No attempt has failed; it is still waiting for its turn.',
    );
  });

  it.each<[FailedMessage['cause'], string]>([
    ['rejected', 'request the report again'],
    ['not composed', 'Correct the address'],
    ['held', 'Ask a recipient whether it has arrived'],
  ])('says what to do about a message that was %s', async (cause, remedy) => {
    const kind = cause === 'held' ? 'held' : 'unsent';
    const listed = reports(kind, 1, { failedMessages: [{ ...failedMessage, cause }] });
    expect(await read(kind, listed)).toContain(remedy);
  });

  it.each([
    ['the service answered 503 saying "no. 1". It is busy: wait.', 'it is busy · '],
    ['The sender is not verified. Verify it.', 'The sender is not verified · '],
    ['Could not read the secret: access is denied.', 'access is denied · '],
    [`${'A cause that no telephone shows in full '.repeat(2)}. Fix it.`, ''],
  ])('names a cause in its subject if it is short: %s', async (message, cause) => {
    const { subject } = await mailOf('act', reports('act', 1, { failure: { kind: 'curable', message } }));
    expect(subject).toBe(`Needs you: ${cause}${which}`);
  });

  it('names a cause in its subject only if all reports share it', async () => {
    const [first, second] = reports('act', 2);
    if (!first || !second) throw new Error('There are too few reports.');
    expect((await mailOf('act', [first, second])).subject).toBe(
      'Needs you: the key is not accepted · 2 reports',
    );
    const other = { ...second, failure: { kind: 'curable', message: 'No sender.' } } as const;
    expect((await mailOf('act', [first, other])).subject).toBe('Needs you: 2 reports');
  });
});

describe('a mail about a report with filters', () => {
  const limits = ['Stonebridge Frame', 'night shift'];
  const only = 'Only: Stonebridge Frame · night shift';

  it.each(kinds.filter((kind) => kind !== 'unsent'))('of kind %s names the filters', async (kind) => {
    expect(await read(kind, reports(kind, 1, { limits }))).toContain(only);
    expect(await read(kind, reports(kind, 1))).not.toContain('Only:');
  });

  it('names the filters of each report if there are several', async () => {
    const whole = reports('late', 1, { project: 'harbour', projectName: 'Harbour' });
    const text = await read('late', [...reports('late', 1, { limits }), ...whole]);
    expect(text).toContain(
      `- Site 0, Weekly lookahead, due Fri 20 Nov 2026, 14:00 (Europe/London) For week 48 from Mon 23 Nov 2026 ${only} - Harbour, Weekly`,
    );
  });
});

describe('a mail for a planner', () => {
  it.each(kinds)('of kind %s first says what to do, and has no ISO dates', async (kind) => {
    const { text, html } = await mailOf(kind, reports(kind, 1));
    const prose = text.replace(/^aws .*$/m, '');
    const first = /^(?:What to do first: |Nothing has to be done|Nothing is left to do)/;
    expect(text.split('\n\n')[1]).toMatch(first);
    expect(/<div style="display:none[^>]*>([^<]*)/.exec(html)?.[1]).toMatch(first);
    expect(prose).not.toMatch(/\d{4}-\d\d-\d\d[T ]/);
  });

  it('has its command in a block of its own, so that it can be copied as a whole', async () => {
    const { html } = await mailOf('over', reports('over', 1));
    expect(html).toMatch(/<pre [^>]*font-family:Consolas[^>]*>aws lambda invoke [^<]*answer\.json<\/pre>/);
  });
});

describe('a mail about several reports', () => {
  const due = 'due Fri 20 Nov 2026, 14:00 (Europe/London) For week 48 from Mon 23 Nov 2026';

  it('groups reports below their common cause', async () => {
    const [first, second, third] = reports('late', 3);
    if (!first || !second || !third) throw new Error('There are too few reports.');
    const other = { kind: 'retryable', message: 'The mail service did not answer.' } as const;
    const text = await read('late', [first, { ...second, failure: other }, third]);
    expect(text).toContain(
      `${down.message} - Site 0, Weekly lookahead, ${due} - Site 2, Weekly lookahead, ${due} ${other.message} - Site 1, Weekly lookahead, ${due} Retried`,
    );
  });

  it('that were not delivered does not promise another attempt', async () => {
    const { message } = new ServiceDownError('https://planning.example.com', 60);
    const text = await read('over', reports('over', 2, { failure: { kind: 'retryable', message } }));
    expect(text).toContain('no further attempt is made');
    expect(text).toContain('Until the deadline, one job at a time asks it again');
    expect(text).toContain('Then run each command at the end.');
    expect(text).toContain('Each command sends the missing messages of a report, and none twice:');
  });

  it('shows each time in the time zone of its project, and only the first and last of many deadlines', async () => {
    const [first] = reports('late', 1);
    const sydney = reports('late', 1, {
      project: 'sydney',
      timeZone: 'Australia/Sydney',
      due: instant('03:00'),
      deliverBy: instant('2026-11-21T03:00'),
    });
    const later = reports('late', 1, { project: 'later', deliverBy: instant('2026-11-21T15:30') });
    if (!first) throw new Error('There are too few reports.');
    const until = 'Retried until Sat 21 Nov 2026, 14:00 (Australia/Sydney) to Sat 21 Nov 2026,';
    const two = await read('late', [...sydney, first]);
    expect(two).toContain('Site 0, Weekly lookahead, due Fri 20 Nov 2026, 14:00 (Australia/Sydney)');
    expect(two).toContain('Site 0, Weekly lookahead, due Fri 20 Nov 2026, 14:00 (Europe/London)');
    expect(two).toContain(`${until} 14:00 (Europe/London).`);
    expect(await read('late', [...later, first, ...sydney])).toContain(`${until} 15:30 (Europe/London).`);
  });

  it('lists two reports with the same name and time separately, each with its command', async () => {
    const named = reports('over', 1, { projectName: 'Riverside Tower' });
    const twin = reports('over', 1, { project: 'twin', projectName: 'Riverside Tower' });
    const mail = await mailOf('over', [...named, ...twin]);
    expect(mail.subject).toBe('Not delivered: 2 reports');
    expect(count(mail.text, '- Riverside Tower, Weekly')).toBe(2);
    for (const project of ['p0', 'twin']) expect(mail.text).toContain(`{"project":"${project}",`);
  });

  it.each(kinds)('of kind %s describes at most 20 of 25, and counts the others', async (kind) => {
    const text = await read(kind, reports(kind, 25));
    expect(count(text, '- Site ')).toBe(20);
    expect(text).toContain('And 5 other reports.');
  });

  it('with 25 different causes describes 20, and counts the others', async () => {
    const causes = reports('act', 25).map((report, index) => ({
      ...report,
      failure: { kind: 'curable', message: `Project p${index} has no key.` } as const,
    }));
    const text = await read('act', causes);
    expect(count(text, '- Site ')).toBe(20);
    expect(count(text, 'has no key.')).toBe(20);
    expect(text).toContain('And 5 other reports.');
  });

  it('names every cause, even if the first has more reports than are described', async () => {
    const [last] = reports('act', 1, {
      project: 'last',
      projectName: 'Last',
      failure: { kind: 'curable', message: 'The sender is not verified.' },
    });
    if (!last) throw new Error('There are too few reports.');
    const text = await read('act', [...reports('act', 30), last]);
    expect(count(text, '- Site ')).toBe(20);
    expect(text).toContain('And 10 other reports. The sender is not verified. - Last, Weekly');
  });

  it('that were not delivered has 20 commands, and says where to find the others', async () => {
    const text = await read('over', reports('over', 25));
    expect(count(text, 'aws lambda invoke')).toBe(20);
    expect(text).toContain('The command status --late also prints the commands for the others.');
  });

  it.each(kinds)('of kind %s stays small with 5,000 reports', async (kind) => {
    const { subject, text, html } = await mailOf(kind, reports(kind, 5_000));
    expect(subject).toContain('5,000 reports');
    expect(text.length).toBeLessThan(12_000);
    expect(html.length).toBeLessThan(30_000);
  });

  it('stays small with 5,000 reports with different causes', async () => {
    const causes = reports('over', 5_000).map((report) => ({
      ...report,
      failure: { kind: 'retryable', message: `The key of ${report.project} was refused.` } as const,
    }));
    const { text, html } = await mailOf('over', causes);
    expect(text).toContain('And 4,980 other reports.');
    expect(text.length).toBeLessThan(14_000);
    expect(html.length).toBeLessThan(34_000);
  });
});

it.each(kinds)('hostile names reach no header and no markup of a mail of kind %s', async (kind) => {
  const name = 'Site\r\nBcc: evil@example.com\r\n<img src=x>\u202e';
  const [one, other] = reports(kind, 2, { projectName: name, reportName: name });
  if (!one || !other) throw new Error('There are too few reports.');
  const mail = await mailOf(kind, [one, other]);
  expect(mail.subject).not.toMatch(/[\r\n\u202e]/);
  expect((await mailOf(kind, [one])).subject).not.toMatch(/[\r\n\u202e]/);
  expect(mail.html).not.toContain('<img');
  expect(mail.text).not.toMatch(/^Bcc:/m);
});
