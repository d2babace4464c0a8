/** A form with answers that is sent twice, from two phones, or again after a failure. */

import { describe, expect, it } from 'vitest';
import { submissionObject } from '#answers/objects.ts';
import { sha256Of } from '#base/digest.ts';
import { anAnswerPage, aSite, cutAddress, fieldsIn } from '../support/pages/an-answer-page.ts';

const says = (submissions: readonly unknown[]) =>
  JSON.stringify(submissions).match(/(?<="says":")\w+/g) ?? [];

describe('a form that is sent', () => {
  it('repeatedly, even with a note, is stored once, and the page shows each time that it is stored', async () => {
    const site = await aSite();
    const phone = await site.openPage();
    const typed = { name: 'Jo', a0: 'promise', a1: 'decline', r1: 'Labour', n1: 'two ill' };
    for (const seconds of [0, 1, 90]) {
      site.clock.advance({ seconds });
      const { status, text } = await phone.send(typed);
      expect([status, text.includes('<b>Stored: 1 promised, 1 not as planned.</b>')]).toEqual([200, true]);
    }
    expect([site.answers().length, site.names().length]).toEqual([1, 1]);
  });

  it('several times concurrently is stored once', async () => {
    const site = await aSite();
    const phone = await site.openPage();
    const typed = { name: 'Jo', a0: 'promise', n0: '' };
    const sent = await Promise.all([phone.send(typed), phone.send(typed), phone.send(typed)]);
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([site.answers().length, site.names().length]).toEqual([1, 1]);
  });

  it('again after Back and a change is a new submission, even if it repeats the first one', async () => {
    const site = await aSite();
    const phone = await site.openPage();
    for (const choice of [{ a0: 'promise' }, { a0: 'decline', r0: 'Labour' }, { a0: 'promise' }]) {
      site.clock.advance({ minutes: 1 });
      const { text } = await phone.send({ name: 'Jo', ...choice });
      expect(text).toContain('<b>Stored: 1 ');
      expect(fieldsIn(text)).toMatchObject({ a0: choice.a0 });
    }
    expect(says(site.answers())).toEqual(['promise', 'decline', 'promise']);
    expect((await site.openPage()).shown).toMatchObject({ a0: 'promise' });
  });

  it('again after Back with the answer that the page first showed is a new submission', async () => {
    const site = await aSite();
    await (await site.openPage()).send({ name: 'Jo', a0: 'promise' });
    const phone = await site.openPage();
    await phone.send({ name: 'Jo', a0: 'decline', r0: 'Labour' });
    site.clock.advance({ minutes: 1 });
    const { text } = await phone.send({ name: 'Jo', a0: 'promise' });
    expect(text).toContain('<b>Stored: 1 promised.</b>');
    expect((await site.openPage()).shown).toMatchObject({ a0: 'promise' });
  });

  it('again after another page was answered stores nothing, and the page shows the later answer', async () => {
    const site = await aSite();
    const phone = await site.openPage();
    await phone.send({ name: 'Jo', a0: 'promise' });
    site.clock.advance({ minutes: 1 });
    await (await site.openPage()).send({ name: 'Ana', a0: 'decline', r0: 'Labour' });
    const { text } = await phone.send({ name: 'Jo', a0: 'promise' });
    expect(text).toContain('This was stored before, and has been answered again since.');
    expect(fieldsIn(text)).toMatchObject({ a0: 'decline' });
    expect(says(site.answers())).toEqual(['promise', 'decline']);
  });

  it('without a change stores nothing, and the page says so', async () => {
    const site = await aSite();
    await (await site.openPage()).send({ name: 'Jo', a0: 'promise', p0: '5' });
    const { status, text } = await (await site.openPage()).send({ name: 'Jo' });
    expect([status, text.includes('This is stored already. Nothing has changed.')]).toEqual([200, true]);
    expect(site.answers()).toHaveLength(1);
  });

  it('again after a failure that stored its name but not its answers is stored once, with one name', async () => {
    const site = await aSite();
    const { putOnce } = site.store;
    const phone = await site.openPage();
    const typed = { name: 'Jo', a0: 'decline', r0: 'Labour', n0: 'two ill' };
    let isDown = true;
    Object.assign(site.store, {
      putOnce: (...of: Parameters<typeof putOnce>) =>
        isDown && of[0].startsWith('answers/') ? Promise.reject(new Error('it is down')) : putOnce(...of),
    });
    const failed = await phone.send(typed);
    expect([failed.status, site.answers().length, site.names().length]).toEqual([503, 0, 1]);
    expect(fieldsIn(failed.text)).toMatchObject(typed);
    isDown = false;
    site.clock.advance({ minutes: 1 });
    expect((await site.post(fieldsIn(failed.text))).status).toBe(200);
    expect(site.names()).toMatchObject([{ name: 'Jo', notes: { 0: 'two ill' } }]);
    expect(site.answers()).toMatchObject([{ entries: [{ task: 'task-A1', says: 'decline' }] }]);
    expect(site.answers()).toHaveLength(1);
  });
});

describe('two phones that opened the page at the same time', () => {
  it('do not undo each other’s answers', async () => {
    const site = await aSite();
    await (await site.openPage()).send({ name: 'Jo', a0: 'promise', a1: 'promise' });
    const [one, other] = [await site.openPage(), await site.openPage()];
    await one.send({ name: 'Jo', a0: 'decline', r0: 'Labour' });
    site.clock.advance({ minutes: 1 });
    const { text } = await other.send({ name: 'Al', a1: 'decline', r1: 'Materials' });
    expect(text).toContain('<b>Stored: 1 not as planned.</b>');
    expect(fieldsIn(text)).toMatchObject({ a0: 'decline', r0: 'Labour', a1: 'decline', r1: 'Materials' });
    expect(says(site.answers())).toEqual(['promise', 'promise', 'decline', 'decline']);
  });

  it('do not undo each other’s answers after Back and another change', async () => {
    const site = await aSite();
    const [one, other] = [await site.openPage(), await site.openPage()];
    await one.send({ name: 'Jo', a0: 'promise' });
    site.clock.advance({ minutes: 1 });
    await other.send({ name: 'Al', a0: 'decline', r0: 'Labour' });
    site.clock.advance({ minutes: 1 });
    const { text } = await one.send({ name: 'Jo', a0: 'promise', a1: 'promise' });
    expect(fieldsIn(text)).toMatchObject({ a0: 'decline', a1: 'promise' });
    expect((await site.openPage()).shown).toMatchObject({ a0: 'decline', a1: 'promise' });
  });
});

describe('a task that is answered again', () => {
  const noted = { name: 'Jo', a0: 'decline', r0: 'Labour', n0: 'two ill' };
  const says = 'A note is stored; write a new one to replace it.';

  it('shows that it has a note, and keeps the note unless there is a new one', async () => {
    const site = await aSite();
    const first = await site.openPage();
    expect(first.text).not.toContain(says);
    expect((await first.send(noted)).text.split(says)).toHaveLength(2);
    const again = await site.openPage();
    expect([again.text.split(says).length, again.shown['n0']]).toEqual([2, '']);
    await again.send({ name: 'Jo', f0: '2026-11-30' });
    await (await site.openPage()).send({ name: 'Jo', n0: 'one ill' });
    expect(site.answers()).toMatchObject(
      [1, 2, 3].map(() => ({ entries: [{ says: 'decline', noted: true }] })),
    );
    expect(site.names()).toMatchObject([
      { notes: { 0: 'two ill' } },
      { notes: {} },
      { notes: { 0: 'one ill' } },
    ]);
  });

  it('keeps the note if it is answered from a page that was opened before the note was sent', async () => {
    const site = await aSite();
    const [one, other] = [await site.openPage(), await site.openPage()];
    await one.send(noted);
    await other.send({ name: 'Al', a0: 'decline', r0: 'Materials' });
    expect(site.answers()[1]).toMatchObject({ entries: [{ reason: 'Materials', noted: true }] });
  });

  it('loses the note once it is promised', async () => {
    const site = await aSite();
    await (await site.openPage()).send(noted);
    await (await site.openPage()).send({ name: 'Jo', a0: 'promise' });
    await (await site.openPage()).send({ name: 'Jo', a0: 'decline', r0: 'Labour' });
    expect(
      site
        .answers()
        .slice(1)
        .map((one) => JSON.stringify(one).includes('noted')),
    ).toEqual([false, false]);
  });

  it('shows no earlier note when the page asks whether it was done', async () => {
    const site = await aSite();
    await (await site.openPage()).send(noted);
    site.clock.advance({ hours: 24 * 4 });
    const phone = await site.openPage();
    expect([phone.text.includes('value="done"'), phone.text.includes(says)]).toEqual([true, false]);
    await phone.send({ name: 'Jo', a0: 'undone', r0: 'Labour' });
    expect(JSON.stringify(site.answers()[1])).not.toContain('noted');
  });
});

describe('if the clock is set back', () => {
  it('the answer that is stored last counts, and the new time decides whether it is late', async () => {
    const site = await aSite({ at: '2026-11-23T07:30:00Z' });
    await (await site.openPage()).send({ name: 'Jo', a0: 'promise' });
    site.clock.advance({ hours: -1 });
    await (await site.openPage()).send({ name: 'Jo', a0: 'decline', r0: 'Labour' });
    const { text } = await (await site.openPage()).send({ name: 'Al', a0: 'promise' });
    expect(text).toContain(
      'Answered Mon 23 Nov, 06:30: promised. Before: not as planned, Mon 23 Nov, 06:30.',
    );
    expect(site.answers()).toMatchObject([
      { at: '2026-11-23T07:30:02.000Z' },
      { at: '2026-11-23T06:30:04.000Z', order: '2026-11-23T07:30:02.001Z' },
      { at: '2026-11-23T06:30:06.000Z', order: '2026-11-23T07:30:02.002Z' },
    ]);
    expect(site.answers()[0]).not.toHaveProperty('order');
    expect((await site.openPage()).shown).toMatchObject({ a0: 'promise' });
  });

  it('the answers of two phones that send concurrently are both kept', async () => {
    const site = await aSite();
    await (await site.openPage()).send({ name: 'Jo', a0: 'promise' });
    site.clock.advance({ hours: -1 });
    const [one, other] = [await site.openPage(), await site.openPage()];
    await Promise.all([
      one.send({ name: 'Jo', a0: 'decline', r0: 'Labour' }),
      other.send({ name: 'Al', a1: 'promise' }),
    ]);
    expect((await site.openPage()).shown).toMatchObject({ a0: 'decline', a1: 'promise' });
  });
});

describe('an answer page', () => {
  it('stores no more than 1,000 submissions, keeps the typed fields of the next, and still confirms the last one if it is sent again', async () => {
    const site = await aSite();
    const submission = {
      format: 1,
      at: '2026-11-20T14:30:00Z',
      closes: '2026-11-23T07:00:00Z',
      cut: { kind: 'subcontractor', id: 'id of Pile Co', name: 'Pile Co' },
      revision: 1,
      page: '',
      entries: [],
    };
    const put = (address: typeof cutAddress, count: number) => {
      for (let index = 0; index < count; index += 1)
        site.store.objects.set(
          submissionObject.key({ ...address, digest: sha256Of(String(index)) }),
          Buffer.from(JSON.stringify(submission)),
        );
    };
    put({ ...cutAddress, first: '2026-11-16', last: '2026-11-22' }, 500);
    put(cutAddress, 999);
    const phone = await site.openPage();
    const last = { name: 'Jo', a0: 'promise' };
    expect((await phone.send(last)).text).toContain('<b>Stored: 1 promised.</b>');
    const full = await phone.send({ name: 'Jo', a0: 'decline', r0: 'Labour', n0: 'two ill' });
    expect(full.status).toBe(422);
    expect(full.text).toContain('This page has been sent 1000 times, so nothing more is stored.');
    expect(fieldsIn(full.text)).toMatchObject({ a0: 'decline', n0: 'two ill' });
    expect((await phone.send(last)).text).toContain('<b>Stored: 1 promised.</b>');
  });

  it('opens even if a stored submission cannot be read', async () => {
    const site = await aSite({ page: anAnswerPage() });
    site.store.objects.set(
      submissionObject.key({ ...cutAddress, digest: 'broken' }),
      Buffer.from('{"format":2}'),
    );
    expect((await (await site.openPage()).send({ name: 'Jo', a0: 'promise' })).status).toBe(200);
  });
});
