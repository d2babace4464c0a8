/** A finished run, whose files were removed or changed afterwards. */

import { describe, expect, it } from 'vitest';
import { openOutboxMailer } from '#machine/machine-world.ts';
import { PlanningError } from '#planning/client/planning-error.ts';
import { type ResolvedReport, runObjectKeyValuesOf } from '#runs/look-up-report.ts';
import type { ReportToMake } from '#runs/report-to-make.ts';
import { runReport } from '#runs/run-report.ts';
import {
  type AttemptChanges,
  anAttempt,
  aResolvedReport,
  deliverResolved,
} from '../support/builders/a-delivery.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { createRecordingMailer } from '../support/recording-mailer.ts';

const run = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/';
const everyoneFile = `${run}Riverside Tower – Weekly lookahead 2026-W48 rev 1.xlsx`;
const changed = new TextEncoder().encode('changed');
const isDown = async () => {
  const details = { operation: 'users', remedy: 'Try again later.', status: 503 } as const;
  throw new PlanningError('PlanningUnavailableError', 'it is down', details);
};

/** A finished run, and another attempt at it. */
async function aFinishedRun(way: 'mailed' | 'files') {
  const store = createMemoryStore();
  const mailer = way === 'mailed' ? createRecordingMailer({ repeatable: false }) : openOutboxMailer(store);
  await deliverResolved(aResolvedReport(), anAttempt({ store, mailer }));
  const before = new Map(store.objects);
  const again = async ({ job: resolved = async () => aResolvedReport(), ...changes }: AgainParts = {}) => {
    const parts = anAttempt({ store, mailer, owner: 'attempt-2', ...changes });
    const { warnings, ...result } = await runReport(
      { address: runObjectKeyValuesOf(aResolvedReport()), mode: 'send', lookUp: resolved },
      parts,
    );
    // The first warning comes from the issue: a cut has no tasks.
    return { ...result, warnings: warnings.slice(1) };
  };
  const [message = ''] = [...before.keys()].filter((key) => key.endsWith('.eml'));
  return { store, before, again, message };
}

type AgainParts = AttemptChanges & { readonly job?: () => Promise<ResolvedReport> };

