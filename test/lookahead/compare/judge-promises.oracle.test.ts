/** PPC of promises, what was kept and the coverage, against rules that are written here once more, day by day. */
import { expect, test } from 'vitest';
import { addDays, type Day, formatDay, weekdayOf } from '../../../functions/base/day.ts';
import { planReport } from '../../../functions/lookahead/plan-lookahead.ts';
import type { Answer } from '../../../functions/lookahead/promises/answer.ts';
import { anEarlierIssue, aPlanInput, aPull, day, weekFrom } from '../../support/builders/a-plan-input.ts';
import { aSiteTask } from '../../support/builders/a-site-task.ts';
import { type Random, randomOf } from '../../support/simulation/random.ts';

const monday = day('2026-11-16');
const sunday = addDays(monday, 6);
const closes = '2026-11-16T07:00:00.000Z';

type Plan = {
  readonly id: string;
  readonly start: Day;
  readonly finish: Day;
  readonly isDone: boolean;
  readonly by: string;
  readonly place: string;
  readonly owner: string;
};
type Now =
  | { readonly status: 'Planned' | 'Started' | 'Complete'; readonly start: Day; readonly finish: Day }
  | 'gone';
type History = {
  readonly plan: readonly Plan[];
  readonly now: ReadonlyMap<string, Now>;
  readonly answers: readonly Answer[];
  readonly reportDay: Day;
  readonly dataDate: Day | undefined;
};

const cuts = {
  pile: { kind: 'subcontractor', id: 'id of Pile Co', name: 'Pile Co' },
  form: { kind: 'subcontractor', id: 'id of Form Co', name: 'Form Co' },
  yard: { kind: 'location', id: 'id of Yard', name: 'Yard' },
  sam: { kind: 'owner', id: 'id of Sam', name: 'Sam' },
} as const;
const asked = Object.values(cuts);

function isAsked({ by, place, owner }: Plan, { name }: Answer['cut']): boolean {
  return [by, place, owner].includes(name);
}

function aHistory(random: Random): History {
  const one = <Value>(values: readonly Value[]): Value => {
    const chosen = values[random.below(values.length)];
    if (chosen === undefined) throw new Error('There is nothing to choose from.');
    return chosen;
  };
  const plan = Array.from({ length: 1 + random.below(9) }, (_, index): Plan => {
    const start = addDays(monday, random.below(10) - 3);
    return {
      id: `A${index}`,
      start,
      finish: addDays(start, random.below(6)),
      isDone: random.chance(0.08),
      by: one(['Pile Co', 'Form Co', 'Other Co']),
      place: one(['Yard', 'Roof']),
      owner: one(['Sam', 'Kim']),
    };
  });
  const now = new Map(
    plan.map((task): [string, Now] => {
      if (random.chance(0.1)) return [task.id, 'gone'];
      const moved = random.chance(0.3) ? random.below(5) - 1 : 0;
      const dates = { start: addDays(task.start, moved), finish: addDays(task.finish, moved) };
      return [task.id, { status: one(['Planned', 'Started', 'Complete', 'Complete']), ...dates }];
    }),
  );
  const answers = Array.from({ length: random.below(30) }, (): Answer | undefined => {
    const task = one(plan);
    const own = asked.filter((each) => isAsked(task, each));
    if (own.length === 0) return undefined;
    const cut = one(own);
    const at = new Date(Date.UTC(2026, 10, 13, 15) + random.below(8 * 24 * 60) * 60_000).toISOString();
    const shift = random.chance(0.15) ? 1 : 0;
    return {
      taskId: `task-${task.id}`,
      says: one(['promise', 'promise', 'decline', 'done', 'undone']),
      week: monday,
      dates: { start: addDays(task.start, shift), finish: addDays(task.finish, shift) },
      reason: 'Materials',
      from: undefined,
      people: undefined,
      note: '',
      by: 'Ana Silva',
      cut,
      revision: random.chance(0.1) ? 2 : 1,
      at,
      day: day(at.slice(0, 10)),
      isLate: at > closes,
    };
  })
    .filter((answer) => answer !== undefined)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return {
    plan,
    now,
    answers,
    reportDay: one([day('2026-11-20'), day('2026-11-27')]),
    dataDate: random.chance(0.5) ? addDays(monday, 1 + random.below(6)) : undefined,
  };
}

