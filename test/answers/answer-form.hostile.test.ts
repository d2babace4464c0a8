/** Typed input is handled as text: on the page, in a cookie, and in stored objects. */
import { describe, expect, it } from 'vitest';
import { aSite, fieldsIn } from '../support/pages/an-answer-page.ts';

const texts: Readonly<Record<string, string>> = {
  script: '<script>alert(1)</script>',
  attribute: '"><img src=x onerror=alert(1)>',
  end: '</textarea></form><h1>owned</h1><!--',
  entity: '&lt;b&gt; &amp;amp; &#60;',
  formula: '=HYPERLINK("https://example.com";"x")',
  override: 'Jo \u202Ereversed\u2066 name',
  emoji: '🏗️👩🏽‍🔧 crew',
  long: 'w'.repeat(10_000),
  halves: '👷'.repeat(41).replace('👷', 'x'),
  lone: 'x\uD83D',
  control: 'a\u0000b\u001B[31m\u0007',
};

describe.each(Object.keys(texts))('hostile input of kind %s', (kind) => {
  const text = texts[kind] ?? '';

  it('is kept as plain text in name and note, whether the form is refused or stored', async () => {
    const site = await aSite();
    const phone = await site.openPage();
    const refused = await phone.send({ name: text, a0: 'decline', n0: text });
    const fields = fieldsIn(refused.text);
    expect(refused.status).toBe(422);
    expect(refused.text).not.toMatch(/<script|<img|<h1>owned|<b>(?!Please answer)/);
    expect(refused.text.match(/<form /g)).toHaveLength(1);
    const sent = await site.post({ ...fields, r0: 'Labour' });
    expect([sent.status, sent.text.includes('<b>Stored: 1 not as planned.</b>')]).toEqual([200, true]);
    expect(sent.headers.get('set-cookie')).toMatch(/^name=[\w%.!~*'()-]+; /);
    const name = fieldsIn(sent.text)['name'] ?? '';
    expect(name.length).toBeLessThanOrEqual(80);
    expect(name.isWellFormed()).toBe(true);
    expect(site.names()).toMatchObject([{ name, notes: { 0: fields['n0'] } }]);
    expect(fields['n0']?.length).toBeLessThanOrEqual(500);
    expect(text.toWellFormed().startsWith(fields['n0'] ?? '')).toBe(true);
  });

  it('is treated as plain text in the name cookie, the nonce and all other fields', async () => {
    const site = await aSite();
    const cookie = `name=${encodeURIComponent(text.toWellFormed())}`;
    const shown = await site.get({ cookie });
    expect(shown).not.toMatch(/<script|<img|<h1>owned/);
    expect((fieldsIn(shown)['name'] ?? '').isWellFormed()).toBe(true);
    const fields = { name: 'Jo', nonce: text, seen: text, a0: 'decline', r0: text, f0: text, p0: text };
    const answer = await site.post(fields);
    expect(answer.status).toBe(422);
    expect(answer.text).not.toMatch(/<script|<img|<h1>owned/);
    expect(answer.text.match(/<form /g)).toHaveLength(1);
    const stored = await site.post({ ...fields, r0: 'Labour', f0: '', p0: '' });
    expect([stored.status, site.answers().length]).toEqual([200, 1]);
  });
});

it.each(['name=%E0%A4%A', 'name="', 'name=', '=;;name', 'name=%00'])(
  'a page opens with the malformed cookie %s',
  async (cookie) => {
    const site = await aSite();
    expect(await site.get({ cookie })).toContain('Trim piles');
  },
);
