/** PPC of promises over six weeks of the sample, compared with the raw tasks and the stored answers. */
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { taskSchema } from '#planning/contract/resources.ts';
import { advanceSampleProject } from '#planning-server/sample/advance.ts';
import { generateSampleProject } from '#planning-server/sample/generate.ts';
import { anAskingReport } from '../../support/builders/an-asking-report.ts';
import { randomOf } from '../../support/simulation/random.ts';

const weeks = 6;
const daysAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
const daysFrom = (first: string, last: string) => {
  const days: string[] = [];
  for (let day = first; day <= last; day = daysAfter(day, 1)) days.push(day);
  return days;
};

type Task = z.output<typeof taskSchema>;

const submissionSchema = z.object({
  at: z.string(),
  closes: z.string(),
  entries: z.array(
    z.object({
      task: z.string(),
      says: z.string(),
      week: z.string(),
      start: z.string(),
      finish: z.string(),
    }),
  ),
});
type Submission = z.output<typeof submissionSchema>;

function datesOf({ start, finish }: Task): readonly [string, string] | undefined {
  const days = [start, finish].filter((date) => date !== undefined && date !== '').sort();
  const [first, last = first] = days;
  return first === undefined || last === undefined ? undefined : [first, last];
}

function isWorked({ calendar, nonWorkingDays = [], extraWorkingDays = [] }: Task, day: string): boolean {
  if (extraWorkingDays.includes(day)) return true;
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  const last = { 'five-day': 4, 'six-day': 5 }[calendar?.type ?? ''] ?? 6;
  return weekday <= last && !nonWorkingDays.includes(day);
}

/** The final figures of a week. @param plan the tasks of the Friday before @param now the tasks of the Friday after */
function figuresOf(
  monday: string,
  plan: readonly Task[],
  now: readonly Task[],
  submissions: readonly Submission[],
  cuts: ReadonlySet<string>,
) {
  const sunday = daysAfter(monday, 6);
  const figures = { asked: 0, promised: 0, counted: 0, kept: 0, saidDone: 0 };
  for (const task of plan) {
    const dates = datesOf(task);
    if (dates === undefined || dates[0] > sunday || dates[1] < monday) continue;
    if (['complete', 'cancelled'].includes(task.status ?? '')) continue;
    if (!cuts.has(task.subcontractor?.id ?? '')) continue;
    figures.asked += 1;
    const last = submissions
      .filter(({ at, closes }) => Date.parse(at) <= Date.parse(closes))
      .flatMap(({ at, entries }) => entries.map((entry) => ({ at, ...entry })))
      .filter(({ task: id, week, says }) => id === task.id && week === monday && /promise|decline/.test(says))
      .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
      .at(-1);
    if (last?.says !== 'promise' || last.start !== dates[0] || last.finish !== dates[1]) continue;
    figures.promised += 1;
    const from = dates[0] > monday ? dates[0] : monday;
    const isDue = dates[1] <= sunday;
    const days = daysFrom(from, isDue ? dates[1] : sunday).filter((day) => isWorked(task, day));
    if (days.length === 0 && !isDue) continue;
    figures.counted += 1;
    const is = now.find(({ id }) => id === task.id);
    const own = is && datesOf(is);
    const status = is?.status ?? '';
    const lost = new Set((is?.progress ?? []).flatMap(({ type, date }) => (type === 'delay' ? [date] : [])));
    const isFinished = status === 'complete' && own !== undefined && own[1] <= sunday;
    const happened = days.filter(
      (day) =>
        ['started', 'complete'].includes(status) &&
        own !== undefined &&
        own[0] <= day &&
        day <= own[1] &&
        !lost.has(day),
    );
    if (isDue ? isFinished : isFinished || happened.length === days.length) figures.kept += 1;
  }
  return figures;
}

it('the promised and kept tasks in six weeks of the sample agree with the tasks and the answers', async () => {
  const random = randomOf('sample weeks');
  const site = anAskingReport();
  let project = generateSampleProject({
    ...{ seed: 7, tasks: 400, region: 'gb', projectId: 'riverside', name: 'Riverside Tower' },
    ...{ week: '2026-10-19', weeks: 14, oddWeek: 3 },
  });
  const tasksOf = () => project.collections.tasks.map((task) => taskSchema.parse(task));
  const cuts = new Set(project.collections.subcontractors.map(({ id }) => id));
  const audiences = Array.from(cuts, (id) => ({
    ...{ audience: { kind: 'subcontractor' as const, id, name: id }, to: ['site@example.com'], cc: [] },
    replyTo: [],
  }));
  const stored = async () => {
    const keys = await site.store.list('answers/riverside/');
    return keys.map((key) =>
      submissionSchema.parse(JSON.parse(Buffer.from(site.store.objects.get(key) ?? []).toString())),
    );
  };
  let plan: readonly Task[] = [];
  let before: readonly Task[] = [];
  let compared = 0;
  for (let week = 0; week <= weeks + 1; week += 1) {
    const friday = daysAfter('2026-10-16', 7 * week);
    const monday = daysAfter(friday, 3);
    const tasks = tasksOf();
    const { lookaheads } = await site.deliver(friday, tasks, { audiences });
    const [everyone] = lookaheads;
    if (week >= 2) {
      const measured = figuresOf(daysAfter(monday, -14), before, tasks, await stored(), cuts);
      expect(everyone?.finals.at(-1)?.promises, `week of ${daysAfter(monday, -14)}`).toEqual(measured);
      compared += measured.promised;
    }
    [before, plan] = [plan, tasks];
    for (const id of cuts) {
      // The days are Saturday to Monday; on Monday, answers have closed.
      for (const day of [1, 2, 3].slice(random.below(3))) {
        const page = await site.open(
          friday,
          id,
          `${daysAfter(friday, day)}T10:00:00Z`,
          site.jobOn(friday, { audiences }),
        );
        if (!page.html.includes('<fieldset')) continue;
        const refs = [...page.html.matchAll(/ · (A\d+)<\/p>/g)].map(([, ref = '']) => ref);
        const said = refs.flatMap((ref): (readonly [string, string])[] => {
          const isOpen = page.html.split('<fieldset').find((block) => block.includes(ref));
          const says = isOpen?.includes('value="promise"') ? ['promise', 'decline'] : ['done', 'undone'];
          if (random.chance(0.3)) return [];
          return [
            [ref, says[random.chance(0.75) ? 0 : 1] ?? ''],
            [`${ref} reason`, 'Labour'],
          ];
        });
        await page.send('Ana', Object.fromEntries(said));
      }
    }
    project = advanceSampleProject(project, { weeks: 1, seed: 7 });
  }
  expect(compared).toBeGreaterThan(25);
});
