/** The objects that a sent form stores, and the cases in which the page is shown again with the typed fields. */
import { describe, expect, it } from 'vitest';
import { anAnswerPage, aSite, cutAddress, fieldsIn, oneOfLastWeek } from '../support/pages/an-answer-page.ts';

describe('a sent answer page', () => {
  it('is stored as entries, with name and notes in a separate object', async () => {
    const site = await aSite({ page: anAnswerPage({ lastWeek: oneOfLastWeek }) });
    const phone = await site.openPage();
    const typed = {
      a0: 'undone',
      r0: 'Labour',
      f0: '2026-11-24',
      n0: 'one\r\ntwo',
      a1: 'promise',
      p1: '3',
    };
    const sent = await phone.send({ ...typed, a2: 'decline', r2: 'Materials', name: ' Jo \n Bloggs ' });
    expect(sent.status).toBe(200);
    expect(sent.text).toContain('<b>Stored: 1 not done, 1 promised, 1 not as planned.</b>');
    const at = '2026-11-20T15:00:02.000Z';
    const week = '2026-11-23';
    expect(site.answers()).toEqual([
      {
        format: 1,
        at,
        closes: '2026-11-23T07:00:00Z',
        cut: { kind: 'subcontractor', id: 'id of Pile Co', name: 'Pile Co' },
        revision: 1,
        page: expect.stringMatching(/^[0-9a-f]{32}$/),
        entries: [
          {
            task: 'task-L1',
            says: 'undone',
            week: '2026-11-16',
            start: '2026-11-17',
            finish: '2026-11-19',
            reason: 'Labour',
            from: '2026-11-24',
            noted: true,
          },
          { task: 'task-A1', says: 'promise', week, start: week, finish: '2026-11-25', people: 3 },
          {
            task: 'task-A2',
            says: 'decline',
            week,
            start: '2026-11-26',
            finish: '2026-11-27',
            reason: 'Materials',
          },
        ],
      },
    ]);
    expect(site.names()).toEqual([{ format: 1, at, name: 'Jo Bloggs', notes: { 0: 'one\ntwo' } }]);
    const keys = site.store.writes.map(({ key }) => key).filter((key) => key.startsWith('answer'));
    expect(keys[0]).toMatch(
      /^answer-names\/riverside\/weekly\/2026-11-23_2026-11-29\/pile-co\/[0-9a-f]{64}\.json$/,
    );
    expect(keys[1]).toBe(keys[0]?.replace('answer-names', 'answers'));
  });

  it.each([
    ['a name', 'Enter your name', { a0: 'promise', p0: '6', name: '   ' }],
    ['a choice', 'Choose an answer for at least one task', { name: 'Jo', n0: 'we are late' }],
    ['a reason', 'Choose a reason.', { name: 'Jo', a0: 'decline', n0: 'crane <down>' }],
    ['a reason from the list', 'Choose a reason.', { name: 'Jo', a0: 'decline', r0: 'Aliens' }],
    [
      'an existing date',
      'Choose an existing date',
      { name: 'Jo', a0: 'decline', r0: 'Labour', f0: '2026-02-30' },
    ],
    [
      'a date less than a year after',
      'at most a year away',
      { name: 'Jo', a0: 'decline', r0: 'Labour', f0: '2027-11-26' },
    ],
    [
      'a date less than a year before',
      'at most a year away',
      { name: 'Jo', a0: 'decline', r0: 'Labour', f0: '2025-11-20' },
    ],
    ['a number', 'as a number from 0 to 9999', { name: 'Jo', a0: 'promise', p0: 'four' }],
    ['a whole number (3.5)', 'as a number from 0 to 9999', { name: 'Jo', a0: 'promise', p0: '3.5' }],
    ['a number in digits (1e3)', 'as a number from 0 to 9999', { name: 'Jo', a0: 'promise', p0: '1e3' }],
    ['a number in digits (0x10)', 'as a number from 0 to 9999', { name: 'Jo', a0: 'promise', p0: '0x10' }],
    ['a number below 10000', 'as a number from 0 to 9999', { name: 'Jo', a0: 'promise', p0: '10000' }],
    ['a number from 0', 'as a number from 0 to 9999', { name: 'Jo', a0: 'promise', p0: '-1' }],
    ['a choice that exists', 'Choose an answer', { name: 'Jo', a0: 'perhaps' }],
  ])('without %s stores nothing, and the page shows the typed fields again', async (_, words, typed) => {
    const site = await aSite();
    const phone = await site.openPage();
    const answer = await phone.send(typed);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(words);
    expect(answer.headers.get('set-cookie')).toBeNull();
    const { name = '', r0 = '', a0 = '', ...others } = typed as Record<string, string>;
    const kept = fieldsIn(answer.text);
    expect(kept).toMatchObject({ ...others, name: name.trim() });
    if (['promise', 'decline'].includes(a0)) expect(kept).toMatchObject({ a0 });
    expect(kept['r0']).toBe(r0 === 'Aliens' ? '' : r0);
    expect(kept).toMatchObject({ nonce: phone.shown['nonce'] });
    expect([site.answers(), site.names()]).toEqual([[], []]);
  });

  it('with one invalid block stores nothing', async () => {
    const site = await aSite();
    const { status } = await (await site.openPage()).send({ name: 'Jo', a0: 'promise', a1: 'decline' });
    expect([status, site.answers()]).toEqual([422, []]);
  });

  it('with “Promise all” fills in the other tasks, and stores nothing', async () => {
    const site = await aSite();
    const filled = await (await site.openPage()).send({
      fill: '1',
      a1: 'decline',
      r1: 'Labour',
      n1: 'two ill',
    });
    expect(filled.status).toBe(200);
    expect(fieldsIn(filled.text)).toMatchObject({
      a0: 'promise',
      a1: 'decline',
      r1: 'Labour',
      n1: 'two ill',
    });
    expect(filled.text).toContain('Filled in, but not sent yet.');
    expect(site.answers()).toEqual([]);
    const sent = await site.post({ ...fieldsIn(filled.text), name: 'Jo' });
    expect(sent.text).toContain('<b>Stored: 1 promised, 1 not as planned.</b>');
  });

  it('ignores unknown fields', async () => {
    const site = await aSite();
    const typed = {
      name: 'Jo',
      a0: 'promise',
      a2: 'promise',
      a99: 'promise',
      __proto__: 'x',
      week: '2020-01-06',
    };
    await (await site.openPage()).send(typed);
    expect(site.answers()).toMatchObject([{ entries: [{ task: 'task-A1', week: '2026-11-23' }] }]);
    expect(site.answers()).toHaveLength(1);
  });

  it('sets the name in a cookie that only the server reads, from which the next page fills it in', async () => {
    const site = await aSite();
    const sent = await (await site.openPage()).send({ name: 'Jö & Co', a0: 'promise' });
    const cookie = sent.headers.get('set-cookie') ?? '';
    expect(cookie).toBe('name=J%C3%B6%20%26%20Co; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax');
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    const again = await site.get(headers);
    expect(fieldsIn(again)['name']).toBe('Jö & Co');
  });

  it('of a test stores nothing', async () => {
    const site = await aSite({ address: { ...cutAddress, space: 'test-runs/test' } });
    const sent = await (await site.openPage()).send({ name: 'Jo', a0: 'promise' });
    expect(sent.text).toContain('This is the page of a test, so nothing is stored.');
    expect([sent.status, site.store.writes.filter(({ key }) => key.startsWith('answer'))]).toEqual([200, []]);
  });
});

