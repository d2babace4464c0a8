import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  createKeyTemplate,
  defineObjectKind,
  jsonEncoding,
  numberParameter,
  oneOfWordsParameter,
  textParameter,
} from '#archive/objects.ts';
import { createMemoryStore } from '../support/memory-store.ts';

const parameters = {
  date: textParameter(/\d{4}-\d\d-\d\d/),
  n: numberParameter(1),
  number: numberParameter(6),
  became: oneOfWordsParameter(['on', 'off']),
  /** Only texts of even length are valid. */
  pairs: {
    pattern: /[a-z]+/,
    text: (value: string) => value,
    value: (text: string) => (text.length % 2 === 0 ? text : undefined),
  },
};

describe('keys', () => {
  it.each([
    ['a/{date}/{n}.json', { date: '2026-11-20', n: 12 }, 'a/2026-11-20/12.json'],
    ['a/{number}-{became}.json', { number: 7, became: 'off' }, 'a/000007-off.json'],
    ['{free}/{other}_{n}', { free: 'ä b', other: 'x_1', n: 2 }, 'ä b/x_1_2'],
    ['a.b/(c)/{pairs}', { pairs: 'abcd' }, 'a.b/(c)/abcd'],
  ] as const)('of the form %s are read back into their parameters', (template, values, key) => {
    const keys = createKeyTemplate(parameters, template);
    const known: Parameters<typeof keys.key>[0] & object = JSON.parse(JSON.stringify(values));
    expect(keys.key(known)).toBe(key);
    expect(keys.of(key)).toEqual(values);
  });

  const stops = createKeyTemplate(parameters, 'stops/{date}/{n}-{became}.json');

  it('can be listed by a prefix made of the first known parameters', () => {
    expect(stops.under({})).toBe('stops/');
    expect(stops.under({ date: '2026-11-20' })).toBe('stops/2026-11-20/');
    expect(stops.under({ date: '2026-11-20', n: 3 })).toBe('stops/2026-11-20/3-');
    expect(stops.under({ n: 3 })).toBe('stops/');
  });

  it.each([
    'stops/2026-11-20/0-on.json',
    'stops/2026-11-20/01-on.json',
    'stops/2026-11-20/1-gone.json',
    'stops/20-11-2026/1-on.json',
    'stops/2026-11-20/1-on.json.bak',
    'old/stops/2026-11-20/1-on.json',
    '',
  ])('of another kind are not read: %j', (key) => {
    expect(stops.of(key)).toBeUndefined();
  });

  it('of other kinds are skipped in a list', () => {
    const keys = ['stops/2026-11-20/2-on.json', 'stops/x', 'stops/2026-11-20/1-off.json'];
    expect(stops.in(keys)).toEqual([
      { date: '2026-11-20', n: 2, became: 'on' },
      { date: '2026-11-20', n: 1, became: 'off' },
    ]);
  });

  it('are not read if they fit the pattern but a parameter is invalid', () => {
    expect(createKeyTemplate(parameters, 'a/{pairs}').of('a/abc')).toBeUndefined();
  });

  it('are not made of values that they cannot contain', () => {
    const of = { date: '2026-11-20', n: 1, became: 'on' } as const;
    expect(() => stops.key({ ...of, date: '../2026' })).toThrow(RangeError);
    expect(() => stops.key({ ...of, n: 0 })).toThrow(RangeError);
    // @ts-expect-error This word is not in the list.
    expect(() => stops.key({ ...of, became: 'gone' })).toThrow(RangeError);
    // @ts-expect-error A text is not a number.
    expect(stops.key({ ...of, n: '1' })).toBe('stops/2026-11-20/1-on.json');
    // @ts-expect-error A parameter is missing.
    expect(() => stops.key({ date: '2026-11-20', n: 1 })).toThrow(RangeError);
  });
});

class Damaged extends Error {}

const kind = defineObjectKind(parameters, 'failing-addresses/{free}/{number}.json', {
  schema: z.object({ at: z.string(), many: z.array(z.object({ count: z.number() })) }),
  form: jsonEncoding(1, (key, problem) => new Damaged(`${key}: ${problem}`)),
  by: ['command'],
  persons: 'none',
});
const of = { free: 'a', number: 1 };
const key = 'failing-addresses/a/000001.json';
const value = { at: 'noon', many: [{ count: 1 }] };

describe('an object', () => {
  it('is created once, with its properties in the order of the schema, and can be read', async () => {
    const store = createMemoryStore();
    expect(await kind.read(store, of)).toBeUndefined();
    expect(await kind.create(store, of, { many: value.many, at: value.at })).toBe('created');
    expect(store.writes).toEqual([expect.objectContaining({ key, contentType: 'application/json' })]);
    expect(Buffer.from(store.objects.get(key) ?? []).toString()).toBe(`${JSON.stringify(value, null, 1)}\n`);
    expect(await kind.create(store, of, { ...value, at: 'later' })).toBe('exists');
    expect(await kind.read(store, of)).toEqual(value);
    expect(await kind.createOrRead(store, of, { ...value, at: 'later' })).toEqual(value);
    expect(await kind.createOrRead(store, { ...of, number: 2 }, value)).toEqual(value);
  });

  it.each([
    ['is not JSON', '{', `${key}: Invalid input: expected object, received undefined`],
    ['has another form', '{"at":1,"many":[]}', `${key}: at: Invalid input: expected string, received number`],
    [
      'has another form within',
      '{"at":"","many":[{}]}',
      /^failing-addresses\/a\/000001.json: many\[0\]\.count: /,
    ],
  ])('causes the error defined for its kind, with the place, if it %s', async (_, text, message) => {
    const store = createMemoryStore();
    store.objects.set(key, Buffer.from(text));
    await expect(kind.read(store, of)).rejects.toThrow(Damaged);
    await expect(kind.read(store, of)).rejects.toThrow(message);
  });

  it('causes the error defined for its kind if it has to exist and is missing', async () => {
    await expect(kind.readExisting(createMemoryStore(), of)).rejects.toThrow(`${key}: it is missing`);
  });

  it('is listed with the others of its kind, optionally only from a given key on', async () => {
    const store = createMemoryStore();
    for (const free of ['b', 'a']) {
      for (const number of [12, 1]) await kind.create(store, { free, number }, value);
    }
    store.objects.set('failing-addresses/a/x.txt', Buffer.from(''));
    expect(await kind.list(store, { free: 'a' })).toEqual([of, { free: 'a', number: 12 }]);
    expect(await kind.list(store, {}, 'a/000002')).toEqual([
      { free: 'a', number: 12 },
      { free: 'b', number: 1 },
      { free: 'b', number: 12 },
    ]);
  });
});

it('a kind without a retention, a creator or a rule for names of persons is a type error', () => {
  const about = { schema: z.object({}), form: kind.form, by: ['command'], persons: 'none' } as const;
  const { by: _, ...withoutCreator } = about;
  const { persons: __, ...withoutPersons } = about;
  // @ts-expect-error `retentionByPrefix` has no such prefix.
  const elsewhere = defineObjectKind(parameters, 'no-such-root/{date}.json', about);
  // @ts-expect-error The kind has no creator.
  const byNobody = defineObjectKind(parameters, 'stops/{date}.json', withoutCreator);
  // @ts-expect-error The kind does not say how it treats names of persons.
  const unsaid = defineObjectKind(parameters, 'stops/{date}.json', withoutPersons);
  expect([elsewhere, byNobody, unsaid].map(({ template }) => template)).toHaveLength(3);
});
