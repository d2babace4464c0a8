import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { decodeObject, RunStoreError, storeFormat } from '#delivery/store/stored-object.ts';

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const schema = z.object({ name: z.string() });

describe('an object', () => {
  test.each([
    [{ version: 1, name: 'a' }, 1],
    [{ version: 8, names: ['a'] }, 8],
    [{ version: 2 }, 2],
  ])(
    'of another version is refused, whether it looks like one of this version or not: %j',
    (value, found) => {
      expect(() => decodeObject(schema, 'a/object.json', bytes(value))).toThrow(
        new RunStoreError(
          `The run store's object a/object.json was written by another release (version ${found}, this one reads ${storeFormat})`,
          { remedy: 'Deploy that release again; nothing was changed.' },
        ),
      );
    },
  );

  test.each([
    [{ name: 'a' }],
    [{ version: 0, name: 'a' }],
    [{ version: '3', name: 'a' }],
    [{ version: 1.5 }],
    [[]],
    [null],
  ])('without a version that any release writes is damaged: %j', (value) => {
    expect(() => decodeObject(schema, 'a/object.json', bytes(value))).toThrow(
      /a\/object\.json cannot be read \(.*restore it from an earlier version or a backup/,
    );
  });
});