describe('a typed name', () => {
  it.each([
    ['zero-width characters', '\u200B\u200D\u2060\uFEFF'],
    ['a soft hyphen', '\u00AD'],
    ['a Hangul filler', '\u3164'],
    ['a braille blank', ' \u2800 '],
    ['variation selectors', '\uFE0F\u{E0100}'],
    ['80 zero-width characters before a letter', `${'\u200B'.repeat(80)}J`],
  ])('counts as empty if it consists of %s', async (_, name) => {
    const site = await aSite();
    const { status, text } = await (await site.openPage()).send({ name, a0: 'promise' });
    expect([status, fieldsIn(text)['name'], site.answers()]).toEqual([422, '', []]);
    expect(text).toContain('Enter your name');
  });

  it.each(['李', 'J\u200Dö', '👩🏽‍🔧', '7'])('is accepted: %s', async (name) => {
    const site = await aSite();
    expect((await (await site.openPage()).send({ name, a0: 'promise' })).status).toBe(200);
    expect(site.names()).toMatchObject([{ name }]);
  });
});

it('an unchanged number of people is not stored with a promise, even if it has a fraction', async () => {
  const tasks = [{ id: 'A1', start: '2026-11-23', labour: { operatives: 3.5 } }];
  const site = await aSite({ page: anAnswerPage({ tasks }) });
  const phone = await site.openPage();
  expect(phone.shown).toMatchObject({ p0: '3.5' });
  expect((await phone.send({ name: 'Jo', a0: 'promise' })).status).toBe(200);
  expect(JSON.stringify(site.answers())).not.toContain('people');
});

