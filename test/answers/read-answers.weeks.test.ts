import { gunzipSync } from 'node:zlib';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { readAnswers } from '#answers/read-answers.ts';
import { readAllNamesAndNotes } from '#answers/submissions.ts';
import { formatDay } from '#base/day.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { ResolvedReport } from '#runs/look-up-report.ts';
import { aResolvedReport, aWireTask, runId } from '../support/builders/a-delivery.ts';
import { anAskingReport, type FormChoices } from '../support/builders/an-asking-report.ts';

const formCo = { id: 's2', name: 'Form Co' };
const yard = { id: 'yard', name: 'Yard' };

/** Tasks from Mon 23 to Sun 29 November, for Pile Co, Form Co, and another firm, which is not asked. */
const planned = [
  aWireTask('t1', { start: '2026-11-23', finish: '2026-11-25' }),
  aWireTask('t2', { start: '2026-11-24', finish: '2026-11-26' }),
  aWireTask('t3', { start: '2026-11-26', finish: '2026-12-02' }),
  aWireTask('t4', { start: '2026-11-23', finish: '2026-11-27', subcontractor: formCo, location: yard }),
  aWireTask('t5', { start: '2026-11-23', finish: '2026-11-24', subcontractor: { id: 's7', name: 'Other' } }),
];
/** The same tasks as the service returns them a week later. */
const after = [
  aWireTask('t1', { start: '2026-11-23', finish: '2026-11-25', status: 'complete' }),
  aWireTask('t2', { start: '2026-11-24', finish: '2026-11-26', status: 'started' }),
  aWireTask('t3', { start: '2026-11-26', finish: '2026-12-02', status: 'started' }),
  aWireTask('t4', { start: '2026-11-30', finish: '2026-12-04', subcontractor: formCo, location: yard }),
  aWireTask('t5', { start: '2026-11-23', finish: '2026-11-24', status: 'complete' }),
];

const promisesOf = (lookahead: Lookahead | undefined) =>
  lookahead?.ppc.kind === 'measured' ? lookahead.ppc.promises : undefined;
const saidOf = (lookahead: Lookahead | undefined) =>
  lookahead?.lastWeek.map(({ taskId, promise, reason }) => [
    taskId,
    promise?.state,
    promise?.outcomeAnswer?.answer.says,
    promise?.result,
    reason,
  ]);

/** Pile Co promises t1 and t3 and declines t2. Form Co promises t4, and later says that it was not done. */
async function anAnsweredWeek(others: readonly Partial<ResolvedReport>[] = []) {
  const site = anAskingReport();
  for (const report of [{}, ...others]) await site.deliver('2026-11-20', planned, report);
  const pile = await site.open('2026-11-20', 's1', '2026-11-21T10:12:00Z');
  const declined = {
    t2: 'decline',
    't2 reason': 'Materials',
    't2 from': '2026-11-30',
    't2 note': 'No steel',
  };
  await pile.send('Ana Silva', { t1: 'promise', t3: 'promise', 't3 people': '4', ...declined });
  await (await site.open('2026-11-20', 's2', '2026-11-22T18:00:00Z')).send('Ben', { t4: 'promise' });
  const later = await site.open('2026-11-20', 's2', '2026-11-26T12:00:00Z');
  await later.send('Ben', { t4: 'undone', 't4 reason': 'Weather' });
  return site;
}

