/** The list of keys in docs/architecture.md. */
import { expect, test } from 'vitest';
import * as objects from '#delivery/store/objects.ts';
import { generatedContents } from '../../../infra/docs/contents.ts';

const contents = await generatedContents();
const listed = (contents.get('object keys') ?? '').split('\n').slice(1, -1);
const lines = listed.slice(listed.indexOf('') + 1);

test('has a line for each kind of object, with what it says', () => {
  const kinds = Object.values(objects).filter((kind) => typeof kind === 'object' && 'by' in kind);
  expect(lines.filter((line) => !/\S {2,}\S/.test(line))).toEqual([]);
  // Beside these: a week page, answers and their names, four of an API key, and two of a version.
  expect(lines).toHaveLength(kinds.length + 9);
});

test('shows once what the keys of several begin with', () => {
  expect(lines.slice(0, 4)).toEqual([
    '<tests>dispatches/<dispatchId>/manifest-<n>.json  what is due; later ones add reports configured later',
    'dispatches/<dispatchId>/settled.json                   nothing is left to do',
    '                        notices/<notice>/notice.json   a mail to a contact, sent as a message of an issue is',
    '                                         dropped.json  not sent: no longer true',
  ]);
});

test('says what the beginnings stand for that have a name', () => {
  const named = new Set(lines.flatMap((line) => /^<\w+>/.exec(line)?.[0] ?? []));
  const said = listed.slice(0, listed.indexOf('')).flatMap((line) => /^<\w+>/.exec(line)?.[0] ?? []);
  expect(said.sort()).toEqual([...named].sort());
});
