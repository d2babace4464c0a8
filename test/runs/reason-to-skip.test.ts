import { describe, expect, it } from 'vitest';
import type { ResolvedReport } from '#runs/look-up-report.ts';
import {
  aClock,
  anAttempt,
  aResolvedReport,
  aWireTask,
  deliverResolved,
  jsonOfObject,
  runId,
  tasksReader,
  windowAfter,
} from '../support/builders/a-delivery.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { createRecordingMailer } from '../support/recording-mailer.ts';

const planned = [aWireTask('t1'), aWireTask('t2', { shift: 'night', notes: 'as planned' })];

/** A report with `sendWhen: changed`, and a function that runs it on a day with the tasks planned then. */
function aChangingReport() {
  const store = createMemoryStore();
  const mailer = createRecordingMailer({ repeatable: false });
  const runOn = (day: string, tasks = planned, changes: Partial<ResolvedReport> = {}) => {
    const { now } = aClock(`${day}T14:00:05Z`);
    const due = runId(`${day}T14:00:00Z`);
    const resolved = aResolvedReport({ sendWhen: 'changed', runId: due, dispatchId: due, ...changes });
    return deliverResolved(
      resolved,
      anAttempt({
        store,
        mailer,
        now,
        planning: tasksReader(tasks),
      }),
    );
  };
  return { store, mailer, runOn };
}

describe('a report that is sent only if something has changed', () => {
  it('is sent the first time, then skipped, with the reason, while its tasks stay the same', async () => {
    const { store, mailer, runOn } = aChangingReport();
    expect(await runOn('2026-11-17')).toMatchObject({ outcome: 'delivered', issueNumber: 1 });
    const sent = mailer.taken.length;
    const reason =
      'Nothing has changed since revision 1 of the same dates, and such a report is not sent, as configured (sendWhen: changed).';
    expect(await runOn('2026-11-18')).toMatchObject({ outcome: 'skipped', reason });
    expect(await runOn('2026-11-19')).toMatchObject({ outcome: 'skipped', reason });
    expect(mailer.taken).toHaveLength(sent);
    const skipped = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-18T14-00-00Z/skipped.json';
    expect(jsonOfObject(await store.get(skipped))).toMatchObject({ reason });
  });

  it.each([
    ['a task has moved', [aWireTask('t1', { finish: '2026-11-26' }), ...planned.slice(1)]],
    ['a task is new', [...planned, aWireTask('t3')]],
    ['a task has gone', planned.slice(1)],
    ['a task has a new name', [aWireTask('t1', { name: 'Strike formwork' }), ...planned.slice(1)]],
    ['a task has a new shift', [aWireTask('t1', { shift: 'afternoon' }), ...planned.slice(1)]],
  ])('is sent if %s', async (_, tasks) => {
    const { runOn } = aChangingReport();
    await runOn('2026-11-17');
    await runOn('2026-11-18');
    expect(await runOn('2026-11-19', tasks)).toMatchObject({ outcome: 'delivered', issueNumber: 2 });
    expect(await runOn('2026-11-20', tasks)).toMatchObject({ outcome: 'skipped' });
  });

  it('is sent for a new week, although no task has changed', async () => {
    const { runOn } = aChangingReport();
    await runOn('2026-11-17');
    const window = windowAfter('2026-11-24');
    expect(await runOn('2026-11-24', planned, { window })).toMatchObject({ outcome: 'delivered' });
  });

  it('is sent if the last issue did not go to all recipients of this one', async () => {
    const { runOn } = aChangingReport();
    await runOn('2026-11-17', planned, {
      everyone: { to: ['me@example.com'], cc: [], replyTo: [] },
      audiences: [],
    });
    expect(await runOn('2026-11-18')).toMatchObject({ outcome: 'delivered', issueNumber: 2 });
  });

  it('is sent if a message of the last issue could not be sent', async () => {
    const { mailer, runOn } = aChangingReport();
    mailer.answers.push({ kind: 'failed', reason: 'No such address.' });
    expect(await runOn('2026-11-17')).toMatchObject({ outcome: 'failed' });
    expect(await runOn('2026-11-18')).toMatchObject({ outcome: 'delivered', issueNumber: 2 });
  });
});
