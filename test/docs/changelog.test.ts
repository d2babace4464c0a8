import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '#base/version.ts';
import { databaseFormatVersion } from '#planning-server/versions/database.ts';
import { storeFormatVersion } from '#runs/store/stored-object.ts';

const text = readFileSync(join(resolve(import.meta.dirname, '../..'), 'CHANGELOG.md'), 'utf8');
const [, ...sections] = text.split(/^## /m);

describe('the changelog', () => {
  it('has a section of this version, below the one of unreleased changes', () => {
    const names = sections.map((section) => section.split('\n')[0]);
    expect(names.filter((name) => name !== 'Unreleased')[0]).toBe(version);
  });

  it('begins each section with its stored formats, and the first one with the current formats', () => {
    const formats = sections.map((section) => /^.*\n\n\*Stored formats\*: (.*?)\./.exec(section)?.[1]);
    expect(formats).not.toContain(undefined);
    expect(formats[0]).toBe(`reports ${storeFormatVersion}, imported versions ${databaseFormatVersion}`);
  });
});
