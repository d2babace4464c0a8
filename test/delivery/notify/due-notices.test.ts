import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  type DueNotice,
  dueNotices,
  isDraining,
  type NoticeKind,
  type ReportState,
  type StoredNotice,
} from '#delivery/notify/due-notices.ts';
import { dispatchIdSchema } from '#delivery/store/names.ts';
import type { FailedMessage } from '#delivery/store/objects.ts';
import { aReportState } from '../../support/builders/a-report-state.ts';
import { storedNotice } from '../../support/builders/stored-notice.ts';

const noAnswer = { kind: 'retryable', message: 'The planning service did not answer.' } as const;
const refused = { kind: 'curable', message: 'The key was refused.' } as const;
const crash = { kind: 'poison', message: 'x is not a function.' } as const;
const rejected: FailedMessage = {
  subject: 'Weekly lookahead',
  to: ['x@example.com'],
  cause: 'rejected',
  reason: 'No such address.',
};

/** Reports of one dispatch, by project. All are due at 14:00 and may be delivered for a day. */
const state = (project: string, changes: Partial<ReportState> = {}) => aReportState({ project, ...changes });
const failing = (project: string, changes: Partial<ReportState> = {}) =>
  state(project, { state: 'failing', failure: noAnswer, ...changes });
const curable = (project: string) => failing(project, { failure: refused });
const done = (project: string, changes: Partial<ReportState> = {}) =>
  state(project, { state: 'done', ...changes });
const stopped = (project: string, changes: Partial<ReportState> = {}) =>
  state(project, { state: 'stopped', failure: crash, ...changes });

function instant(time: string): Temporal.Instant {
  return Temporal.Instant.from(time.includes('T') ? `${time}:00Z` : `2026-11-20T${time}:00Z`);
}

/** Nothing stands in a queue but what was delayed. */
const at = (time: string) => ({ now: instant(time), isDraining: false });

const told = (notices: readonly DueNotice[]) =>
  notices.map(({ kind, reports }) => `${kind}: ${reports.map(({ project }) => project).join(' ')}`);

/** Lets time pass: what each check finds, and what it tells the contacts. */
function checks(...steps: readonly (readonly [time: string, reports: readonly ReportState[]])[]) {
  const stored: StoredNotice[] = [];
  return steps.map(([time, reports]) => {
    const due = dueNotices(reports, stored, at(time)).filter(({ isTooSoon }) => !isTooSoon);
    stored.push(...due.map((notice) => storedNotice(notice, 'sent', instant(time))));
    return told(due);
  });
}

