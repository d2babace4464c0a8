/** Dates of a table that cannot be read: a few are reported, more of them stop the import. */
import { describe, expect, it } from 'vitest';
import { readLatestManifest } from '#planning-server/versions/manifest.ts';
import { importProgramme } from '#programme/import-programme.ts';
import { ImportRefusedError } from '#programme/import-result.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { proposalFor } from '../support/programmes/import-by-proposal.ts';

const project = { region: 'gb', projectId: 'sluice' } as const;

/** A table of 300 tasks, of which the first `dated` have finishes: `finishes`, then dates of December. */
function tableOf(dated: number, ...finishes: readonly string[]): Uint8Array {
  const lines = Array.from({ length: 300 }, (_, at) => {
    const day = 1 + (at % 28);
    const finish = finishes[at] ?? `${day + 2}.12.2026`;
    return `T${at + 1};Bay ${at + 1};${day}.12.2026;${at < dated ? finish : ''}`;
  });
  return Buffer.from(['ID;Task;Start;Finish', ...lines, ''].join('\n'));
}

const unread = (count: number) => Array.from({ length: count }, (_, at) => `${31 + at}.11.2026`);

async function importing(content: Uint8Array, { force = false, dryRun = false } = {}) {
  const archive = createMemoryStore();
  const add = (name: string, bytes: Uint8Array, text: string) =>
    importProgramme(
      {
        file: { name, read: async () => bytes },
        mapping: { name: 'map.yaml', text },
        project,
        force,
        dryRun,
      },
      { archive, now: '2026-11-20T10:00:00Z' },
    );
  await add('before.csv', tableOf(300), await proposalFor('plan.csv', tableOf(300)));
  const result = await add('plan.csv', content, await proposalFor('plan.csv', content)).catch(
    (error: unknown) => {
      if (error instanceof ImportRefusedError) return error;
      throw error;
    },
  );
  return { result, served: (await readLatestManifest(archive, project))?.file };
}

describe('dates that cannot be read', () => {
  it.each([
    ['stop an import if there are five', 100, unread(5), 'before.csv'],
    ['do not stop an import if there are fewer than five', 100, unread(4), 'plan.csv'],
    ['do not stop an import if they are up to 2 % of the column', 250, unread(5), 'plan.csv'],
    ['stop an import if they are more than 2 % of the column', 249, unread(5), 'before.csv'],
    ['do not include words for dates that are not known yet', 100, Array(40).fill('TBC'), 'plan.csv'],
    [
      'do not stop an import if there are few beside such words',
      100,
      [...Array(40).fill('open'), ...unread(4)],
      'plan.csv',
    ],
  ])('%s', async (_, dated, finishes, served) => {
    expect((await importing(tableOf(dated, ...finishes))).served).toBe(served);
  });

  it('are named with their texts, lines and a remedy', async () => {
    const { result } = await importing(tableOf(300, ...unread(7)));
    expect(result).toBeInstanceOf(ImportRefusedError);
    expect(result).toMatchObject({
      message: expect.stringMatching(
        /^7 of the 300 dates of Finish cannot be read: "31\.11\.2026" in line 2, .*, "37\.11\.2026" in line 8\. Correct the dates, or write their format under dates in the mapping\. --force imports the file without them\.$/,
      ),
    });
  });

  it('do not stop an import with --force, and a dry run says that they would', async () => {
    const content = tableOf(300, ...unread(7));
    expect((await importing(content, { force: true })).served).toBe('plan.csv');
    const { result } = await importing(content, { dryRun: true });
    expect(result).toMatchObject({
      outcome: 'dry run',
      refusal: expect.stringContaining('7 of the 300 dates of Finish cannot be read'),
    });
  });

  it('are counted in the last line of the proposed mapping', async () => {
    const lines = (await proposalFor('plan.csv', tableOf(100, ...unread(5)))).trimEnd().split('\n');
    expect(lines.at(-1)).toBe(
      '# This mapping makes 300 tasks from 300 rows; 5 dates of Finish cannot be read, such as "31.11.2026".',
    );
  });
});
