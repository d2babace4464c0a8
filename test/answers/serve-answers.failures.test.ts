/** Typed answers are not lost by a failure or a rate limit. */
import { describe, expect, it } from 'vitest';
import { anArchiveOf } from '../support/pages/a-page.ts';
import { anAnswerPage, aSite, cutAddress, fieldsIn } from '../support/pages/an-answer-page.ts';

const typed = {
  name: 'Jo',
  a0: 'decline',
  r0: 'Labour',
  f0: '2026-11-30',
  n0: 'two <b>ill</b>',
  a1: 'promise',
};
const isDown = () => Promise.reject(new Error('it is down'));

/** Sends a form from a page that was opened before something failed: the answers, the whole archive or the secret. */
async function sentWhile(failing: 'answers' | 'everything' | 'the secret') {
  const site = await aSite();
  const phone = await site.openPage();
  const down = await anArchiveOf([cutAddress, anAnswerPage()]);
  const { list } = down;
  if (failing === 'answers')
    Object.assign(down, {
      list: (prefix: string) => (prefix.startsWith('answers/') ? isDown() : list(prefix)),
    });
  if (failing === 'everything') Object.assign(down, { list: isDown, get: isDown });
  const later = await aSite({
    store: down,
    ...(failing === 'the secret' && { changes: { secrets: isDown } }),
  });
  const answer = await later.post({ ...phone.shown, ...typed });
  return { site, phone, answer, told: later.told };
}

describe('an answer during a failure', () => {
  it('is shown again on the answer page', async () => {
    const { answer, phone, told, site } = await sentWhile('answers');
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('This cannot be stored at the moment. Press Send again in a minute.');
    expect(answer.text).toContain('Trim piles');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(fieldsIn(answer.text)).toEqual({ ...phone.shown, ...typed });
    expect(told).toEqual(['not stored: it is down']);
    expect((await site.post(fieldsIn(answer.text))).text).toContain(
      '<b>Stored: 1 not as planned, 1 promised.</b>',
    );
  });

  it.each(['everything', 'the secret'] as const)(
    'is kept in a separate page if %s cannot be read',
    async (failing) => {
      const { answer, phone, told, site } = await sentWhile(failing);
      expect(answer.status).toBe(503);
      expect(answer.text).toContain('<h1>Not stored yet</h1>');
      expect(answer.text).not.toContain('<b>ill</b>');
      expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'");
      expect(fieldsIn(answer.text)).toEqual({ ...phone.shown, ...typed });
      expect(told).toEqual(['not stored: it is down']);
      expect((await site.post(fieldsIn(answer.text))).status).toBe(200);
      expect(site.names()).toMatchObject([{ name: 'Jo', notes: { 0: 'two <b>ill</b>' } }]);
    },
  );

  it('is stored if only later revisions cannot be read', async () => {
    const site = await aSite();
    const phone = await site.openPage();
    const { list } = site.store;
    Object.assign(site.store, {
      list: (prefix: string) => (prefix.endsWith('numbers/') ? isDown() : list(prefix)),
    });
    expect((await phone.send(typed)).status).toBe(200);
    expect(site.answers()).toHaveLength(1);
  });
});

describe('a form that is refused by the rate limit', () => {
  it('as the 21st in a minute comes back with its fields filled in, and can be sent a minute later', async () => {
    const site = await aSite();
    const phone = await site.openPage();
    for (let index = 0; index < 20; index += 1) expect((await phone.send({})).status).toBe(422);
    const answer = await phone.send({ ...typed, fill: '1' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
    expect(answer.text).toContain(
      'Too many answers were sent in the last minute. Press Send again in a minute.',
    );
    const { first, ...kept } = fieldsIn(answer.text);
    expect(first).toMatch(/^\d+\.[\w-]+$/);
    expect(kept).toEqual({ ...phone.shown, ...typed });
    expect([site.told.at(-1), site.answers()]).toEqual(['postponed', []]);
    site.clock.advance({ minutes: 1 });
    expect((await site.post(fieldsIn(answer.text))).text).toContain('<b>Stored: ');
  });

  /**
   * Sends until the form is refused, half a minute before the answers close.
   * @returns the site half a minute after the close, and the fields of the page that refused the form
   */
  async function refusedInTime() {
    const site = await aSite({ at: '2026-11-23T06:59:28Z' });
    const phone = await site.openPage();
    for (let index = 0; index < 20; index += 1) await phone.send({});
    const refused = await phone.send(typed);
    site.clock.advance({ minutes: 1 });
    return { site, fields: fieldsIn(refused.text) };
  }

  it('before the answers close is not late if it is sent again unchanged after they close', async () => {
    const { site, fields } = await refusedInTime();
    const { status, text } = await site.post(fields);
    expect([status, text.includes(', late')]).toEqual([200, false]);
    expect(site.answers()).toMatchObject([{ at: '2026-11-23T06:59:30.000Z' }]);
  });

  it('before the answers close is late if it is changed and sent after they close', async () => {
    const { site, fields } = await refusedInTime();
    await site.post({ ...fields, a0: 'promise' });
    expect(site.answers()).toMatchObject([{ at: '2026-11-23T07:00:30.000Z' }]);
  });

  it('counts after the answer that another phone sent while it waited', async () => {
    const { site, fields } = await refusedInTime();
    await (await site.openPage()).send({ name: 'Al', a1: 'decline', r1: 'Materials' });
    await site.post(fields);
    expect(site.answers()[1]).toMatchObject({
      at: '2026-11-23T06:59:30.000Z',
      order: '2026-11-23T07:00:32.001Z',
    });
  });
});

it.each([
  ['a form above the maximum size', 512 * 1_024 + 1, 413],
  ['a form of the maximum size', 512 * 1_024, 200],
])('%s is answered with the right status', async (_, length, status) => {
  const site = await aSite();
  const { shown } = await site.openPage();
  const body = `${new URLSearchParams({ ...shown, name: 'Jo', a0: 'promise' })}&n0=`;
  const answer = await site.post(body.padEnd(length, 'x'), site.link, { 'content-length': String(length) });
  expect([answer.status, site.answers().length]).toEqual([status, status === 200 ? 1 : 0]);
});
