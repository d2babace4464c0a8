/** The list of keys in docs/architecture.md. */
import { expect, it } from 'vitest';
import * as answers from '#answers/objects.ts';
import * as pages from '#pages/objects.ts';
import * as versions from '#planning/contract/version-keys.ts';
import * as apiKeys from '#planning-server/keys/objects.ts';
import * as objects from '#runs/store/objects.ts';
import { generatedDocParts } from '../../../infra/docs/contents.ts';

const contents = await generatedDocParts();
const listed = (contents.get('object keys') ?? '').split('\n').slice(1, -1);
const lines = listed.slice(listed.indexOf('') + 1);

it('the list of keys has a line for each kind of object, with its content', () => {
  const kinds = [objects, pages, answers, apiKeys, versions].flatMap((table) =>
    Object.values(table).filter((kind) => typeof kind === 'object' && 'by' in kind),
  );
  expect(lines.filter((line) => !/\S {2,}\S/.test(line))).toEqual([]);
  // The number of an issue has a second row, in the table of pages, which find a later issue by it.
  expect(lines).toHaveLength(kinds.length - 1);
});

it('the list of keys has the common beginning of several keys only once', () => {
  const at = lines.findIndex((line) => line.startsWith('requests/'));
  expect(lines.slice(at, at + 3)).toEqual([
    'requests/<date>/<dispatchId>/<at>/request.json  a request, each time it is made',
    '                                  by-hand.json  marks a request that was made on the command line',
    '                                  settled.json  nothing is left to do',
  ]);
});

it('the list of keys explains the placeholders at the beginning of keys', () => {
  const named = new Set(lines.flatMap((line) => /^<\w+>/.exec(line)?.[0] ?? []));
  const said = listed.slice(0, listed.indexOf('')).flatMap((line) => /^<\w+>/.exec(line)?.[0] ?? []);
  expect(said.sort()).toEqual([...named].sort());
});