/** The rules, as the guide for planners has them. */
function oracle({ plan, now, answers, reportDay, dataDate }: History) {
  const known = dataDate ?? reportDay;
  const last = Math.min(sunday, reportDay, known);
  const figures = { asked: 0, promised: 0, counted: 0, kept: 0, saidDone: 0 };
  for (const task of plan) {
    const isInWeek = task.start <= sunday && task.finish >= monday;
    if (task.isDone || !isInWeek || !asked.some((cut) => isAsked(task, cut))) continue;
    figures.asked += 1;
    const own = answers.filter(({ taskId }) => taskId === `task-${task.id}`);
    const decides = (all: readonly Answer[]) => {
      const lastOf = asked.flatMap((cut) => all.findLast((answer) => answer.cut === cut) ?? []);
      return (
        lastOf.find(({ cut }) => cut.kind === 'subcontractor') ??
        lastOf.find(({ says }) => says === 'decline' || says === 'undone') ??
        lastOf[0]
      );
    };
    const promise = decides(
      own.filter(({ says, isLate }) => (says === 'promise' || says === 'decline') && !isLate),
    );
    const isForIt =
      promise !== undefined &&
      (promise.revision > 1 || (promise.dates.start === task.start && promise.dates.finish === task.finish));
    if (promise?.says !== 'promise' || !isForIt) continue;
    figures.promised += 1;
    const days: number[] = [];
    for (let each: number = Math.max(task.start, monday); each <= Math.min(task.finish, last); each += 1) {
      if (weekdayOf(each) <= 5) days.push(each);
    }
    const isDue = task.finish <= last;
    if (days.length === 0 && !isDue) continue;
    figures.counted += 1;
    const is = now.get(task.id);
    const isThere = is !== undefined && is !== 'gone';
    const isFinished = isThere && is.status === 'Complete' && is.finish <= sunday;
    const happened = days.filter(
      (each) => isThere && is.status !== 'Planned' && each >= is.start && each <= is.finish,
    );
    const isKeptByPlan = isDue ? isFinished : isFinished || happened.length === days.length;
    const said = decides(own.filter(({ says }) => says === 'done' || says === 'undone'));
    const isSaid = said?.says === 'done' && Math.min(said.day, sunday) > known;
    if (isKeptByPlan || isSaid) figures.kept += 1;
    if (!isKeptByPlan && isSaid) figures.saidDone += 1;
  }
  return figures;
}

function planned({ plan, now, answers, reportDay, dataDate }: History) {
  const issue = anEarlierIssue(
    plan.map(({ id, start, finish, isDone, by, place, owner }) =>
      aSiteTask({
        id,
        start: formatDay(start),
        finish: formatDay(finish),
        status: isDone ? 'Complete' : 'Planned',
        subcontractor: by,
        location: place,
        owner,
      }),
    ),
  );
  const tasks = plan.flatMap(({ id, by, place, owner }) => {
    const is = now.get(id);
    if (is === undefined || is === 'gone') return [];
    const { status, start, finish } = is;
    const dates = { start: formatDay(start), finish: formatDay(finish) };
    return [aSiteTask({ id, ...dates, status, subcontractor: by, location: place, owner })];
  });
  const isFinal = reportDay > sunday;
  const input = aPlanInput({
    reportDay,
    window: weekFrom(isFinal ? '2026-11-30' : '2026-11-23'),
    pull: aPull(tasks, {
      instant: `${formatDay(reportDay)}T14:02:00Z`,
      range: { first: day('2026-10-05'), last: day('2027-01-03') },
      ...(dataDate === undefined
        ? {}
        : { programme: { label: '1', dataDate: `${formatDay(dataDate)}T18:00`, importedAt: undefined } }),
    }),
    [isFinal ? 'finalPlan' : 'lastWeekPlan']: issue,
    promises: { answers, asked: new Map([[monday, asked]]) },
  });
  const [lookahead] = planReport(input, [{ kind: 'everyone' }]).lookaheads;
  if (isFinal) return lookahead?.finalPpc?.promises;
  return lookahead?.ppc.kind === 'measured' ? lookahead.ppc.promises : undefined;
}

test('PPC of promises, kept and coverage of 200 random weeks are what the rules say', () => {
  let compared = 0;
  for (let seed = 0; seed < 200; seed += 1) {
    const history = aHistory(randomOf(`promises ${seed}`));
    const figures = planned(history);
    // Nothing was planned, or no day of the week is reported yet.
    if (figures === undefined) continue;
    compared += figures.promised > 0 ? 1 : 0;
    expect(figures, `history ${seed}`).toEqual(oracle(history));
  }
  expect(compared).toBeGreaterThan(60);
});