describe('an answer to a question that the page does not ask', () => {
  const isOver = 'The week is over: report whether it was done.';
  const isLater = 'Answer whether you will do it. Whether it was done is asked later.';
  const kept = { name: 'Jo', a2: 'decline', r2: 'Materials', n2: 'no steel' };
  it.each([
    ['done, for a task of next week', '2026-11-20T15:00:00Z', { a1: 'done' }, isLater],
    [
      'not done, for a task that has not begun',
      '2026-11-24T12:00:00Z',
      { a2: 'undone', r2: 'Labour' },
      isLater,
    ],
    ['a promise for a task of last week', '2026-11-20T15:00:00Z', { a0: 'promise' }, isOver],
    ['a refusal of a task of last week', '2026-11-20T15:00:00Z', { a0: 'decline', r0: 'Labour' }, isOver],
    ['a promise after the week', '2026-11-30T00:00:00Z', { a1: 'promise' }, isOver],
  ])('is refused: %s', async (_, at, typed, words) => {
    const site = await aSite({ page: anAnswerPage({ lastWeek: oneOfLastWeek }), at });
    const { status, text } = await site.post({ ...kept, ...typed });
    expect([status, site.answers(), site.names()]).toEqual([422, [], []]);
    expect(text).toContain('Nothing is stored yet. Correct the answers marked below.');
    const [place] = Object.keys(typed).map((name) => name.slice(1));
    expect(text.split('<fieldset').find((block) => block.includes(`name="a${place}"`))).toContain(words);
    const { name, n2, [`a${place}`]: choice = '' } = fieldsIn(text);
    expect([name, n2, choice]).toEqual(['Jo', 'no steel', '']);
  });

  it('is accepted as a late promise until the end of the week if the opened page still asks it', async () => {
    const site = await aSite();
    const phone = await site.openPage();
    site.clock.advance({ hours: 9 * 24 + 8 });
    const { status, text } = await phone.send({ name: 'Jo', a0: 'promise' });
    expect([site.clock.now().toString().slice(0, 10), status]).toEqual(['2026-11-29', 200]);
    expect(text).toContain('promised, late.');
    expect((await phone.send({ name: 'Jo', a0: 'promise', a1: 'promise' })).status).toBe(200);
    site.clock.advance({ hours: 1 });
    expect((await phone.send({ name: 'Jo', a0: 'decline', r0: 'Labour' })).status).toBe(422);
  });

  it('does not block the rest of the page if it was answered before', async () => {
    const site = await aSite({ page: anAnswerPage({ lastWeek: oneOfLastWeek }) });
    await (await site.openPage()).send({ name: 'Jo', a1: 'promise', a2: 'promise' });
    const phone = await site.openPage();
    expect(phone.shown).toMatchObject({ a1: 'promise', a2: 'promise' });
    site.clock.advance({ hours: 24 * 11 });
    expect((await phone.send({ name: 'Jo', a0: 'done' })).text).toContain('<b>Stored: 1 done.</b>');
  });
});
