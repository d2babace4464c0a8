import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { described } from '../../../functions/config/fields.ts';
import { schemaTable } from '../../../infra/docs/schema-table.ts';

const schema = z.toJSONSchema(
  z.strictObject({
    name: described(z.string(), 'What it is called.'),
    size: described(z._default(z.int().check(z.gte(1), z.lte(6)), 2), 'How big it is.'),
    shapes: described(z._default(z.array(z.enum(['round', 'flat'])), ['round', 'flat']), 'Its shapes.'),
    when: z.optional(z.strictObject({ cron: described(z.string(), 'Five fields.') })),
    items: z.array(z.strictObject({ key: described(z.email(), 'Whose it is.') })),
    at: z.optional(
      z.strictObject({
        places: z.record(z.string(), z.strictObject({ size: described(z.string(), 'Its size.') })),
      }),
    ),
  }),
  { io: 'input' },
);

it('a table of a schema has a row for each property, also of objects in it', () => {
  expect(schemaTable(schema).split('\n')).toEqual([
    '| Key | Value | Default | Meaning |',
    '| --- | --- | --- | --- |',
    '| `name` | text | *required* | What it is called. |',
    '| `size` | whole number, 1 to 6 | `2` | How big it is. |',
    '| `shapes` | list of `round`, `flat` | all | Its shapes. |',
    '| `when` | object |  |  |',
    '| `when.cron` | text | *required* | Five fields. |',
    '| `items` | list of object | *required* |  |',
    '| `at` | object |  |  |',
    '| `at.places` | object | *required* |  |',
  ]);
});

it('a list of objects can have a table of its own', () => {
  expect(schemaTable(schema, 'items').split('\n').slice(2)).toEqual([
    '| `key` | e-mail address | *required* | Whose it is. |',
  ]);
});

it('the values of a map can have a table of their own', () => {
  expect(schemaTable(schema, 'at.places').split('\n').slice(2)).toEqual([
    '| `size` | text | *required* | Its size. |',
  ]);
});
