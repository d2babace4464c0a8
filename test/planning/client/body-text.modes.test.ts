/** Bodies in every encoding and kind of JSON that services send, with the value that is read or the message. */
import { describe, expect, it } from 'vitest';
import { type CallOutcome, outcomeOf } from '../../support/planning/a-planning-client.ts';
import { bytesAnswer, rawAnswer } from '../../support/planning/scripted-server.ts';

const page = (name: string) => JSON.stringify({ paging: {}, results: [{ id: 'a', displayName: name }] });
const czech = page('Žluťoučký kůň 🏗');
const german = page('Müller');
const json = 'Content-Type: application/json';
const inCharset = (charset: string) => `${json}; charset=${charset}`;
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const notUtf8 = /answered 200 with bytes that are not UTF-8\. Ask the operator .* valid JSON in UTF-8/;
const named = (charset: string) =>
  new RegExp(
    `answered 200 with a body in ${charset}, not in UTF-8\\. Ask the operator .* valid JSON in UTF-8`,
  );
const malformed = /answered 200 with malformed JSON\. Ask the operator/;
const notJson = /answered 200 with text that is not JSON\. Check that baseUrl/;

type Mode = readonly [
  name: string,
  headers: string,
  body: string | Uint8Array,
  ends: CallOutcome,
  said: RegExp,
];

const letters: readonly Mode[] = [
  ['UTF-8 without a charset', json, czech, 'read', /^Žluťoučký kůň 🏗$/],
  ['UTF-8 without a Content-Type', '', czech, 'read', /^Žluťoučký/],
  ['UTF-8 with the charset in quotes', inCharset('"UTF-8"'), czech, 'read', /^Žluťoučký/],
  ['UTF-8 as a charset that nobody knows', inCharset('klingon'), czech, 'read', /^Žluťoučký/],
  ['UTF-8 that is said to be Latin-1', inCharset('iso-8859-1'), czech, 'read', /^Žluťoučký/],
  ['UTF-8 that is said to be UTF-16', inCharset('utf-16'), czech, 'read', /^Žluťoučký/],
  ['UTF-8 after a byte order mark', json, `\ufeff${czech}`, 'read', /^Žluťoučký/],
  ['Latin-1 by its charset', inCharset('ISO-8859-1'), latin1(german), 'curable', named('ISO-8859-1')],
  [
    'Windows-1252 by its charset',
    inCharset('windows-1252'),
    latin1(german),
    'curable',
    named('windows-1252'),
  ],
  [
    'Windows-1250 by its charset',
    inCharset('windows-1250'),
    latin1(page('\u008elut\u00fd')),
    'curable',
    named('windows-1250'),
  ],
  ['UTF-16 by its charset', inCharset('utf-16'), utf16(czech), 'curable', named('utf-16')],
  ['UTF-16 with a byte order mark', json, utf16(`\ufeff${czech}`), 'curable', named('UTF-16')],
  ['big-endian UTF-16 with a mark', json, utf16(`\ufeff${czech}`).swap16(), 'curable', named('UTF-16')],
  ['UTF-16 that nothing names', json, utf16(czech), 'curable', named('UTF-16')],
  [
    'Shift JIS by its charset',
    inCharset('shift_jis'),
    latin1(page('\u0093y\u0096\u00d8')),
    'curable',
    named('shift_jis'),
  ],
  [
    'ISO-2022-JP by its charset',
    inCharset('iso-2022-jp'),
    page('@').replace('@', '\u001b$BEZLZ\u001b(B'),
    'curable',
    named('iso-2022-jp'),
  ],
  ['Latin-1 without a charset', json, latin1(german), 'curable', notUtf8],
  ['Latin-1 that is said to be UTF-8', inCharset('utf-8'), latin1(german), 'curable', notUtf8],
  [
    'Latin-1 as a charset that nobody knows',
    inCharset('klingon'),
    latin1(german),
    'curable',
    named('klingon'),
  ],
  [
    'surrogates in UTF-8',
    json,
    Buffer.from('7b22726573756c7473223a5b7b226964223a2261eda080227d5d7d', 'hex'),
    'curable',
    notUtf8,
  ],
  [
    'a letter divided in two',
    json,
    bytesAnswer('{"results":[{"id":"a', Uint8Array.of(0xc3), '"}]}').bytes,
    'curable',
    notUtf8,
  ],
  [
    'a body that ends within a letter',
    json,
    bytesAnswer('{"results":[{"id":"a', Uint8Array.of(0xc3)).bytes,
    'retryable',
    /half a body/,
  ],
  ['a Latin-1 page', 'Content-Type: text/html', latin1('<p>Für Sie gesperrt'), 'retryable', /an HTML page/],
];

