import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { decodeObject, RunStoreError, version } from '../../../functions/delivery/store/stored-object.ts';

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const first = z.object({ version, name: z.string() });

describe('an object', () => {
  test.each([
    [{ version: 2, name: 'a' }, 2],
    [{ version: 7, names: ['a'] }, 7],
    [{ version: 2 }, 2],
  ])(
    'of a later version is refused, whether it looks like one of this version or not: %j',
    (value, found) => {
      expect(() => decodeObject(first, 'a/object.json', bytes(value))).toThrow(
        new RunStoreError(
          `The run store's object a/object.json was written by a later release (version ${found}, this one reads 1)`,
          { key: 'a/object.json', remedy: 'Deploy that release again; nothing was changed.' },
        ),
      );
    },
  );

  test.each([
    [{ name: 'a' }],
    [{ version: 0, name: 'a' }],
    [{ version: '2', name: 'a' }],
    [{ version: 1.5 }],
    [[]],
    [null],
  ])('without a version that any release writes is damaged: %j', (value) => {
    expect(() => decodeObject(first, 'a/object.json', bytes(value))).toThrow(
      /a\/object\.json cannot be read \(.*restore it from an earlier version or a backup/,
    );
  });

  test('of each version that a release knows is read by that version’s schema', () => {
    const second = z.object({ version: z.literal(2), names: z.array(z.string()) });
    const either = z.discriminatedUnion('version', [first, second]);
    const read = (value: unknown) => decodeObject(either, 'a/object.json', bytes(value));
    expect(read({ version: 1, name: 'a' })).toEqual({ version: 1, name: 'a' });
    expect(read({ version: 2, names: ['a'] })).toEqual({ version: 2, names: ['a'] });
    expect(() => read({ version: 2, name: 'a' })).toThrow(/cannot be read \(names: /);
    expect(() => read({ version: 3, names: ['a'] })).toThrow(/version 3, this one reads 1 and 2/);
  });
});
