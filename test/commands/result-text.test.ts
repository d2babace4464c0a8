import { describe, expect, it } from 'vitest';
import { printResult } from '#commands/result-text.ts';
import type { DeliveryResult } from '#runs/delivery-result.ts';

type Outcome = DeliveryResult['messages'][number]['outcome'];

type Given = Partial<Pick<DeliveryResult, 'outcome' | 'warnings' | 'readiness' | 'files'>>;

function toldOf(outcome: Outcome, result: Given = {}) {
  const lines: string[] = [];
  const json: unknown[] = [];
  const terminal = {
    print: (own: readonly (string | false | undefined)[], value: unknown) => {
      lines.push(...own.filter((line) => typeof line === 'string'));
      json.push(value);
    },
    warn: () => {},
  };
  const message = {
    id: 'everyone',
    audience: { kind: 'everyone' },
    to: ['a@example.com'],
    cc: ['b@example.com'],
  } as const;
  printResult(
    {
      project: 'riverside',
      report: 'weekly',
      window: { first: '2026-11-23', last: '2026-11-29' },
      runId: 'monday',
      outcome: 'incomplete',
      issueNumber: 1,
      tasksPerShift: { day: 2, afternoon: 0, night: 0, '24hr': 0, none: 0 },
      files: [],
      messages: [{ ...message, subject: 'Weekly', outcome }],
      warnings: [],
      keys: [],
      ...result,
    },
    { out: 'out', outbox: 'out/outbox', again: 'run it again with --run-id monday' },
    { ...terminal, progress: async () => ({ step: () => {}, done: () => {}, stop: () => {} }) },
  );
  return { lines, json };
}

const linesOf = (outcome: Outcome, result?: Given) => toldOf(outcome, result).lines;

describe('the line of a message', () => {
  const settled = { messageId: 'm-1.eml', at: '2026-11-20T14:00:00Z', marked: false } as const;

  it('shows that a message was written to a file and not mailed', () => {
    expect(linesOf({ kind: 'in outbox', ...settled }, { outcome: 'written to files' })).toEqual([
      'riverside weekly: revision 1, 2026-11-23 to 2026-11-29, 2 tasks (day 2): workbook and message are files; nothing was mailed',
      '  written to out/outbox/m-1.eml (for a@example.com, cc b@example.com); not mailed',
    ]);
  });

  it('shows the accepted recipients of a message that was sent', () => {
    const rejected = [{ address: 'b@example.com', reason: '550 no such user' }];
    const sent = { kind: 'sent', ...settled, rejected } as const;
    expect(
      linesOf(sent, { outcome: 'partly delivered', warnings: ['b@example.com did not get it.'] }),
    ).toEqual([
      'riverside weekly: revision 1, 2026-11-23 to 2026-11-29, 2 tasks (day 2): sent, but not to everyone',
      '  sent to a@example.com (m-1.eml)',
      '  note: b@example.com did not get it.',
    ]);
  });

  it.each<[string, Outcome, string]>([
    [
      'was refused for now',
      { kind: 'refused', cause: 'retryable', reason: 'the archive is busy' },
      'not sent to a@example.com, cc b@example.com: the archive is busy. To send it, run it again with --run-id monday.',
    ],
    [
      'was refused for some time',
      { kind: 'refused', cause: 'retryable', reason: 'throttled', waitSeconds: 60 },
      'not sent to a@example.com, cc b@example.com: throttled. After 60 s, run it again with --run-id monday.',
    ],
    [
      'was refused until a person acts',
      { kind: 'refused', cause: 'curable', reason: 'The workbook is missing. Restore it from a backup.' },
      'not sent to a@example.com, cc b@example.com: The workbook is missing. Restore it from a backup. Then run it again with --run-id monday.',
    ],
    [
      'may have been sent',
      { kind: 'waiting', until: '2026-11-20T14:19:12.681Z', reason: 'another attempt is sending it' },
      'perhaps not sent to a@example.com, cc b@example.com: another attempt is sending it. After Sat 21 Nov 01:20, run it again with --run-id monday.',
    ],
    [
      'failed for good',
      { kind: 'failed', cause: 'not composed', reason: 'to[0] is not an address.\nCorrect it.' },
      'not sent to a@example.com, cc b@example.com: to[0] is not an address. Correct it. Running it again does not send it.',
    ],
  ])('shows reason and remedy of a message that %s', (_, outcome, said) => {
    const [head, line] = linesOf(outcome);
    expect(head).toMatch(/: not all sent yet$/);
    expect(line).toBe(`  ${said}`);
  });
});

describe('the JSON of a report', () => {
  const sent = { kind: 'sent', messageId: 'm-1', at: '2026-11-20T14:00:00Z', marked: false } as const;

  it('has the numbers of ready and unready tasks', () => {
    const readiness = { of: 9, ready: 4, withGap: 2, notReady: 3, behind: 1 };
    expect(toldOf(sent, { readiness }).json).toMatchObject([{ report: 'weekly', readiness }]);
  });

  it('has null for readiness if no plan was made', () => {
    expect(toldOf(sent).json).toMatchObject([{ report: 'weekly', readiness: null }]);
  });

  it('has measures for each file with some, and none for a file without', () => {
    const week = { first: '2026-11-16', last: '2026-11-22', weeks: 1 };
    const measures = { week, planned: 4, foresight: [], finals: [] };
    const file = { key: 'issues/riverside/weekly.xlsx', size: 9, link: undefined };
    const files = [
      { ...file, audience: { kind: 'everyone' }, measures },
      { ...file, audience: { kind: 'subcontractor', id: 's1', name: 'Pile Co' }, measures: undefined },
    ] as const;
    const [printed] = toldOf(sent, { files }).json;
    const path = 'out/issues/riverside/weekly.xlsx';
    expect(JSON.parse(JSON.stringify(printed)).files).toStrictEqual([
      { audience: { kind: 'everyone' }, path, size: 9, measures },
      { audience: { kind: 'subcontractor', id: 's1', name: 'Pile Co' }, path, size: 9 },
    ]);
  });
});