const contents: readonly Mode[] = [
  ['JSON as text/html', 'Content-Type: text/html', german, 'read', /^Müller$/],
  ['a name twice in one object', json, '{"results":[{"id":"z"}],"results":[{"id":"a"}]}', 'read', /^a$/],
  ['a number beyond any', json, '{"results":[{"id":"a","order":1e999}]}', 'read', /^a$/],
  ['half of a surrogate pair, escaped', json, '{"results":[{"id":"a\\ud800"}]}', 'read', /^a\ud800$/],
  ['an id that is a number beyond 2^53', json, '{"results":[{"id":9007199254740993}]}', 'read', /^$/],
  ['NaN', json, '{"results":[{"id":"a","order":NaN}]}', 'curable', malformed],
  ['a comma too many', json, '{"results":[{"id":"a"},]}', 'curable', malformed],
  ['a tab in a string', json, '{"results":[{"id":"a\tb"}]}', 'curable', malformed],
  ['a remark after JSON', json, `${german}\n<!-- served in 3 ms -->`, 'curable', malformed],
  ['NUL after JSON', json, `${german}\0`, 'curable', malformed],
  ['JSON twice', json, german + german, 'curable', malformed],
  ['JSON in lines', json, `${german}\n${german}\n`, 'curable', malformed],
  ['JSON after a guard against scripts', json, `)]}',\n${german}`, 'retryable', notJson],
  ['JSON in a call', json, `callback(${german})`, 'retryable', notJson],
  ['JSON after a warning of PHP', json, `<br />\n<b>Warning</b>: x\n${german}`, 'retryable', /an HTML page/],
  ['JSON in JSON', json, JSON.stringify(german), 'curable', /expected an object, got a string/],
  [
    'XML',
    'Content-Type: application/xml',
    '<?xml version="1.0"?><results/>',
    'retryable',
    /200 with XML\. Check/,
  ],
  [
    'a login page with 200',
    'Content-Type: text/html',
    '<!doctype html><title>Sign in</title>',
    'retryable',
    /answered 200 with an HTML page\. Check that baseUrl is .* not of a page or a login/,
  ],
  [
    'an error with 200',
    json,
    '{"message":"No licence"}',
    'curable',
    /results: expected a list, got nothing, saying "No licence"\. Check that baseUrl/,
  ],
  [
    'an error within an error',
    json,
    '{"error":{"code":17}}',
    'curable',
    /got nothing, saying "\{"code":17\}"\./,
  ],
  [
    'an error in an empty envelope',
    json,
    '{"results":null,"error":null}',
    'curable',
    /a list, got null\. Check/,
  ],
  [
    'results that are an object',
    json,
    '{"results":{"a":{}}}',
    'curable',
    /results: expected a list, got an obj/,
  ],
  ['null', json, 'null', 'curable', /body: expected an object, got null/],
  ['a bare list', json, '[{"id":"a"}]', 'curable', /body: expected an object, got a list/],
  ['blanks', json, ' \n', 'retryable', /answered 200 with an empty body/],
];

describe('a body in the encoding', () => {
  it.each(letters)('%s', expectOutcome);
});

describe('a body of', () => {
  it.each(contents)('%s', expectOutcome);
});

async function expectOutcome(...[, headers, body, ends, said]: Mode): Promise<void> {
  const outcome = await outcomeOf([rawAnswer(200, headers, body)]);
  expect(outcome).toMatchObject({ ends, said: expect.stringMatching(said) });
}

it.each([
  [
    'in Latin-1 by its charset',
    'text/plain; charset=iso-8859-1',
    latin1('Schlüssel gesperrt'),
    /"Schl�ssel ges/,
  ],
  ['in Latin-1 without a charset', 'text/plain', latin1('Schlüssel gesperrt'), /"Schl�ssel gesperrt"/],
  [
    'of compressed bytes',
    'application/json',
    Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
    /answered 401\. The key/,
  ],
])('a refusal is curable even with a message %s', async (_, type, body, said) => {
  const outcome = await outcomeOf([rawAnswer(401, `Content-Type: ${type}`, body)]);
  expect(outcome).toEqual({ ends: 'curable', requests: 1, said: expect.stringMatching(said) });
});
