import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { isCheckMissingOrFailed, readLastCheck, saveLastCheck } from '#machine/last-check.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const at = Temporal.Instant.from('2026-11-20T14:10:00Z');

it('the last check of a folder is the latest one, and is missing after 25 minutes', async () => {
  const folder = await temporaryDirectory();
  expect(await readLastCheck(folder)).toBeUndefined();
  await saveLastCheck(folder, { at: at.subtract({ minutes: 10 }) });
  expect(await saveLastCheck(folder, { at })).toBeUndefined();
  const last = await readLastCheck(folder);
  expect(String(last?.at)).toBe('2026-11-20T14:10:00Z');
  expect(last && isCheckMissingOrFailed(last, at.add({ minutes: 25 }))).toBe(false);
  expect(last && isCheckMissingOrFailed(last, at.add({ minutes: 26 }))).toBe(true);
});

it('a check that could not write to the archive counts as missing at once, with the reason', async () => {
  const folder = await temporaryDirectory();
  expect(await saveLastCheck(folder, { at, problem: 'The disk is full.' })).toBe('The disk is full.');
  const last = await readLastCheck(folder);
  expect(last?.problem).toBe('The disk is full.');
  expect(last && isCheckMissingOrFailed(last, at)).toBe(true);
});

it('a check that cannot be saved returns the reason, and leaves no file behind', async () => {
  const folder = await temporaryDirectory();
  await saveLastCheck(folder, { at });
  const inFile = join(folder, 'file');
  await writeFile(inFile, '');
  expect(await saveLastCheck(inFile, { at })).toContain('Cannot write');
  expect(await readLastCheck(inFile)).toBeUndefined();
  expect(await readdir(folder)).toEqual(['.last-check.json', '.unfinished', 'file']);
});
