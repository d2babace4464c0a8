import { describe, expect, it } from 'vitest';
import { dryRunReport } from '#runs/run-report.ts';
import { anAttempt, aResolvedReport, deliverResolved, tasksReader } from '../support/builders/a-delivery.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { createRecordingMailer } from '../support/recording-mailer.ts';

const empty = { planning: tasksReader([]) };

describe('a dry run', () => {
  it('says what the run will do, and stores nothing', async () => {
    const store = createMemoryStore();
    const parts = anAttempt({ store });
    const dryRun = await dryRunReport(aResolvedReport(), parts);
    expect(store.objects.size).toBe(0);
    const delivered = await deliverResolved(aResolvedReport(), parts);
    expect(dryRun).toEqual({
      ...delivered,
      outcome: 'dry run',
      files: delivered.files.map((file) => ({ ...file, link: undefined })),
      messages: delivered.messages.map((message) => ({
        ...message,
        subject: undefined,
        outcome: { kind: 'would be sent' },
      })),
      keys: [],
    });
  });

  it('of a run with an issue says which messages would still be sent', async () => {
    const store = createMemoryStore();
    const mailer = createRecordingMailer({ repeatable: true });
    mailer.answers.push('lost');
    await deliverResolved(aResolvedReport(), anAttempt({ store, mailer }));
    const before = new Map(store.objects);
    const dryRun = await dryRunReport(aResolvedReport(), anAttempt({ store, mailer }));
    expect(store.objects).toEqual(before);
    expect(dryRun).toMatchObject({
      outcome: 'dry run',
      issueNumber: 1,
      messages: [
        { id: 'everyone', outcome: { kind: 'would be sent' } },
        { id: 'subcontractor-s1', outcome: { kind: 'sent' } },
      ],
    });
  });

  it('uses the snapshot that an earlier attempt took, and the number it holds', async () => {
    const store = createMemoryStore();
    await expect(
      deliverResolved(
        aResolvedReport(),
        anAttempt({ store, render: () => Promise.reject(new Error('no renderer')) }),
      ),
    ).rejects.toThrow('no renderer');
    const dryRun = await dryRunReport(
      aResolvedReport(),
      anAttempt({ store, planning: { tasks: () => Promise.reject(new Error('nothing is pulled again')) } }),
    );
    expect(dryRun).toMatchObject({
      issueNumber: 1,
      tasksPerShift: { day: 1, night: 1 },
      readiness: { of: 2, ready: 2, withGap: 2, notReady: 0, behind: 0 },
    });
  });

  it('says that an empty window would be skipped, or was skipped', async () => {
    const store = createMemoryStore();
    const parts = anAttempt({ store, ...empty });
    const resolved = aResolvedReport({ sendWhen: 'any-task' });
    const expected = { outcome: 'dry run', issueNumber: undefined, files: [], messages: [] };
    expect(await dryRunReport(resolved, parts)).toMatchObject(expected);
    await deliverResolved(resolved, parts);
    expect(await dryRunReport(resolved, parts)).toMatchObject(expected);
  });
});
