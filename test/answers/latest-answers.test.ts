/** The object per audience from which week pages read the latest answers. */

import { describe, expect, it } from 'vitest';
import {
  composeAnswerRequestToAudience,
  readLatestAnswers,
  storeAnswerRequestPerAudience,
} from '#answers/latest-answers.ts';
import { latestAnswersObject } from '#answers/objects.ts';
import { aSite, cutAddress } from '../support/pages/an-answer-page.ts';

const ofWeek = { project: cutAddress.project, report: cutAddress.report, first: cutAddress.first };

async function standingOf({ store }: Awaited<ReturnType<typeof aSite>>) {
  const [latest] = await readLatestAnswers(store, await latestAnswersObject.list(store, ofWeek));
  const said = (latest?.answers ?? []).map(({ task, says, late }) => [task, says, ...(late ? ['late'] : [])]);
  return { asked: latest?.asked, said: said.sort(), number: latest?.of.number };
}

const both = ['task-A1', 'task-A2'];

describe('the object with the latest answers of an audience', () => {
  it('is stored under the next number with each submission, and has no names and notes', async () => {
    const site = await aSite();
    const phone = await site.openPage();
    await phone.send({ name: 'Jo Ward', a0: 'decline', r0: 'Labour', n0: 'two ill' });
    expect(await standingOf(site)).toEqual({ asked: both, said: [['task-A1', 'decline']], number: 1 });
    await phone.send({ name: 'Jo Ward', a0: 'promise', a1: 'promise' });
    expect(await standingOf(site)).toEqual({
      asked: both,
      said: [
        ['task-A1', 'promise'],
        ['task-A2', 'promise'],
      ],
      number: 2,
    });
    expect(JSON.stringify(site.standing())).not.toMatch(/Jo Ward|two ill/);
  });

  it('marks late answers', async () => {
    const site = await aSite({ at: '2026-11-23T07:00:30Z' });
    await (await site.openPage()).send({ name: 'Jo', a0: 'promise' });
    expect((await standingOf(site)).said).toEqual([['task-A1', 'promise', 'late']]);
  });

  it('has the answers of both phones if two send concurrently', async () => {
    const site = await aSite();
    const [one, other] = [await site.openPage(), await site.openPage()];
    await Promise.all([
      one.send({ name: 'Jo', a0: 'decline', r0: 'Labour' }),
      other.send({ name: 'Al', a1: 'promise' }),
    ]);
    expect((await standingOf(site)).said).toEqual([
      ['task-A1', 'decline'],
      ['task-A2', 'promise'],
    ]);
  });

  it('is written when the same form is sent again, if the first write failed', async () => {
    const site = await aSite();
    const { putOnce } = site.store;
    let isDown = true;
    Object.assign(site.store, {
      putOnce: (...of: Parameters<typeof putOnce>) =>
        isDown && of[0].startsWith('answers/stand/') ? Promise.reject(new Error('down')) : putOnce(...of),
    });
    const phone = await site.openPage();
    const typed = { name: 'Jo', a0: 'promise' };
    expect([(await phone.send(typed)).status, site.answers().length]).toEqual([503, 1]);
    isDown = false;
    expect((await phone.send(typed)).status).toBe(200);
    expect([await standingOf(site), site.answers().length]).toMatchObject([{ number: 1 }, 1]);
  });

  it('is written when the page is opened again and sent without a change, if it is missing', async () => {
    const site = await aSite();
    await (await site.openPage()).send({ name: 'Jo', a0: 'promise' });
    site.store.objects.delete(latestAnswersObject.key({ ...cutAddress, number: 1 }));
    const { text } = await (await site.openPage()).send({ name: 'Jo' });
    expect(text).toContain('This is stored already.');
    expect((await standingOf(site)).said).toEqual([['task-A1', 'promise']]);
  });

  it('has no questions once an issue no longer asks the audience', async () => {
    const site = await aSite();
    await (await site.openPage()).send({ name: 'Jo', a0: 'promise' });
    await storeAnswerRequestPerAudience(site.store, cutAddress, new Map(), '2026-11-20T16:00:00Z');
    expect(await standingOf(site)).toEqual({ asked: [], said: [['task-A1', 'promise']], number: 2 });
  });

  it('is written in full by the next answer if the last object is damaged', async () => {
    const site = await aSite();
    await (await site.openPage()).send({ name: 'Jo', a0: 'promise' });
    site.store.objects.set(latestAnswersObject.key({ ...cutAddress, number: 1 }), Buffer.from('{'));
    expect((await standingOf(site)).asked).toBeUndefined();
    await (await site.openPage()).send({ name: 'Jo', a1: 'promise' });
    expect(await standingOf(site)).toMatchObject({
      asked: both,
      number: 2,
      said: [
        ['task-A1', 'promise'],
        ['task-A2', 'promise'],
      ],
    });
  });

  it('keeps the questions of a later revision if the page of an earlier one is answered', async () => {
    const site = await aSite();
    const phone = await site.openPage();
    const later = {
      cut: { kind: 'subcontractor', id: 'id of Pile Co', name: 'Pile Co' },
      closes: { instant: '2026-11-23T07:00:00Z', label: 'Mon 23 Nov, 07:00' },
      tasks: [{ id: 'task-A9', start: '2026-11-24', finish: '2026-11-24', people: 2 }],
    } as const;
    const at = '2026-11-20T14:30:00Z';
    const asks = composeAnswerRequestToAudience({ ...later, tasks: [...later.tasks] }, at);
    const ask = () =>
      storeAnswerRequestPerAudience(site.store, cutAddress, new Map([[cutAddress.message, asks]]), at);
    await ask();
    await ask();
    expect(await standingOf(site)).toEqual({ asked: ['task-A9'], said: [], number: 1 });
    await phone.send({ name: 'Jo', a0: 'promise' });
    expect(await standingOf(site)).toEqual({
      asked: ['task-A9'],
      said: [['task-A1', 'promise']],
      number: 2,
    });
  });
});
