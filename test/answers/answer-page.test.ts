/** The content of the answer page, before and after the answers close. */
import { describe, expect, it } from 'vitest';
import { aPlanInput } from '../support/builders/a-plan-input.ts';
import { anAddress } from '../support/pages/a-page.ts';
import { anAnswerPage, aSite, oneOfLastWeek, twoTasks } from '../support/pages/an-answer-page.ts';

const asked = (text: string) =>
  [...text.matchAll(/<bdi>([^<]*)<\/bdi><\/legend>.*?name="a\d+" value="(\w+)"/gs)].map(([, name, says]) => [
    name,
    says,
  ]);

describe('an answer page', () => {
  it('asks about this week by date, then about last week, and stores nothing when it is opened', async () => {
    const site = await aSite({ page: anAnswerPage({ lastWeek: oneOfLastWeek }) });
    const before = [...site.store.objects.keys()];
    const { text } = await site.openPage();
    expect(asked(text)).toEqual([
      ['Trim piles', 'promise'],
      ['Pour cap', 'promise'],
      ['Drive casings', 'done'],
    ]);
    expect(text).toContain('<b>Please answer by Mon 23 Nov, 07:00.</b>');
    expect(text).toContain('planned 4');
    expect(text).not.toMatch(/<script| style="| src=| on[a-z]+="/);
    expect([...site.store.objects.keys()]).toEqual(before);
    expect(site.store.writes.filter(({ key }) => key.startsWith('answer'))).toEqual([]);
  });

  it('asks only about tasks of last week whose last day has come, and names those that moved', async () => {
    const [friday] = oneOfLastWeek;
    const lastWeek = [
      { ...friday, id: 'L1', name: 'Drive casings' },
      { ...friday, id: 'L2', name: 'Weld cages', finish: '2026-11-21' },
      // This task continues after last week, so the question is about its days of last week.
      { ...friday, id: 'L3', name: 'Dig pits', finish: '2026-11-24' },
      { ...friday, id: 'L4', name: 'Cut piles' },
      { ...friday, id: 'L5', name: 'Test piles' },
    ];
    const now = [
      { id: 'L4', name: 'Cut piles', start: '2026-11-30', finish: '2026-12-01' },
      ...lastWeek.slice(0, 3),
    ];
    const page = anAnswerPage({ tasks: now, lastWeek, isGone: true });
    const site = await aSite({ page });
    const past = (text: string) => ({
      asked: asked(text).flatMap(([name, says]) => (says === 'done' ? [name] : [])),
      not: [...text.matchAll(/Not asked whether it was done: <bdi>([^<]*)<\/bdi>, ([^<]*)\./g)].map(
        ([, name, why]) => [name, why],
      ),
    });
    const moved = [
      ['Cut piles', 'moved to Mon 30 Nov – Tue 1 Dec'],
      ['Test piles', 'no longer in the plan'],
    ];
    expect(past((await site.openPage()).text)).toEqual({
      asked: ['Drive casings'],
      not: expect.arrayContaining([
        ['Weld cages', 'asked from Sat 21 Nov'],
        ['Dig pits', 'asked from Sun 22 Nov'],
        ...moved,
      ]),
    });
    site.clock.advance({ hours: 48 });
    const { asked: known, not } = past((await site.openPage()).text);
    expect(known.toSorted()).toEqual(['Dig pits', 'Drive casings', 'Weld cages']);
    expect(not).toEqual(moved);
  });

  it('shows what a foreman needs before promising: notes, plant, materials and hours', async () => {
    const long = `Hold point: engineer inspects. ${'Road closed 06:00–14:00. '.repeat(15)}Ring the gate.`;
    const needs = { notes: long, plant: { 'concrete pump': 1 }, materials: { 'm³ C32/40': 106 } };
    const tasks = [{ id: 'A1', start: '2026-11-24', shift: 'night', ...needs }] as const;
    const input = aPlanInput({ promises: { answers: [], asked: new Map() } });
    const project = { ...input.project, shifts: { night: { from: '21:00', to: '05:00' } } };
    const { text } = await (await aSite({ page: anAnswerPage({ tasks, project }) })).openPage();
    expect(text).toContain('night shift, 21:00–05:00');
    expect(text).toMatch(
      /Hold point: engineer inspects\..*<summary>more<\/summary>.*Ring the gate\.<\/details>/s,
    );
    expect(text).toContain('Plant: 1 × concrete pump');
    expect(text).toContain('Materials: 106 m³ C32/40');
  });

  it('says so if no task has a day in the week', async () => {
    const tasks = [{ id: 'O1', start: '2026-11-18', finish: '2026-11-19' }];
    const { text } = await (await aSite({ page: anAnswerPage({ tasks }) })).openPage();
    expect(text).toContain('None of your tasks is planned in this week.');
    expect(text).not.toContain('Promise all');
  });

  it('does not ask about finished or cancelled tasks', async () => {
    const [first, second] = twoTasks;
    const tasks = [
      { ...first, status: 'complete' },
      { ...second, status: 'cancelled' },
      { id: 'A3', name: 'Strip', start: '2026-11-24' },
    ];
    const { text } = await (await aSite({ page: anAnswerPage({ tasks }) })).openPage();
    expect(asked(text)).toEqual([['Strip', 'promise']]);
  });

  it('asks after closing whether begun tasks were done', async () => {
    const site = await aSite();
    await (await site.openPage()).send({ name: 'Jo', a1: 'promise' });
    site.clock.advance({ hours: 64 });
    // On Monday, no task is asked about as done: A2 begins later; A1 begins on this day, and was not promised.
    expect(asked((await site.openPage()).text)).toEqual([
      ['Trim piles', 'promise'],
      ['Pour cap', 'promise'],
    ]);
    site.clock.advance({ hours: 24 });
    const { text } = await site.openPage();
    expect(text).toContain('<b>Promises closed on Mon 23 Nov, 07:00.</b>');
    expect(asked(text)).toEqual([
      ['Trim piles', 'done'],
      ['Pour cap', 'promise'],
    ]);
  });

  it('accepts a promise after closing, and marks it late', async () => {
    const site = await aSite({ at: '2026-11-23T07:00:01Z' });
    const sent = await (await site.openPage()).send({ name: 'Jo', a1: 'promise' });
    expect(sent.text).toContain('<b>Stored: 1 promised.</b>');
    expect(sent.text).toContain('promised, late.');
    expect(site.answers()).toMatchObject([
      { at: '2026-11-23T07:00:03.000Z', closes: '2026-11-23T07:00:00Z' },
    ]);
  });

  it('accepts a promise after closing if the page was opened before closing, and marks the promise late', async () => {
    const site = await aSite({ at: '2026-11-22T12:00:00Z' });
    const phone = await site.openPage();
    site.clock.advance({ hours: 48 });
    const refused = await phone.send({ a0: 'promise' });
    expect([refused.status, asked(refused.text)[0]]).toEqual([422, ['Trim piles', 'promise']]);
    const sent = await phone.send({ a0: 'promise', name: 'Jo' });
    expect(sent.text).toContain('promised, late.');
    expect(site.answers()).toMatchObject([{ entries: [{ says: 'promise' }] }]);
  });

  it('shows the latest answer, and the different one before it', async () => {
    const site = await aSite();
    const sent = await (await site.openPage()).send({
      name: 'Jo',
      a0: 'decline',
      r0: 'Labour',
      f0: '2026-11-30',
    });
    expect(sent.text).toContain('Answered Fri 20 Nov, 15:00: not as planned.');
    const again = await site.openPage();
    expect(again.shown).toMatchObject({ a0: 'decline', r0: 'Labour', f0: '2026-11-30' });
    site.clock.advance({ hours: 20 });
    await again.send({ name: 'Jo', a0: 'promise' });
    expect((await site.openPage()).text).toContain(
      'Answered Sat 21 Nov, 11:00: promised. Before: not as planned, Fri 20 Nov, 15:00.',
    );
  });

  it('asks again for a task whose dates a revision moved', async () => {
    const site = await aSite();
    await (await site.openPage()).send({ name: 'Jo', a0: 'promise', a1: 'promise' });
    const [first, second] = twoTasks;
    const moved = anAnswerPage({
      issueNumber: 2,
      tasks: [{ ...first, finish: '2026-11-26' }, { ...second }],
    });
    const later = anAddress({ message: 'pile-co', runId: '2026-11-21T14-00-00Z' });
    const revised = await aSite({ page: moved, address: later, at: '2026-11-21T15:00:00Z' });
    for (const [key, body] of site.store.objects)
      if (key.startsWith('answer')) revised.store.objects.set(key, body);
    const phone = await revised.openPage();
    expect(phone.text).toContain('promised, for other dates.');
    expect(phone.shown).toMatchObject({ a1: 'promise' });
    expect(phone.shown).not.toHaveProperty('a0');
    await phone.send({ name: 'Jo', a0: 'promise' });
    expect(revised.answers()[1]).toMatchObject({
      revision: 2,
      entries: [{ task: 'task-A1', finish: '2026-11-26' }],
    });
  });
});