describe('a contact', () => {
  const hour = '15:00';
  const deadline = '2026-11-21T14:00';
  const over = '2026-11-21T14:15';
  test.each<[string, string, ReportState, NoticeKind | undefined]>([
    ['a report that waits for its turn', '14:59', state('a'), undefined],
    ['a report that waits for its turn for an hour', hour, state('a'), 'late'],
    ['a report that fails', '14:59', failing('a'), undefined],
    ['a report that fails for an hour', hour, failing('a'), 'late'],
    ['a report that a person has to cure', '14:01', curable('a'), 'action'],
    ['a report that a person has to cure, an hour later', hour, curable('a'), 'action'],
    ['a report that is done', deadline, done('a'), undefined],
    ['a report that fails until its last attempt', '2026-11-21T13:49', failing('a'), 'late'],
    ['a report whose last attempt is due', '2026-11-21T13:50', failing('a'), undefined],
    ['a report to be cured whose last attempt is due', '2026-11-21T13:50', curable('a'), undefined],
    ['a report whose last attempt may still run', '2026-11-21T14:14', failing('a'), undefined],
    ['a report that was not delivered by its deadline', over, failing('a'), 'not-delivered'],
    ['a report that never began by its deadline', over, state('a'), 'not-delivered'],
    ['a report that a person did not cure by its deadline', over, curable('a'), 'not-delivered'],
    ['a report on which the function crashes', '14:59', failing('a', { failure: crash }), undefined],
    ['a report that is given up', '14:30', stopped('a'), 'not-delivered'],
    ['a message that will never be accepted', '14:01', done('a', { failedMessages: [rejected] }), 'not-sent'],
    ['a request that fails for an hour', hour, failing('a', { request: {} }), undefined],
    ['a request that a person has to cure', hour, failing('a', { request: {}, failure: refused }), 'action'],
    [
      'a request that was not delivered by its deadline',
      over,
      failing('a', { request: {} }),
      'not-delivered',
    ],
  ])('is told of %s, at %s', (_, time, report, kind) => {
    expect(dueNotices([report], [], at(time)).map((notice) => notice.kind)).toEqual(
      kind === undefined ? [] : [kind],
    );
  });

  test('is told of all their reports in one mail, and of nobody else’s', () => {
    const other = { contact: 'other@example.com' };
    const notices = dueNotices([failing('a'), failing('b'), failing('c', other)], [], at(hour));
    expect(notices.map(({ contact }) => contact)).toEqual(['planner@example.com', 'other@example.com']);
    expect(told(notices)).toEqual(['late: a b', 'late: c']);
    expect(new Set(notices.map(({ name }) => name)).size).toBe(2);
  });

  test('is told of old programmes once all reports are through, or after an hour of those that are by then', () => {
    const old = (project: string) =>
      done(project, {
        dataProblem: { name: '1f3a5b7c', text: 'Programme of 1 Nov: 19 days old.', isUnread: false },
      });
    expect(checks(['14:10', [old('a'), failing('b')]], ['14:20', [old('a'), old('b')]])).toEqual([
      [],
      ['import: a b'],
    ]);
    const late = ['late: b', 'import: a'];
    expect(
      checks(
        ['15:00', [old('a'), failing('b')]],
        ['15:10', [old('a'), old('b')]],
        ['16:00', [old('a'), old('b')]],
      ),
    ).toEqual([late, ['delivered: b'], ['import: b']]);
  });

  test('gets no second mail of a kind', () => {
    expect(
      checks(
        ['14:10', [curable('a'), failing('b')]],
        ['14:20', [curable('a'), failing('b')]],
        ['15:00', [curable('a'), failing('b')]],
        ['15:10', [curable('a'), failing('b')]],
        ['2026-11-21T14:15', [curable('a'), failing('b')]],
        ['2026-11-21T14:25', [curable('a'), failing('b')]],
      ),
    ).toEqual([['action: a'], [], ['late: b'], [], ['not-delivered: a b'], []]);
  });

  test('is told at the hour of what has to be cured since the first such mail', () => {
    expect(checks(['14:10', [curable('a'), failing('b')]], ['15:00', [curable('a'), curable('b')]])).toEqual([
      ['action: a'],
      ['late: b'],
    ]);
  });

  test('is told of reports with other deadlines at each of them', () => {
    const until = { deliverBy: instant('20:00') };
    expect(
      checks(
        ['15:00', [failing('a', until), failing('b')]],
        ['20:15', [failing('a', until), failing('b')]],
        ['2026-11-21T14:15', [failing('a', until), failing('b')]],
      ),
    ).toEqual([['late: a b'], ['not-delivered: a'], ['not-delivered: b']]);
  });

  test('is told of what is given up at once, and of what is given up later at its deadline', () => {
    expect(
      checks(
        ['14:30', [stopped('a'), failing('b'), failing('c')]],
        ['14:40', [stopped('a'), stopped('b'), failing('c')]],
        ['2026-11-21T14:15', [stopped('a'), stopped('b'), failing('c')]],
        ['2026-11-21T14:25', [stopped('a'), stopped('b'), failing('c')]],
      ),
    ).toEqual([['not-delivered: a'], [], ['not-delivered: c b'], []]);
  });
});

describe('a contact of reports of several dispatches', () => {
  const dispatch = (hour: string) => ({
    dispatchId: dispatchIdSchema.parse(`2026-11-20T${hour}-00-00Z-1f3a5b7c`),
    due: instant(`${hour}:00`),
    deliverBy: instant(`2026-11-21T${hour}:00`),
  });
  const [first, second] = [dispatch('14'), dispatch('15')];

  test('is told of all of them in one mail, which is stored with the latest dispatch', () => {
    const over = [failing('a', first), failing('b', second)];
    const [notice, ...others] = dueNotices(over, [], at('2026-11-23T09:00'));
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ kind: 'not-delivered', reports: over, dispatchId: second.dispatchId });
  });

  test('is told of those that come after it no sooner than an hour later', () => {
    const reports = [failing('a', first), failing('b', { ...second, due: instant('14:20') })];
    expect(checks(['15:00', reports], ['15:20', reports], ['15:59', reports], ['16:00', reports])).toEqual([
      ['late: a'],
      [],
      [],
      ['late: b'],
    ]);
  });

  test('gets another mail at once where another cause has to be cured', () => {
    const other = {
      ...second,
      failure: { kind: 'curable', message: 'The sender is not verified.' },
    } as const;
    const same = { ...second, failure: refused };
    expect(checks(['14:10', [curable('a')]], ['14:20', [curable('a'), failing('b', other)]])).toEqual([
      ['action: a'],
      ['action: b'],
    ]);
    expect(checks(['14:10', [curable('a')]], ['14:20', [curable('a'), failing('b', same)]])).toEqual([
      ['action: a'],
      [],
    ]);
  });

  test('is not kept waiting by a mail that was sent while the clock was ahead', () => {
    const [notice] = dueNotices([failing('a', first)], [], at('15:00'));
    if (!notice) throw new Error('No notice is due.');
    const ahead = storedNotice(notice, 'sent', instant('2026-11-21T15:00'));
    expect(dueNotices([failing('b', second)], [ahead], at('16:00'))).toMatchObject([{ isTooSoon: false }]);
  });

  test('is told nothing new while an earlier mail of the kind waits for the mail service', () => {
    const [notice] = dueNotices([failing('a', first)], [], at('15:00'));
    if (!notice) throw new Error('No notice is due.');
    const due = dueNotices([failing('b', second)], [storedNotice(notice, 'pending')], at('16:00'));
    expect(due).toMatchObject([{ kind: 'late', isTooSoon: true }]);
  });
});

