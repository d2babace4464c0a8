import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { withDescription } from '#config/fields.ts';
import { schemaPropertyListText } from '../../../infra/docs/schema-list.ts';

const schema = z.toJSONSchema(
  z.strictObject({
    name: withDescription(z.string(), 'What it is called.'),
    size: withDescription(z._default(z.int().check(z.gte(1), z.lte(6)), 2), 'How big it is.'),
    shapes: withDescription(z._default(z.array(z.enum(['round', 'flat'])), ['round', 'flat']), 'Its shapes.'),
    colours: withDescription(z._default(z.array(z.enum(['red', 'blue'])), ['red']), 'Its colours.'),
    when: z.optional(z.strictObject({ cron: withDescription(z.string(), 'Five fields.') })),
    items: z.array(z.strictObject({ key: withDescription(z.email(), 'Whose it is.') })),
    at: z.optional(
      z.strictObject({
        places: z.record(z.string(), z.strictObject({ size: withDescription(z.string(), 'Its size.') })),
      }),
    ),
  }),
  { io: 'input' },
);

it('a list of a schema has a line for each property, with those of an object below it', () => {
  expect(schemaPropertyListText(schema).split('\n')).toEqual([
    '- `name` (*required*): What it is called.',
    '- `size` (default `2`): How big it is.',
    '- `shapes` (list of `round`, `flat`; default all): Its shapes.',
    '- `colours` (list of `red`, `blue`; default `red`): Its colours.',
    '- `when`',
    '  - `cron` (*required*): Five fields.',
    '- `items` (*required*; list)',
    '- `at`',
    '  - `places` (*required*)',
  ]);
});

it('a list leaves out properties that the document describes itself', () => {
  expect(schemaPropertyListText(schema, { without: ['cron', 'at', 'items', 'colours'] }).split('\n')).toEqual(
    [
      '- `name` (*required*): What it is called.',
      '- `size` (default `2`): How big it is.',
      '- `shapes` (list of `round`, `flat`; default all): Its shapes.',
      '- `when`',
    ],
  );
});

it('the properties of the objects in a list can be listed separately', () => {
  expect(schemaPropertyListText(schema, { path: 'items' })).toBe('- `key` (*required*): Whose it is.');
});

it('the properties of the values in a map can be listed separately', () => {
  expect(schemaPropertyListText(schema, { path: 'at.places' })).toBe('- `size` (*required*): Its size.');
});
