/** Notices that could not be sent for some time, and what has changed meanwhile. */
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  type DueNotice,
  dueNotices,
  isStillTrue,
  type NoticeOutcome,
  type ReportState,
  type StoredNotice,
} from '#delivery/notify/due-notices.ts';
import { aReportState } from '../../support/builders/a-report-state.ts';
import { storedNotice } from '../../support/builders/stored-notice.ts';

const failing = (project: string, kind: 'retryable' | 'curable' = 'retryable') =>
  aReportState({ project, state: 'failing', failure: { kind, message: 'It failed.' } });
const curable = (project: string) => failing(project, 'curable');
const done = (project: string) => aReportState({ project, state: 'done' });
const stopped = (project: string) => aReportState({ project, state: 'stopped' });

function instant(time: string): Temporal.Instant {
  return Temporal.Instant.from(time.includes('T') ? `${time}:00Z` : `2026-11-20T${time}:00Z`);
}

const at = (time: string) => ({ now: instant(time), isDraining: false });

const told = (notices: readonly DueNotice[]) =>
  notices.map(({ kind, reports }) => `${kind}: ${reports.map(({ project }) => project).join(' ')}`);

describe('a notice that was not sent', () => {
  /** The notices due at a time, after the first notice of these reports, made at 15:00, had this outcome. */
  function dueAfter(
    outcome: NoticeOutcome,
    first: readonly ReportState[],
    [time, reports]: readonly [string, readonly ReportState[]],
  ) {
    const sentAt = outcome === 'sent' ? instant('15:00') : undefined;
    const stored = dueNotices(first, [], at('15:00')).map((notice) => storedNotice(notice, outcome, sentAt));
    return { stored, due: dueNotices(reports, stored, at(time)) };
  }

  test('as it was no longer true for all is made again for those of which it is, under another name', () => {
    const { stored, due } = dueAfter(
      'dropped',
      [failing('a'), failing('b')],
      ['16:00', [done('a'), failing('b')]],
    );
    expect(told(due)).toEqual(['late: b']);
    expect(due[0]?.resent).toBe(false);
    const again = due.map((notice) => storedNotice(notice, 'dropped'));
    const third = dueNotices([done('a'), failing('b')], [...stored, ...again], at('16:10'));
    expect(told(third)).toEqual(['late: b']);
    expect(new Set([...stored, ...due, ...third].map(({ name }) => name)).size).toBe(3);
  });

  test('is marked as resent where an earlier copy may have gone out', () => {
    const { due } = dueAfter(
      'perhaps sent',
      [failing('a'), failing('b')],
      ['16:00', [done('a'), failing('b')]],
    );
    expect(due).toMatchObject([{ kind: 'late', resent: true }]);
  });

  test.each<[NoticeOutcome, readonly string[]]>([
    ['sent', ['delivered: a']],
    ['perhaps sent', ['delivered: a']],
    ['dropped', []],
    ['refused', []],
    ['pending', []],
  ])('is closed by no other: after one that was %s', (outcome, expected) => {
    expect(told(dueAfter(outcome, [failing('a')], ['16:00', [done('a')]]).due)).toEqual(expected);
  });

  test('after what a person had to cure passes, is followed by that it is late', () => {
    expect(told(dueAfter('dropped', [curable('a')], ['15:10', [failing('a')]]).due)).toEqual(['late: a']);
  });

  test('at the deadline says what is still missing', () => {
    const over = instant('2026-11-21T14:15');
    const first = dueNotices([failing('a'), failing('b')], [], { now: over, isDraining: false });
    const stored = first.map((notice) => storedNotice(notice, 'dropped'));
    const due = dueNotices([done('a'), failing('b')], stored, { now: over, isDraining: false });
    expect(told(due)).toEqual(['not-delivered: b']);
  });
});

describe('what a notice says of a report', () => {
  test.each<[StoredNotice['kind'], ReportState, string, boolean]>([
    ['late', failing('a'), '16:00', true],
    ['late', curable('a'), '16:00', true],
    ['late', done('a'), '16:00', false],
    ['late', stopped('a'), '16:00', false],
    ['late', failing('a'), '2026-11-21T13:50', false],
    ['action', curable('a'), '16:00', true],
    ['action', failing('a'), '16:00', false],
    ['action', done('a'), '16:00', false],
    ['not-delivered', failing('a'), '2026-11-21T14:15', true],
    ['not-delivered', stopped('a'), '16:00', true],
    ['not-delivered', done('a'), '2026-11-21T14:15', false],
    ['delivered', done('a'), '16:00', true],
    ['not-sent', done('a'), '16:00', true],
  ])('%s is true while it is: %#', (kind, report, time, expected) => {
    expect(isStillTrue(report, kind, instant(time))).toBe(expected);
  });
});
