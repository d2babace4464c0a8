import { expect, it } from 'vitest';
import { readFormFirstSentTime } from '#answers/first-sent.ts';

const secrets = { current: 'current-'.repeat(5) };
const key = 'issues/a/b/2026-11-23_2026-11-29/run-1/pages/pile-co.json.gz';
const at = Date.parse('2026-11-23T06:59:30Z');
const minutes = (count: number) => at + count * 60_000;
const form = { a0: 'decline', n0: 'two\nill', name: 'Jo & Al', nonce: 'x' };
const { first } = readFormFirstSentTime(new URLSearchParams(form), { key, secrets, now: at });

function countedAt(
  fields: Record<string, string>,
  changes: Partial<Parameters<typeof readFormFirstSentTime>[1]> = {},
) {
  return readFormFirstSentTime(new URLSearchParams(fields), { key, secrets, now: minutes(5), ...changes }).at;
}

it('a form that is sent for the first time counts as sent now', () => {
  expect(countedAt(form)).toBe(minutes(5));
});

it.each([
  ['at once', minutes(0)],
  ['ten minutes later', minutes(10)],
])('the same form, sent again %s, counts as sent when it was first sent', (_, now) => {
  expect(countedAt({ ...form, first }, { now })).toBe(at);
});

it('a form counts as the same with its fields in another order and with CRLF line breaks', () => {
  const { name, nonce, ...others } = form;
  expect(countedAt({ first, nonce, ...others, n0: 'two\r\nill', name })).toBe(at);
});

it('a form that is sent again after refusals keeps the time of its first sending for ten minutes', () => {
  const again = readFormFirstSentTime(new URLSearchParams({ ...form, first }), {
    key,
    secrets,
    now: minutes(6),
  });
  const second = { ...form, first: again.first };
  expect(countedAt(second, { now: minutes(9) })).toBe(at);
  expect(countedAt(second, { now: minutes(11) })).toBe(minutes(11));
});

it('the time of the first sending is still accepted after the secret was rotated', () => {
  const rotated = { current: 'rotated-'.repeat(5), previous: secrets.current };
  expect(countedAt({ ...form, first }, { secrets: rotated })).toBe(at);
});

const [, token = ''] = first.split('.');
it.each<[string, Record<string, string>, Partial<Parameters<typeof readFormFirstSentTime>[1]>]>([
  ['another choice', { a0: 'promise' }, {}],
  ['another name', { name: 'Al' }, {}],
  ['one more field', { a1: 'promise' }, {}],
  ['another link', {}, { key: key.replace('pile-co', 'steel-co') }],
  ['a later time', {}, { now: minutes(10) + 1 }],
  ['a time in the future', {}, { now: at - 1 }],
  ['an earlier time that nobody signed', { first: `${minutes(-3)}.${token}` }, {}],
  ['no signature', { first: String(at) }, {}],
  ['a signature of somebody else', {}, { secrets: { current: 'somebody'.repeat(5) } }],
  ['no time', { first: `.${token}` }, {}],
])('a form that is sent again with %s counts as sent now', (_, fields, changes) => {
  expect(countedAt({ ...form, first, ...fields }, changes)).toBe(changes.now ?? minutes(5));
});
