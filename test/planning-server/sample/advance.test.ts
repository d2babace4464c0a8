import { describe, expect, it } from 'vitest';
import { advanceSampleProject } from '#planning-server/sample/advance.ts';
import { generateSampleProject, sampleProjects } from '#planning-server/sample/generate.ts';
import type { SampleTask } from '#planning-server/sample/sample-project.ts';
import { deep } from '../../support/deep-checks.ts';

const before = generateSampleProject({ ...sampleProjects[0], tasks: 600 });
const after = advanceSampleProject(before, { weeks: 1, seed: 1 });
const was = new Map(before.collections.tasks.map((task) => [task.id, task]));
const is = new Map(after.collections.tasks.map((task) => [task.id, task]));
const open = ({ status }: SampleTask) => status !== 'complete' && status !== 'cancelled';
const daysAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
const delays = ({ progress = [] }: SampleTask) => progress.filter(({ type }) => type === 'delay').length;

describe('a project advanced by a week', () => {
  it('has the next week and data date', () => {
    expect([before.week, before.dataDate]).toEqual(['2026-11-23', '2026-11-20']);
    expect([after.week, after.dataDate]).toEqual(['2026-11-30', '2026-11-27']);
  });

  it('is the same every time, and advancing by two weeks equals one week twice', () => {
    const twice = advanceSampleProject(after, { weeks: 1, seed: 1 });
    expect(JSON.stringify(advanceSampleProject(before, { weeks: 2, seed: 1 }))).toBe(JSON.stringify(twice));
    expect(advanceSampleProject(before, { weeks: 0, seed: 1 })).toBe(before);
  });

  it('does not change the original project', () => {
    const fresh = generateSampleProject({ ...sampleProjects[0], tasks: 600 });
    advanceSampleProject(fresh, { weeks: 1, seed: 1 });
    expect(JSON.stringify(fresh)).toBe(JSON.stringify(before));
  });

  it('completes most of what was due, but not all', () => {
    const due = before.collections.tasks.filter(
      (task) =>
        open(task) && task.finish && task.start && task.finish >= '2026-11-23' && task.finish <= '2026-11-27',
    );
    const done = due.filter(({ id }) => is.get(id)?.status === 'complete').length;
    expect(due.length).toBeGreaterThan(50);
    expect(done / due.length).toBeGreaterThan(0.6);
    expect(done).toBeLessThan(due.length);
  });

  it('reports weekend work after the weekend, and most of it is done', () => {
    const due: string[] = [];
    const done: string[] = [];
    const begun: string[] = [];
    for (const site of sampleProjects) {
      const versions = [
        generateSampleProject({ ...site, tasks: 900, week: '2026-10-12', weeks: 14, oddWeek: 6 }),
      ];
      for (let week = 0; week < 8; week++) {
        const last = versions.at(-1) ?? before;
        versions.push(advanceSampleProject(last, { weeks: 1, seed: site.seed }));
      }
      for (const [index, { dataDate, collections }] of versions.entries()) {
        const later = versions[index + 1]?.collections.tasks ?? [];
        const isOfWeekend = (date = '') => date > dataDate && date <= daysAfter(dataDate, 2);
        for (const task of collections.tasks.filter(open)) {
          const now = later.find(({ id }) => id === task.id);
          if (now === undefined) continue;
          if (isOfWeekend(task.start) && now.start === task.start) begun.push(now.status ?? '');
          if (!isOfWeekend(task.finish) || (task.start ?? '') > (task.finish ?? '')) continue;
          due.push(task.id);
          if (now.status === 'complete' && now.finish === task.finish) done.push(task.id);
        }
        expect(
          collections.tasks.filter(({ status, finish }) => status === 'complete' && isOfWeekend(finish)),
        ).toEqual([]);
      }
    }
    expect(due.length).toBeGreaterThan(25);
    expect(done.length / due.length).toBeGreaterThan(0.6);
    expect(done.length).toBeLessThan(due.length);
    expect(begun.filter((status) => status === 'complete' || status === 'started').length).toBeGreaterThan(
      10,
    );
  });

  it('gives a reason wherever a task ends later than planned', () => {
    const late = [...is.values()].filter((task) => {
      const old = was.get(task.id);
      return (
        old && open(old) && task.finish && old.finish && task.finish > old.finish && task.start === old.start
      );
    });
    expect(late.length).toBeGreaterThan(0);
    for (const task of late) expect(delays(task)).toBeGreaterThan(0);
  });

  it('has newly started tasks, none of which starts after the data date', () => {
    const begun = [...is.values()].filter(
      ({ id, status }) => status === 'started' && was.get(id)?.status !== 'started',
    );
    expect(begun.length).toBeGreaterThan(10);
    for (const { start = '' } of begun) expect(start <= '2026-11-27').toBe(true);
  });

  it('completes nothing after the data date, and reports nothing after it', () => {
    for (const task of after.collections.tasks) {
      if (task.status === 'complete') expect((task.finish ?? '') <= '2026-11-27').toBe(true);
      for (const { date } of task.progress ?? []) expect(date <= '2026-11-27').toBe(true);
      for (const { dailyActual = [] } of task.materials ?? []) {
        for (const { date } of dailyActual) expect(date <= '2026-11-27').toBe(true);
      }
    }
  });

  it('has promises for over a third of the tasks of the coming week', () => {
    const coming = [...is.values()].filter(
      ({ start = '' }) => start >= '2026-11-30' && start <= '2026-12-06',
    );
    const promised = coming.filter(({ status }) => status === 'promised').length;
    expect(promised / coming.length).toBeGreaterThan(0.35);
  });

  it('adds a few tasks with new ids, and removes a few', () => {
    const added = [...is.keys()].filter((id) => !was.has(id));
    const removed = [...was.keys()].filter((id) => !is.has(id));
    expect(added.length).toBeGreaterThan(0);
    expect(removed.length).toBeGreaterThan(0);
    expect(added.length + removed.length).toBeLessThan(30);
    const later = advanceSampleProject(after, { weeks: 4, seed: 1 });
    const ids = later.collections.tasks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => removed.includes(id))).toEqual([]);
  });

  it('pushes the successors of a task that is late', () => {
    const pushed = [...is.values()].filter((task) => {
      const old = was.get(task.id);
      if (!old?.start || !task.start || task.start <= old.start) return false;
      return (task.relatedTasks ?? []).some(({ id, relation }) => {
        const [other, earlier] = [is.get(id), was.get(id)];
        return relation === 'predecessor' && (other?.finish ?? '') > (earlier?.finish ?? '');
      });
    });
    expect(pushed.length).toBeGreaterThan(5);
  });

  it('moves no start by more than three weeks', () => {
    for (const { id, start } of after.collections.tasks) {
      const old = was.get(id)?.start;
      if (!old || !start) continue;
      expect(Math.abs(Date.parse(start) - Date.parse(old)) / 86_400_000).toBeLessThan(22);
    }
  });

  it('keeps each relation on both of its tasks, and none to a removed task', () => {
    for (const task of after.collections.tasks) {
      for (const { id, name, relation } of task.relatedTasks ?? []) {
        const other = is.get(id);
        // One of the tasks with odd data has no name, so relations to it have its id as name.
        expect(other && (other.name ?? other.id)).toBe(name);
        const back = relation === 'predecessor' ? 'successor' : 'predecessor';
        expect(other?.relatedTasks?.some((each) => each.id === task.id && each.relation === back)).toBe(true);
      }
    }
  });

  it('keeps the totals of material plans, on the new dates', () => {
    for (const { materials = [], start = '', finish = '' } of after.collections.tasks) {
      for (const { quantity, dailyPlanned } of materials) {
        if (!dailyPlanned) continue;
        expect(dailyPlanned.reduce((sum, day) => sum + day.quantity, 0)).toBeCloseTo(quantity);
        expect(dailyPlanned.every(({ date }) => date >= start && date <= finish)).toBe(true);
      }
    }
  });

  it('refuses fractions of a week and negative numbers', () => {
    expect(() => advanceSampleProject(before, { weeks: 1.5, seed: 1 })).toThrow(RangeError);
    expect(() => advanceSampleProject(before, { weeks: -1, seed: 1 })).toThrow(RangeError);
  });

  it.each(sampleProjects)('leaves the sites of $name closed over Christmas', (site) => {
    let project = generateSampleProject({ ...site, tasks: deep ? 900 : 300, week: '2026-12-14', weeks: 6 });
    const closed = /^(2026-12-(25|26|28|29|30|31)|2027-01-0[12])$/;
    const onClosed = (task: SampleTask) => {
      const used = (task.materials ?? []).flatMap(({ dailyPlanned = [], dailyActual = [] }) => [
        ...dailyPlanned,
        ...dailyActual,
      ]);
      const dates = [...used, ...(task.progress ?? [])].map(({ date }) => date);
      return [...dates, task.start, task.finish].filter((date) => date !== undefined && closed.test(date));
    };
    for (let week = 0; week < 5; week++) {
      project = advanceSampleProject(project, { weeks: 1, seed: site.seed });
      for (const task of project.collections.tasks) {
        if (task.calendar?.type !== 'seven-day') expect(onClosed(task), task.name).toEqual([]);
        const isAround = (task.start ?? '') < '2026-12-25' && (task.finish ?? '') > '2026-12-28';
        if (isAround && task.calendar?.type === 'five-day') {
          expect(task.nonWorkingDays, task.name).toEqual(
            expect.arrayContaining(['2026-12-25', '2026-12-28']),
          );
        }
      }
    }
  });

  it.runIf(deep).each(sampleProjects)(
    'does most of the work of $name in each of ten weeks, but not all, for many reasons',
    (site) => {
      let project = generateSampleProject({
        ...site,
        tasks: 900,
        week: '2026-10-12',
        weeks: 14,
        oddWeek: 6,
      });
      const misses: string[] = [];
      for (let week = 0; week < 10; week++) {
        const { week: monday, dataDate } = project;
        const sunday = daysAfter(monday, 6);
        const due = project.collections.tasks.filter(
          (task) => open(task) && task.finish && task.finish >= monday && task.finish <= sunday,
        );
        project = advanceSampleProject(project, { weeks: 1, seed: site.seed });
        const now = new Map(project.collections.tasks.map((task) => [task.id, task]));
        const missed = due.filter(({ id }) => now.get(id)?.status !== 'complete');
        const done = 1 - missed.length / due.length;
        expect(due.length, monday).toBeGreaterThan(20);
        expect(done, monday).toBeGreaterThan(0.5);
        expect(done, monday).toBeLessThan(0.97);
        const told = missed.flatMap(({ id }) => now.get(id)?.progress ?? []);
        misses.push(...told.filter(({ date }) => date > dataDate).map(({ name }) => name));
      }
      const counts = [...Map.groupBy(misses, (reason) => reason).values()].map(({ length }) => length);
      expect(counts.length).toBeGreaterThan(7);
      expect(Math.max(...counts) / misses.length).toBeLessThan(0.45);
    },
  );
});