describe('a week in which the audiences were asked', () => {
  it('is measured in the next report: asked, promised, kept and reported as done', async () => {
    const site = await anAnsweredWeek();
    const { lookaheads } = await site.deliver('2026-11-27', after);
    const [everyone, pile, form] = lookaheads;
    expect(promisesOf(everyone)).toEqual({ asked: 4, promised: 3, counted: 2, kept: 2, saidDone: 0 });
    expect(promisesOf(pile)).toEqual({ asked: 3, promised: 2, counted: 2, kept: 2, saidDone: 0 });
    expect(promisesOf(form)).toEqual({ asked: 1, promised: 1, counted: 0, kept: 0, saidDone: 0 });
    expect(saidOf(everyone)).toEqual(
      expect.arrayContaining([
        ['t1', 'promised', undefined, 'kept', ''],
        ['t2', 'declined', undefined, undefined, 'Materials'],
        ['t3', 'promised', undefined, 'kept', ''],
        // In the plan, t4 is due on the report day. No work of that day is reported yet, so its promise is not counted.
        ['t4', 'promised', 'undone', undefined, 'Weather'],
        ['t5', undefined, undefined, undefined, ''],
      ]),
    );
    expect(everyone?.answers).toMatchObject({ asked: 4, promised: 3, declined: 1, missing: [] });
  });

  it('makes a declined task not ready, with name and reason, while it keeps the declined dates', async () => {
    const constraintsOf = async (tasks: typeof after, changes: Partial<ResolvedReport> = {}) => {
      const site = await anAnsweredWeek();
      const { lookaheads } = await site.deliver('2026-11-27', tasks, changes);
      const { constraints = [] } = lookaheads[0]?.tasks.find(({ id }) => id === 't2') ?? {};
      return constraints.flatMap(({ kind, cause }) => (kind === 'declined' ? [cause] : []));
    };
    expect(await constraintsOf(after)).toEqual([
      'Declined Sat 21 Nov by Ana Silva, Pile Co: Materials, from Mon 30 Nov',
    ]);
    // Another report of the project, which asks nobody, has the same constraint.
    const other = {
      report: { key: 'managers', name: 'Managers' },
      answers: undefined,
    };
    expect(await constraintsOf(after, other)).toHaveLength(1);
    const moved = after.map((task) => (task.id === 't2' ? { ...task, finish: '2026-12-01' } : task));
    expect(await constraintsOf(moved)).toEqual([]);
  });

  it('has the same figures in all reports of the project', async () => {
    const managers = { report: { key: 'managers', name: 'Managers' }, answers: undefined, audiences: [] };
    const site = await anAnsweredWeek([managers]);
    const figures = ({ lookaheads: [lookahead] }: Awaited<ReturnType<typeof site.deliver>>) => {
      const { ppc, foresight, answers, readiness, tasks = [] } = lookahead ?? {};
      const states = tasks.map(({ id, promise, constraints }) => [id, promise?.state, constraints]);
      return { ppc, foresight, answers, readiness, states };
    };
    // A revision of the same week, then the report of the next one.
    for (const run of [
      { friday: '2026-11-20', at: '2026-11-22T19:00:05Z', tasks: planned },
      { friday: '2026-11-27', at: '2026-11-27T14:00:05Z', tasks: after },
    ]) {
      const of = { runId: runId(run.at), at: run.at };
      const other = figures(await site.deliver(run.friday, run.tasks, { ...of, ...managers }));
      expect(other).toEqual(figures(await site.deliver(run.friday, run.tasks, of)));
      expect(other.answers).toMatchObject({ asked: 4, promised: 3, declined: 1 });
    }
  });

  it('has final figures a week later, which include answers sent since then, and stays in the trend', async () => {
    const site = await anAnsweredWeek();
    await site.deliver('2026-11-27', after);
    const confirming = await site.open('2026-11-27', 's1', '2026-11-28T09:00:00Z');
    expect(confirming.html).toContain('Close week 48');
    await confirming.send('Ana Silva', { t2: 'done' });
    const done = after.map((task) => ({ ...task, status: 'complete' }));
    const { lookaheads, result } = await site.deliver('2026-12-04', done);
    const [everyone] = lookaheads;
    expect(everyone?.finals.at(-1)?.promises).toEqual({
      asked: 4,
      promised: 3,
      counted: 3,
      kept: 2,
      saidDone: 0,
    });
    expect(everyone?.ppcWeeks.map(({ promises }) => promises?.kept)).toContain(2);
    expect(result.outcome).toBe('delivered');
  });
});

it('a week counts the answer that was stored last, even if the clock was set back before it', async () => {
  const site = anAskingReport();
  await site.deliver('2026-11-20', planned);
  await (await site.open('2026-11-20', 's1', '2026-11-21T10:12:00Z')).send('Ana', { t1: 'promise' });
  const back = await site.open('2026-11-20', 's1', '2026-11-21T09:00:00Z');
  await back.send('Ana', { t1: 'decline', 't1 reason': 'Labour' });
  const { lookaheads } = await site.deliver('2026-11-27', after);
  expect(saidOf(lookaheads[0])).toContainEqual(['t1', 'declined', undefined, undefined, 'Labour']);
});

