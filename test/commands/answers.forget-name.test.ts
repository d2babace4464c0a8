import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { namesAndNotesObject } from '#answers/objects.ts';
import { createDirectoryStore } from '#archive/directory.ts';
import { createS3Client, openArchive } from '#archive/s3.ts';
import { startAws } from '../support/aws/start-aws.ts';
import { callCli } from '../support/call-cli.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** An archive in which one answer page was sent under each of the names. */
async function anArchive(...names: readonly string[]) {
  const out = await temporaryDirectory();
  const store = createDirectoryStore(out);
  for (const [place, name] of names.entries()) {
    const week = { first: '2026-11-23', last: '2026-11-29' };
    const of = { project: 'riverside', report: 'weekly', ...week, message: 'm', digest: String(place) };
    await namesAndNotesObject.create(store, of, { format: 1, at: '2026-11-21T08:00:00Z', name, notes: {} });
  }
  const left = async () => (await store.list('answer-names/')).map((key) => names[Number(key.at(-6))]);
  const forget = (name: string, ...words: string[]) =>
    callCli(['answers', '--out', out, '--forget', name, ...words]);
  return { out, forget, left };
}

/** A person at a terminal who gives these answers in turn. @returns the questions */
function aPerson(...answers: readonly string[]): readonly string[] {
  const asked: string[] = [];
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const own = Object.getOwnPropertyDescriptor(process, 'stdin');
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    asked.push(String(text));
    setImmediate(() => stdin.write(`${answers[asked.length - 1]}\n`));
    return true;
  });
  onTestFinished(() => {
    write.mockRestore();
    if (own) Object.defineProperty(process, 'stdin', own);
  });
  return asked;
}

it.each([
  ['in NFC and NFD', 'Zoë Müller'.normalize('NFC'), 'Zoë Müller'.normalize('NFD')],
  ['in another case', 'Ana Silva', 'ANA SILVA'],
  ['with ß and SS', 'Jo Groß', 'JO GROSS'],
  ['with a dotted capital', 'İpek Işık', 'ipek ışık'],
  ['in capitals with a dotless one', 'Işıl Demir', 'IŞIL DEMİR'],
  ['with other apostrophes', "Sean O'Neil", 'Sean O’Neil'],
  ['with a letter as the apostrophe', 'Sean Oʼneil', 'Sean O`Neil'],
  ['with other spaces', 'Ana Silva', ' Ana \u00a0Silva  '],
  ['with a no-break space and one without a width', 'Ana Silva', 'Ana\u00a0Sil\u200bva'],
  ['in full width', 'Ana Silva', 'Ａｎａ Ｓｉｌｖａ'],
])('a name is found %s', async (_, stored, given) => {
  for (const [one, other] of [
    [stored, given],
    [given, stored],
  ] as const) {
    const { forget, left } = await anArchive(one);
    const { code } = await forget(other, '--yes');
    expect([code, await left()]).toEqual([0, []]);
  }
});

const names = ['Ana Silva', 'Ána Sílva', 'Anna Silva', 'Anna Silva', 'Ana Silver', 'Eva Sousa'];

it('a name is removed from the archive of a deployed stack too', async () => {
  const bucket = 'lookahead-uk-archivebucket1a2b3c4d-5e6f';
  const aws = await startAws({ buckets: [bucket] });
  onTestFinished(aws.close);
  const store = openArchive(bucket, { client: createS3Client(aws.client) });
  const week = { first: '2026-11-23', last: '2026-11-29' };
  const of = { project: 'riverside', report: 'weekly', ...week, message: 'm', digest: '0' };
  const stored = { format: 1, at: '2026-11-21T08:00:00Z', name: 'Ana Silva', notes: {} } as const;
  await namesAndNotesObject.create(store, of, stored);
  const words = ['answers', '--bucket', bucket, '--forget', 'Ana Silva', '--yes', '--json'];
  const { code, stdout } = await callCli(words, { env: aws.environment });
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { removed: 1 }]);
  expect(await store.list('answer-names/')).toEqual([]);
});

it('with --yes, names that are nearly the same are listed and kept', async () => {
  const { forget, left } = await anArchive(...names);
  const { stdout } = await forget('Ana Silva', '--yes');
  expect(await left()).toEqual(names.slice(1));
  const said = ['Ána Sílva (1 page)', 'Anna Silva (2 pages)', 'Ana Silver (1 page)'];
  expect(stdout.match(/Nearly the same.*/g)).toEqual(
    said.map((like) => `Nearly the same, and kept: ${like}. To remove it, give this name.`),
  );
  const { stdout: json } = await forget('Ana Silva', '--yes', '--json');
  expect(JSON.parse(json)).toEqual({ found: [], removed: 0, near: said });
  expect((await forget('Jo', '--yes')).stdout).toBe('No answer has this name.\n');
});

it('a person is asked about each name that is nearly the same', async () => {
  const { forget, left } = await anArchive(...names);
  const asked = aPerson('y', 'n', 'yes', '');
  await forget('Ana Silva');
  expect(asked).toEqual([
    'Remove this name and its notes? [y/N] ',
    'Remove the name Ána Sílva (1 page) too? [y/N] ',
    'Remove the name Anna Silva (2 pages) too? [y/N] ',
    'Remove the name Ana Silver (1 page) too? [y/N] ',
  ]);
  expect(await left()).toEqual(['Ána Sílva', 'Ana Silver', 'Eva Sousa']);
});

it('a damaged file, which may have the name, is listed, and the command fails', async () => {
  const { out, forget, left } = await anArchive('Ana Silva', 'Zed');
  const damaged = 'answer-names/riverside/weekly/2026-11-23_2026-11-29/m/1.json';
  await writeFile(join(out, damaged), '{"name": "Zed"');
  const { code, stdout, stderr } = await forget('Ana Silva', '--yes');
  expect([code, await left()]).toEqual([1, ['Zed']]);
  expect(stdout).toContain('Removed.');
  expect(stderr).toContain(`${damaged} cannot be read. Remove it, if it may have the name.`);
});
