import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfiguration } from '#config/load-configuration.ts';
import { aConfigurationText, riverside } from '../support/builders/a-configuration.ts';
import { aPng } from '../support/builders/a-picture.ts';
import { isDelivered, sampleFile, sampleText } from '../support/sample-configuration.ts';

const root = resolve(import.meta.dirname, '../..');

describe('loading a configuration', () => {
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lookahead-configuration-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  async function problemOf(text: string | Uint8Array): Promise<string> {
    const path = join(directory, 'lookahead.yaml');
    await writeFile(path, text);
    return loadConfiguration(path).then(
      () => '',
      (error: Error) => error.message.replaceAll(directory, ''),
    );
  }

  it.runIf(isDelivered)('finds the sample at the top of the repository', () => {
    expect(readFileSync(join(root, 'lookahead.yaml'), 'utf8')).toBe(sampleText);
  });

  it('reads the sample', async () => {
    const { projects, reports } = await loadConfiguration(sampleFile);
    expect(
      projects.map(({ key, region, projectId, timeZone }) => [key, region, projectId, timeZone]),
    ).toEqual([
      ['riverside', 'gb', 'riverside-tower', 'Europe/London'],
      ['harbour', 'au', 'harbour-quay', 'Australia/Sydney'],
    ]);
    expect(reports.map(({ key }) => key)).toEqual(['weekly', 'trades', 'six-weeks', 'nights']);
  });

  it('reports the file, the line and the remedy in one line', async () => {
    expect(await problemOf(aConfigurationText({ projects: [{ ...riverside, region: 'uk' }] }))).toBe(
      '/lookahead.yaml:4:13 projects[0].region: "uk" is invalid: expected one of "gb"|"au". Write gb or au. Its region in the planning service.',
    );
  });

  it('reports a missing file, a directory, and a file that is not UTF-8', async () => {
    const missing = loadConfiguration(join(directory, 'none.yaml'));
    await expect(missing).rejects.toThrow(
      `${directory}/none.yaml:1:1: the file cannot be read (ENOENT). It does not exist: check the path, or name another file.`,
    );
    await expect(loadConfiguration(directory)).rejects.toThrow(
      `${directory}:1:1: the file cannot be read (EISDIR). It is a directory: name the file in it.`,
    );
    expect(await problemOf(Uint8Array.of(0x66, 0xff, 0xfe))).toBe(
      '/lookahead.yaml:1:1: the file cannot be read (ERR_ENCODING_INVALID_ENCODED_DATA). It is not UTF-8 text: save it as UTF-8.',
    );
  });

  it('requires that a logo exists and is a complete picture', async () => {
    const text = aConfigurationText({ projects: [{ ...riverside, logo: 'logo.png' }] });
    expect(await problemOf(text)).toBe(
      '/lookahead.yaml:9:11 projects[0].logo: there is no file "logo.png". Correct the path, which is relative to this file, or remove the line.',
    );
    const problemOfLogo = async (bytes: string | Uint8Array) => {
      await writeFile(join(directory, 'logo.png'), bytes);
      return problemOf(text);
    };
    expect(await problemOfLogo('')).toBe(
      '/lookahead.yaml:9:11 projects[0].logo: "logo.png" is neither a PNG nor a JPEG picture. Save it as one of these.',
    );
    expect(await problemOfLogo(aPng().subarray(0, 60))).toBe(
      '/lookahead.yaml:9:11 projects[0].logo: "logo.png" is an incomplete or damaged PNG picture. Save it again.',
    );
    expect(await problemOfLogo(aPng())).toBe('');
  });

  it('requires that a logo is a file', async () => {
    const text = aConfigurationText({ projects: [{ ...riverside, logo: 'folder.png' }] });
    await mkdir(join(directory, 'folder.png'));
    expect(await problemOf(text)).toBe(
      '/lookahead.yaml:9:11 projects[0].logo: "folder.png" is not a file. Name a PNG or JPEG file.',
    );
  });
});