describe('a note', () => {
  /** Ana declines t1 with a note, then Ben changes only the note, then Ana enters only a new date. */
  async function aNotedWeek() {
    const site = anAskingReport();
    await site.deliver('2026-11-20', planned);
    const send = async (at: string, name: string, said: FormChoices) =>
      (await site.open('2026-11-20', 's1', `2026-11-21T${at}:00Z`)).send(name, said);
    await send('09:00', 'Ana', { t1: 'decline', 't1 reason': 'Labour', 't1 note': 'Two ill' });
    await send('10:00', 'Ben', { 't1 note': 'Three ill' });
    await send('11:00', 'Ana', { 't1 from': '2026-11-30' });
    const last = async () => {
      const keys = await site.store.list('answers/riverside/');
      const answers = await readAnswers(site.store, keys, { timeZone: 'Europe/London' });
      return answers.map(({ by, note, from }) => [by, note, from === undefined ? '' : formatDay(from)]);
    };
    const forget = async (name: string) => {
      for (const { key, names } of await readAllNamesAndNotes(site.store))
        if (names?.name === name) site.store.objects.delete(key);
    };
    return { last, forget };
  }

  it('is kept by a later answer without a new note', async () => {
    const { last } = await aNotedWeek();
    expect(await last()).toEqual([
      ['Ana', 'Two ill', ''],
      ['Ben', 'Three ill', ''],
      ['Ana', 'Three ill', '2026-11-30'],
    ]);
  });

  it('that was removed does not come back, nor does the note before it', async () => {
    const { last, forget } = await aNotedWeek();
    await forget('Ben');
    expect(await last()).toEqual([
      ['Ana', 'Two ill', ''],
      ['(name removed)', '', ''],
      ['Ana', '', '2026-11-30'],
    ]);
  });
});

describe('the message of a cut', () => {
  it('begins with the request for answers, and when they close', async () => {
    const site = anAskingReport();
    const { mailer } = await site.deliver('2026-11-20', planned);
    const [everyone, pile] = await Promise.all(mailer.taken.map(({ raw }) => PostalMime.parse(raw)));
    expect(everyone?.text).not.toContain('Answer for');
    expect(pile?.text).toContain('Answer for your 3 tasks');
    expect(pile?.text).toContain('Please answer by Mon 23 Nov, 07:00.');
    expect(pile?.text).toContain(site.linkOf(site.jobOn('2026-11-20'), 'subcontractor-s1'));
    const text = pile?.text ?? '';
    expect(text.indexOf('Answer for')).toBeLessThan(text.indexOf('day by day'));
  });
});

describe('a report that reads answers', () => {
  it('continues without removed names and without answers that cannot be read', async () => {
    const site = await anAnsweredWeek();
    const keys = await site.store.list('answers/riverside/');
    for (const key of keys) site.store.objects.delete(key.replace('answers', 'answer-names'));
    const [first = '', second = ''] = keys;
    site.store.objects.set(first, Buffer.from('{"format":1'));
    expect(second).not.toBe('');
    const { lookaheads } = await site.deliver('2026-11-27', after);
    const said = lookaheads[0]?.lastWeek.flatMap(({ promise }) => promise?.promiseAnswer?.answer.by ?? []);
    expect(new Set(said)).toEqual(new Set(['(name removed)']));
  });

  it('stores the keys of its answers in its snapshot, but no names', async () => {
    const site = await anAnsweredWeek();
    await site.deliver('2026-11-27', after);
    const key = [...site.store.objects.keys()].find((name) => /2026-11-27.*snapshot/.test(name)) ?? '';
    const snapshot = gunzipSync(site.store.objects.get(key) ?? new Uint8Array()).toString();
    expect(snapshot).not.toContain('Ana Silva');
    expect(JSON.parse(snapshot)).toMatchObject({
      answers: {
        keys: await site.store.list('answers/riverside/'),
        asked: [{ week: '2026-11-23', audiences: [{ id: 'yard' }, { id: 's1' }, { id: 's2' }] }],
      },
    });
  });

  it('lists and stores no answers if nobody is asked', async () => {
    const site = anAskingReport();
    const listed: string[] = [];
    const store = {
      ...site.store,
      list: (prefix: string, options?: { readonly after?: string }) => {
        listed.push(prefix);
        return site.store.list(prefix, options);
      },
    };
    const silence = { project: aResolvedReport().project, answers: undefined };
    const silent = anAskingReport({ store });
    await silent.deliver('2026-11-20', planned, silence);
    const { mailer, lookaheads } = await silent.deliver('2026-11-27', after, silence);
    expect(listed.filter((prefix) => prefix.startsWith('answers/'))).toEqual([]);
    expect([...site.store.objects.keys()].filter((key) => /^(answers|closings)/.test(key))).toEqual([]);
    expect(mailer.taken.map(({ raw }) => Buffer.from(raw).toString()).join()).not.toContain('?answer=');
    expect(lookaheads[0]?.answers).toBeUndefined();
  });
});
