import { describe, expect, it } from 'vitest';
import { fixedKeyProvider } from '#planning/client/api-keys.ts';
import { fetchedTokenProvider } from '#planning/client/fetched-token.ts';
import { jsonWithoutSecrets } from '#planning/client/hide-secrets-in-answers.ts';
import { aPageAnswer, aPlanningClient, testKey } from '../../support/planning/a-planning-client.ts';
import { startScriptedServer } from '../../support/planning/scripted-server.ts';

/** A task with this text in every text property of the contract, and in names of properties. */
function aTaskThatSays(text: string) {
  const named = { id: text, name: text };
  return {
    ...named,
    externalId: text,
    notes: `see ${text}.`,
    start: '2026-11-23',
    status: text,
    owner: { id: text, displayName: text, email: text },
    subcontractor: named,
    materials: [{ ...named, unit: text }],
    progress: [{ name: text, type: text }],
    workArea: { type: text, properties: { [text]: { [`${text}2`]: [text] } } },
  };
}

function hexOf(sign: string): string {
  return sign.charCodeAt(0).toString(16);
}

describe('a key that a service repeats in a good answer', () => {
  it.each([
    ['as it is', testKey],
    ['percent-encoded', encodeURIComponent(testKey)],
    ['in base64', btoa(testKey)],
    ['in base64 after a user name', btoa(`me:${testKey}`)],
  ])('%s is in nothing that was read', async (_, spelt) => {
    await using server = await startScriptedServer(aPageAnswer([aTaskThatSays(spelt)]));
    const read = JSON.stringify(await aPlanningClient(server.url).tasks({}));
    expect(read).toMatch(/"notes":"see \S*\[redacted\]/);
    expect(read).toMatch(/"\S*\[redacted\]\S*2":\["/);
    // In base64, the letters for the text before the key (`me:`) may stay, so the comparison begins after them.
    expect(read.toLowerCase()).not.toContain(JSON.stringify(spelt).slice(8, 16).toLowerCase());
  });

  it('with each character escaped in the JSON is in nothing that was read', async () => {
    const key = 'lookahead_4f9Kd02jsl';
    const escaped = [...key].map((sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join('');
    await using server = await startScriptedServer({
      body: `{"results":[{"id":"a","name":"x ${escaped} y"}]}`,
    });
    const { items } = await aPlanningClient(server.url, { key: fixedKeyProvider(key) }).tasks({});
    expect(items).toMatchObject([{ name: 'x [redacted] y' }]);
  });

  it.each([
    ['each slash', 'q4/Kd+02"js&l', 'q4\\/Kd+02\\"js&l'],
    ['what HTML gives a meaning', 'q4/Kd+02"js&l', 'q4/Kd\\u002B02\\u0022js\\u0026l'],
    ['a backslash', "q4\\Kd'02", 'q4\\\\Kd\\u002702'],
  ])('in JSON that escapes %s is in nothing that was read', async (_, key, written) => {
    await using server = await startScriptedServer({
      body: `{"results":[{"id":"a","name":"x ${written} y"}]}`,
    });
    const { items } = await aPlanningClient(server.url, { key: fixedKeyProvider(key) }).tasks({});
    expect(items).toMatchObject([{ name: 'x [redacted] y' }]);
  });

  const odd = 'q4/Kd+02"js&l=';
  it.each([
    ['in other capitals', odd.toUpperCase()],
    ['percent-encoded in lower case', encodeURIComponent(odd).toLowerCase()],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(odd))],
    ['with every character percent-encoded', [...odd].map((sign) => `%${hexOf(sign)}`).join('')],
    ['escaped for HTML', 'q4&#x2F;Kd&#43;02&quot;js&amp;l&#61;'],
    ['escaped for HTML twice', 'q4/Kd+02&amp;quot;js&amp;amp;l='],
    ['in JSON in JSON in JSON', JSON.stringify(JSON.stringify(odd))],
    ['escaped as in JSON once more', [...odd].map((sign) => `\\u00${hexOf(sign)}`).join('')],
    ['escaped as in JavaScript', odd.replaceAll(/\W/g, (sign) => `\\x${hexOf(sign)}`)],
  ])('%s is in nothing that was read', async (_, written) => {
    await using server = await startScriptedServer(aPageAnswer([{ id: 'a', name: `x ${written} y` }]));
    const { items } = await aPlanningClient(server.url, { key: fixedKeyProvider(odd) }).tasks({});
    expect(items[0]?.name).toMatch(/^x \W*\[redacted\]\W* y$/);
  });

  it('in a rejected item is not in the message about it', async () => {
    const item = { id: `task ${testKey}`, name: {}, duration: testKey, [testKey]: 1 };
    await using server = await startScriptedServer(aPageAnswer([item]));
    const { misfits } = await aPlanningClient(server.url).tasks({});
    expect(misfits.map(({ items }) => items)).toEqual([['task [redacted]'], ['task [redacted]']]);
    expect(JSON.stringify(misfits)).not.toContain(testKey);
  });

  it('in a cursor is sent back to the service unchanged', async () => {
    await using server = await startScriptedServer(
      aPageAnswer([], { after: `next-${testKey}` }),
      aPageAnswer([]),
    );
    await aPlanningClient(server.url).users();
    expect(server.requests.map(({ query }) => query.get('after'))).toEqual([null, `next-${testKey}`]);
  });

  it('in the name of a version makes the version unknown', async () => {
    const key = 'abcdefg4f9kd02jsl';
    await using server = await startScriptedServer({
      ...aPageAnswer([]),
      headers: { 'planning-version': key },
    });
    expect(
      (await aPlanningClient(server.url, { key: fixedKeyProvider(key) }).users()).programme,
    ).toBeUndefined();
  });

  it('is hidden if it is a fetched token, and so is the client secret', async () => {
    const clientSecret = 'client-secret-7c1f';
    await using server = await startScriptedServer(
      { json: { accessToken: 'token-9b2e77', expiresIn: 600 } },
      aPageAnswer([{ id: 'a', name: `token-9b2e77 and ${clientSecret}` }]),
    );
    const key = fetchedTokenProvider({ baseUrl: server.url, region: 'gb', clientId: 'me', clientSecret });
    const { items } = await aPlanningClient(server.url, { key }).tasks({});
    expect(items).toMatchObject([{ name: '[redacted] and [redacted]' }]);
  });

  it('with fewer than six characters is not hidden, because ordinary words would be hidden too', async () => {
    await using server = await startScriptedServer(aPageAnswer([{ id: 'a', name: 'Pour slab' }]));
    const { items } = await aPlanningClient(server.url, { key: fixedKeyProvider('slab') }).tasks({});
    expect(items).toMatchObject([{ name: 'Pour slab' }]);
  });
});

it('JSON that is nested deeper than the stack, or has a property __proto__, is read nevertheless', () => {
  const deep = `${'['.repeat(200_000)}"secret-1"${']'.repeat(200_000)}`;
  const text = `{"results":[{"__proto__":{"secret-1":"secret-1"},"deep":${deep}}]}`;
  const read = jsonWithoutSecrets({ value: JSON.parse(text), text }, ['secret-1']);
  const results = typeof read === 'object' && read !== null && 'results' in read ? read.results : undefined;
  const [first] = Array.isArray(results) ? results : [];
  expect(JSON.stringify(Object.getOwnPropertyDescriptor(first, '__proto__')?.value)).toBe(
    '{"[redacted]":"[redacted]"}',
  );
});