describe('while the queue drains', () => {
  const draining = (time: string) => ({ now: instant(time), isDraining: true });

  test.each([
    ['waits for its turn', state('a')],
    ['failed once and waits for its turn again', failing('a')],
  ])('a report that %s is late after two hours, as nothing stops it but the number', (_, report) => {
    expect(told(dueNotices([report], [], draining('15:59')))).toEqual([]);
    expect(told(dueNotices([report], [], draining('16:00')))).toEqual(['late: a']);
  });

  test('a report on which the function crashes is late after an hour: the queue holds on to its job', () => {
    const reports = [state('a'), failing('b', { failure: crash })];
    expect(told(dueNotices(reports, [], draining('15:00')))).toEqual(['late: b']);
  });

  test('a contact who has to act is told at once', () => {
    expect(told(dueNotices([curable('a')], [], draining('14:01')))).toEqual(['action: a']);
  });

  test.each([
    ['a storm of which a few reports failed', { all: 244, delayed: 2 }, true],
    ['the last reports of a storm, all with workers', { all: 100, delayed: 0 }, true],
    ['an outage, in which one job asks and the others do not', { all: 1_000, delayed: 999 }, false],
    ['the jobs of a dispatch that all failed', { all: 10, delayed: 10 }, false],
    ['a queue that lost its messages', { all: 0, delayed: 0 }, false],
  ])('is told by how many jobs are delayed: %s', (_, depth, expected) => {
    expect(isDraining(depth)).toBe(expected);
  });
});

describe('delivered after all', () => {
  test('is told once all that was announced is done', () => {
    expect(
      checks(
        ['14:10', [curable('a'), failing('b'), done('c')]],
        ['15:00', [curable('a'), failing('b'), done('c')]],
        ['16:00', [done('a'), failing('b'), done('c')]],
        ['17:00', [done('a'), done('b'), done('c')]],
        ['17:10', [done('a'), done('b'), done('c')]],
      ),
    ).toEqual([['action: a'], ['late: b'], [], ['delivered: a b'], []]);
  });

  test('waits for reports that are not late yet, so that one mail closes both', () => {
    expect(
      checks(
        ['14:10', [curable('a'), failing('b')]],
        ['14:30', [done('a'), failing('b')]],
        ['15:00', [done('a'), failing('b')]],
        ['16:00', [done('a'), done('b')]],
      ),
    ).toEqual([['action: a'], [], ['late: b'], ['delivered: a b']]);
  });

  test('is told of those that were delivered where another one was not', () => {
    expect(
      checks(
        ['15:00', [failing('a'), failing('b')]],
        ['16:00', [done('a'), failing('b')]],
        ['2026-11-21T14:15', [done('a'), failing('b')]],
      ),
    ).toEqual([['late: a b'], [], ['delivered: a', 'not-delivered: b']]);
  });

  test('does not wait for another contact’s reports', () => {
    const others = failing('b', { contact: 'other@example.com' });
    expect(checks(['15:00', [failing('a'), others]], ['15:30', [done('a'), others]])).toEqual([
      ['late: a', 'late: b'],
      ['delivered: a'],
    ]);
  });

  test('is never told of a report that was not announced', () => {
    expect(checks(['14:50', [done('a')]], ['16:00', [done('a')]])).toEqual([[], []]);
  });
});

describe('messages that were not sent', () => {
  const withFailed = (project: string) => done(project, { failedMessages: [rejected] });

  test('are told once all reports are through', () => {
    expect(checks(['14:10', [withFailed('a'), state('b')]], ['14:20', [withFailed('a'), done('b')]])).toEqual(
      [[], ['not-sent: a']],
    );
  });

  test('are told after an hour where others are not through, and the rest at the end', () => {
    expect(
      checks(
        ['15:00', [withFailed('a'), failing('b'), failing('c')]],
        ['16:00', [withFailed('a'), withFailed('b'), failing('c')]],
        ['17:00', [withFailed('a'), withFailed('b'), withFailed('c')]],
        ['17:10', [withFailed('a'), withFailed('b'), withFailed('c')]],
      ),
    ).toEqual([['late: b c', 'not-sent: a'], [], ['delivered: b c', 'not-sent: b c'], []]);
  });
});
