/** The command `answers` on an archive in a folder, after a report that asked for promises. */
import { parse } from 'csv-parse/sync';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { createDirectoryStore } from '#archive/directory.ts';
import { saveArchiveRestored } from '#runs/store/restored-archive.ts';
import { aWireTask } from '../support/builders/a-delivery.ts';
import { anAskingReport } from '../support/builders/an-asking-report.ts';
import { callCli } from '../support/call-cli.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const tasks = [aWireTask('t1'), aWireTask('t4', { subcontractor: { id: 's2', name: 'Form Co' } })];

/** Pile Co promised in time, and Form Co declined late. */
async function anAnsweredWeek() {
  const site = anAskingReport();
  await site.deliver('2026-11-20', tasks);
  await (await site.open('2026-11-20', 's1', '2026-11-21T10:00:00Z')).send('Ana Silva', { t1: 'promise' });
  const late = await site.open('2026-11-20', 's2', '2026-11-23T07:00:01Z');
  await late.send('Ben', { t4: 'decline', 't4 reason': 'Labour' });
  return site;
}

async function inFolder({ store }: ReturnType<typeof anAskingReport>) {
  const out = await temporaryDirectory();
  const folder = createDirectoryStore(out);
  for (const [key, bytes] of store.objects) await folder.putOnce(key, bytes, 'application/octet-stream');
  return { out, folder, answers: (...words: string[]) => callCli(['answers', '--out', out, ...words]) };
}

it('late answers are separate in the text, and each row of the table is the same as in the JSON', async () => {
  const { answers } = await inFolder(await anAnsweredWeek());
  const { stdout } = await answers();
  expect(stdout).toContain('week 48: 1 of 2 tasks promised, 0 declined, 0 not answered, 1 answered late.');
  expect(stdout).toMatch(
    /Answered late:\n {4}Pour slab \(t4\): declined; Form Co: Labour\. Planned .*; Ben, Mon 23 Nov\n/,
  );
  const [{ tasks: rows, late }] = JSON.parse((await answers('--json')).stdout).weeks;
  expect(late).toBe(1);
  expect(parse((await answers('--csv')).stdout, { columns: true })).toEqual(
    rows.map(({ asked, late: isLate, people, disagrees: _, ...row }: Record<string, unknown>) => ({
      ...row,
      asked: String(asked),
      late: isLate ? 'late' : '',
      people: people ?? '',
    })),
  );
});

it('a damaged answer is reported, with what to do, by the commands answers and status', async () => {
  const site = await anAnsweredWeek();
  const [key = ''] = await site.store.list('answers/riverside/');
  site.store.objects.set(key, Buffer.from('{"format":1'));
  const { out, answers } = await inFolder(site);
  const said = `${key} cannot be read, so its answers do not count. Restore it from a backup; or ask for the answers again, and move it away.`;
  expect((await answers()).stdout).toContain(`  Lost answers:\n    ${said}\n`);
  const csv = await answers('--csv');
  expect([csv.stderr, parse(csv.stdout, { columns: true })]).toEqual([`${said}\n`, expect.any(Array)]);
  expect(JSON.parse((await answers('--json')).stdout).weeks[0].lost).toEqual([said]);
  const status = (since: string) => callCli(['status', '--out', out, '--since', since]);
  expect(await status('2026-11-27')).toMatchObject({ code: 1, stderr: expect.stringContaining(said) });
  expect(await status('2026-12-01')).toMatchObject({ code: 0, stderr: '' });
});

it('a damaged object with the latest answers is reported by status, with what to do', async () => {
  const site = await anAnsweredWeek();
  const latest = (await site.store.list('answers/stand/')).at(-1) ?? '';
  site.store.objects.set(latest, Buffer.from('{"format":1'));
  const { out } = await inFolder(site);
  const said = `${latest} cannot be read, so week pages show no answers of this cut. The next answer of the cut writes it again, with all its answers.`;
  expect(await callCli(['status', '--out', out, '--since', '2026-11-27'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(said),
  });
});

it('a declined task is one line, even if its note has several', async () => {
  const site = anAskingReport();
  await site.deliver('2026-11-20', [aWireTask('t1')]);
  const page = await site.open('2026-11-20', 's1', '2026-11-21T10:12:00Z');
  await page.send('Ana', {
    t1: 'decline',
    't1 reason': 'Labour',
    't1 note': 'two ill\n    Other (t9): Form Co: Weather (Ben)\r\n\nWeek 49: all promised.',
  });
  const { answers } = await inFolder(site);
  const { stdout } = await answers();
  const lines = stdout.split('\n').filter((each) => /t9|Week 49/.test(each));
  expect(lines).toEqual([
    expect.stringMatching(
      /^ {4}.*; two ill Other \(t9\): Form Co: Weather \(Ben\) Week 49: all promised\.; Ana, /,
    ),
  ]);
});

it.each([
  ['before the report was due', '2026-11-18T12:00:00Z', '2026-11-19T12:00:00Z', false],
  ['while it could be answered', '2026-11-19T12:00:00Z', '2026-11-21T09:10:00Z', true],
  ['while what was done could be said', '2026-12-13T12:00:00Z', '2026-12-20T12:00:00Z', true],
  ['after its links expired', '2026-12-14T12:00:00Z', '2026-12-20T12:00:00Z', false],
])(
  'after a backup was restored, a week shows that answers may be missing only if the backup may lack some: %s',
  async (_, known, at, isSaid) => {
    const site = await anAnsweredWeek();
    await saveArchiveRestored(site.store, Temporal.Instant.from(at), Temporal.Instant.from(known));
    const { answers } = await inFolder(site);
    const [{ lost }] = JSON.parse((await answers('--json')).stdout).weeks;
    const said =
      /^The archive was restored from a backup\. Answers between .* 12:00 GMT and .* may be missing\.$/;
    expect(lost).toEqual(isSaid ? [expect.stringMatching(said)] : []);
  },
);