describe('another attempt at a finished run', () => {
  it.each(['mailed', 'files'] as const)('makes a missing workbook again, byte for byte (%s)', async (way) => {
    const { store, before, again } = await aFinishedRun(way);
    store.objects.delete(everyoneFile);
    expect(await again()).toMatchObject({
      outcome: 'restored',
      warnings: [
        `The workbook ${everyoneFile} was missing; it was made again from the stored tasks, as ${everyoneFile}.`,
      ],
    });
    expect(store.objects).toEqual(before);
    expect((await again({ job: isDown })).outcome).toMatch(/^already/);
  });

  it('stores a replacement beside a changed workbook, and names it from then on', async () => {
    const { store, before, again } = await aFinishedRun('mailed');
    store.objects.set(everyoneFile, changed);
    const { outcome, files, warnings } = await again();
    const [{ key = '' } = {}] = files;
    expect(key).toMatch(/T14-00-00Z\/[0-9a-f]{16}\/Riverside Tower – Weekly lookahead 2026-W48 rev 1\.xlsx$/);
    expect({ outcome, warnings }).toEqual({
      outcome: 'restored',
      warnings: [
        `The workbook ${everyoneFile} was changed since it was made; it was made again from the stored tasks, as ${key}.`,
      ],
    });
    expect(store.objects.get(key)).toEqual(before.get(everyoneFile));
    expect(store.objects.get(everyoneFile)).toBe(changed);
    const third = await again({ job: isDown });
    expect(third).toMatchObject({ outcome: 'already delivered', files: [{ key }, {}], warnings: [] });
  });

  it.each<[string, AgainParts, string]>([
    ['the planning service is down', { job: isDown }, 'Try again later.'],
    [
      'this release makes it differently',
      { render: async () => changed },
      'This release or today’s configuration makes it differently.',
    ],
    [
      'its audience is no longer configured',
      { job: async () => aResolvedReport({ audiences: [] }) },
      'This release or today’s configuration makes it differently.',
    ],
  ])('says what is missing and what to do if %s, and stores nothing', async (_, parts, why) => {
    const { store, before, again } = await aFinishedRun('mailed');
    const [own = ''] = [...before.keys()].filter((key) => key.endsWith('.xlsx') && key.includes('Pile'));
    store.objects.delete(own);
    const after = new Map(store.objects);
    expect(await again(parts)).toMatchObject({
      outcome: 'damaged',
      warnings: [
        expect.stringMatching(
          /^The workbook .*Pile.* was missing, and could not be made again as it was\. .* Restore it from a backup\.$/,
        ),
      ],
    });
    expect((await again(parts)).warnings[0]).toContain(why);
    expect(store.objects).toEqual(after);
  });

  it('says that a workbook cannot be made again if the stored tasks are damaged too', async () => {
    const { store, again } = await aFinishedRun('mailed');
    store.objects.delete(everyoneFile);
    store.objects.set(`${run}snapshot.json.gz`, changed);
    expect(await again()).toMatchObject({
      outcome: 'damaged',
      warnings: [expect.stringMatching(/could not be made again .*snapshot\.json\.gz cannot be read/)],
    });
  });

  it('writes a missing message again, with its workbook', async () => {
    const { store, before, again, message } = await aFinishedRun('files');
    store.objects.delete(message);
    store.objects.delete(everyoneFile);
    const { outcome, warnings } = await again();
    expect(outcome).toBe('restored');
    expect(warnings).toEqual([
      expect.stringContaining('The workbook'),
      expect.stringMatching(/^The message \S+\.eml was missing from the outbox; it was written again\.$/),
    ]);
    expect(store.objects).toEqual(before);
  });

  it('leaves a changed message, and says how to have it written again', async () => {
    const { store, again, message } = await aFinishedRun('files');
    store.objects.set(message, changed);
    expect(await again()).toMatchObject({
      outcome: 'damaged',
      warnings: [expect.stringMatching(/^The message \S+\.eml .* was changed .* Move it away and run again/)],
    });
    expect(store.objects.get(message)).toBe(changed);
  });

  it('says why a message cannot be written if its workbook is missing too', async () => {
    const { store, again, message } = await aFinishedRun('files');
    store.objects.delete(message);
    store.objects.delete(everyoneFile);
    const { outcome, warnings } = await again({ job: isDown });
    expect(outcome).toBe('damaged');
    expect(warnings[1]).toMatch(
      /^The message \S+\.eml is missing from the outbox\. .*\.xlsx cannot be found/,
    );
  });
});

it('a workbook that is made again keeps its QR code, even if links can no longer be signed', async () => {
  const store = createMemoryStore();
  const render: AttemptChanges['render'] = async (_, { wallLink }) => Buffer.from(`code ${wallLink}`);
  const signPage = async (key: string, kind: string) => `https://links.example.com/?${kind}=${key}`;
  await deliverResolved(aResolvedReport(), anAttempt({ store, render, signPage }));
  const before = new Map(store.objects);
  store.objects.delete(everyoneFile);
  const gone = async () => {
    throw new Error('the secret is gone');
  };
  const again = anAttempt({ store, render, signPage: gone, owner: 'attempt-2' });
  expect(await deliverResolved(aResolvedReport({ qr: 'off' }), again)).toMatchObject({ outcome: 'restored' });
  expect(store.objects).toEqual(before);
  expect(new TextDecoder().decode(before.get(everyoneFile))).toMatch(/^code https:.*\?wall=.*everyone/);
});

it('another preview makes a missing workbook again', async () => {
  const store = createMemoryStore();
  const preview = aResolvedReport({ testRun: 'preview' });
  const order: ReportToMake = {
    address: runObjectKeyValuesOf(preview),
    mode: 'preview',
    lookUp: async () => preview,
  };
  const make = () => runReport(order, anAttempt({ store }));
  const first = await make();
  const before = new Map(store.objects);
  store.objects.delete(first.files[0]?.key ?? '');
  const { warnings } = await make();
  expect(warnings.at(-1)).toContain('was missing; it was made again');
  expect(store.objects).toEqual(before);
});
