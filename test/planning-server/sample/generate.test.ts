import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { schemasByCollection } from '#planning/contract/resources.ts';
import { shifts } from '#planning/contract/tasks-query.ts';
import { generateSampleProject, sampleProjects } from '#planning-server/sample/generate.ts';
import type { SampleTask } from '#planning-server/sample/sample-project.ts';
import { deep } from '../../support/deep-checks.ts';

const [riverside, harbour] = sampleProjects;
const make = (tasks: number, seed = 1) => generateSampleProject({ ...riverside, tasks, seed });
const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');
const sizes = [50, 300, ...(deep ? [2_000] : [])];
const listed = (item: object | undefined, items: readonly object[]) =>
  item === undefined || items.includes(item);
const weekOf = (tasks: readonly SampleTask[]) =>
  tasks.filter(({ start, finish }) => start && finish && start <= '2026-11-29' && finish >= '2026-11-23');

/** The tasks whose start and finish are dates such as `2026-11-23`, in order. The few other tasks are left out. */
function dated(tasks: readonly SampleTask[]) {
  const date = /^\d{4}-\d{2}-\d{2}$/;
  return tasks.flatMap((task) => {
    const { start = '', finish = '' } = task;
    return date.test(start) && date.test(finish) && start <= finish ? [{ ...task, start, finish }] : [];
  });
}

function workingDays({ start = '', finish = '', calendar, nonWorkingDays = [] }: SampleTask): number {
  let count = -nonWorkingDays.length;
  for (let at = Date.parse(start); at <= Date.parse(finish); at += 86_400_000) {
    const weekday = new Date(at).getUTCDay();
    if (calendar?.type === 'seven-day' || (weekday !== 0 && (calendar?.type === 'six-day' || weekday !== 6)))
      count++;
  }
  return count;
}

const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
const isSaturday = (date: string) => new Date(date).getUTCDay() === 6;

describe('the sample project', () => {
  it('is the same, byte for byte, for the same seed, and different for another', () => {
    expect(digest(make(300))).toBe(digest(make(300)));
    expect(digest(make(300, 2))).not.toBe(digest(make(300, 1)));
  });

  it.each([50, 51, 777, 2_000])('has exactly %i tasks if so requested', (tasks) => {
    expect(make(tasks).collections.tasks).toHaveLength(tasks);
  });

  it('fits the contract in every item of all seven collections', () => {
    const { collections } = make(2_000);
    for (const [name, items] of Object.entries(collections)) {
      const schema = Object.entries(schemasByCollection).find(([collection]) => collection === name)?.[1];
      expect(items.length).toBeGreaterThan(0);
      for (const item of items) expect(schema?.safeParse(item).error).toBeUndefined();
    }
  });

  it.each(sizes)('has unique ids and references that resolve, with %i tasks', (count) => {
    const { collections } = make(count);
    for (const items of Object.values(collections)) {
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    }
    const { users, folders, packages, calendars, locations, subcontractors, tasks } = collections;
    const parents = folders.flatMap(({ parentId }) => parentId ?? []);
    const known = new Set(folders.map(({ id }) => id));
    expect(parents.filter((id) => !known.has(id))).toEqual([]);
    const unresolved = tasks.flatMap((task) => {
      const sound =
        listed(task.owner, users) &&
        listed(task.folder, folders) &&
        listed(task.package, packages) &&
        listed(task.calendar, calendars) &&
        listed(task.location, locations) &&
        listed(task.subcontractor, subcontractors) &&
        (task.assignedTo ?? []).every((person) => listed(person, users));
      return sound ? [] : [task.id];
    });
    expect(unresolved).toEqual([]);
  });

  it('relates tasks from both sides, without cycles', () => {
    const { tasks } = make(2_000).collections;
    const byId = new Map(tasks.map((task) => [task.id, task]));
    for (const task of tasks) {
      for (const { id, name, lag, relation, type } of task.relatedTasks ?? []) {
        const other = byId.get(id);
        expect(other?.name).toBe(name);
        const back = relation === 'predecessor' ? 'successor' : 'predecessor';
        expect(other?.relatedTasks).toContainEqual({
          id: task.id,
          name: task.name,
          lag,
          relation: back,
          type,
        });
      }
    }
    const done = new Set<string>();
    for (let before = -1; before !== done.size; ) {
      before = done.size;
      for (const { id, relatedTasks = [] } of tasks) {
        const waits = relatedTasks.some((each) => each.relation === 'predecessor' && !done.has(each.id));
        if (!waits) done.add(id);
      }
    }
    expect(done.size).toBe(tasks.length);
  });

  it('never lets a task wait for one that starts later', () => {
    const tasks = dated(make(2_000).collections.tasks);
    const starts = new Map(tasks.map(({ id, start }) => [id, start]));
    for (const { start, relatedTasks = [] } of tasks) {
      for (const { id, relation } of relatedTasks) {
        if (relation === 'predecessor') expect((starts.get(id) ?? '') <= start).toBe(true);
      }
    }
  });

  it('starts most tasks after their predecessors have finished, and a few before', () => {
    const tasks = dated(make(2_000).collections.tasks);
    const byId = new Map(tasks.map((task) => [task.id, task]));
    const links = tasks.flatMap((task) =>
      (task.relatedTasks ?? [])
        .filter(({ relation, type }) => relation === 'predecessor' && type === 'finish-start')
        .map(({ id }) => (byId.get(id)?.finish ?? '') < task.start),
    );
    const broken = links.filter((kept) => !kept).length;
    expect(links.length).toBeGreaterThan(1_000);
    expect(broken).toBeGreaterThan(0);
    expect(broken / links.length).toBeLessThan(0.05);
  });

  it.each(sizes)('counts durations in working days of the calendar, with %i tasks', (count) => {
    const sound = dated(make(count).collections.tasks).filter(
      ({ externalId }) => !externalId?.startsWith('X'),
    );
    for (const task of sound) {
      expect(workingDays(task)).toBe(task.duration === 0 ? 1 : task.duration);
    }
  });

  it.each([riverside, harbour])('plans no work of $name while its sites are closed', (site) => {
    const closed = ['2026-12-25', '2026-12-28', '2026-12-31', '2027-01-01', '2027-01-02'];
    const { tasks } = generateSampleProject({
      ...site,
      tasks: 1_500,
      week: '2026-12-21',
      weeks: 4,
    }).collections;
    for (const day of closed) {
      const dates = tasks.filter(({ start, finish }) => start === day || finish === day);
      expect(dates.filter(({ calendar }) => calendar?.type !== 'seven-day')).toEqual([]);
      const around = dated(tasks).filter(({ start, finish }) => start <= day && finish >= day);
      const working = around.filter(({ nonWorkingDays = [], calendar }) => {
        return !nonWorkingDays.includes(day) && (calendar?.type === 'six-day' || !isSaturday(day));
      });
      expect(around.length).toBeGreaterThan(working.length);
      for (const { shift, calendar } of working)
        expect([shift, calendar?.type]).toEqual(['24hr', 'seven-day']);
      const used = tasks.flatMap(({ materials = [] }) =>
        materials.flatMap((each) => each.dailyPlanned ?? []),
      );
      expect(used.map(({ date }) => date)).not.toContain(day);
    }
  });

  it('keeps pumps running while the site is closed', () => {
    const { tasks } = generateSampleProject({ ...riverside, tasks: 300, week: '2026-12-14' }).collections;
    const pumping = dated(tasks).filter(({ name, start, finish }) => {
      return name?.startsWith('Run dewatering') && start < '2026-12-25' && finish > '2026-12-25';
    });
    expect(pumping.length).toBeGreaterThan(0);
    for (const task of pumping) expect(task.nonWorkingDays).toBeUndefined();
  });

  it('finishes between 25 and 80 tasks in nearly every requested week', () => {
    const { tasks } = generateSampleProject({
      ...riverside,
      tasks: 1_500,
      weeks: 32,
      oddWeek: 6,
    }).collections;
    const finishing = Array.from({ length: 32 }, (_, week) => {
      const [first, last] = [week * 7, week * 7 + 6].map((days) => dayAfter('2026-11-23', days));
      return dated(tasks).filter(({ finish }) => finish >= `${first}` && finish <= `${last}`).length;
    });
    // Christmas, Easter and bank holidays shorten some weeks.
    expect(finishing.filter((count) => count >= 25 && count <= 80).length).toBeGreaterThanOrEqual(30);
    expect(tasks.find(({ name }) => name?.startsWith('Saturday lift'))?.start).toBe('2027-01-09');
  });

  it.each(sizes)('has a quarter to two fifths of its %i tasks in the coming week', (count) => {
    const share = weekOf(make(count).collections.tasks).length / count;
    expect(share).toBeGreaterThan(0.24);
    expect(share).toBeLessThan(0.4);
  });

  it('has at least 15 tasks in the coming week even if it has only 50 in all', () => {
    expect(weekOf(make(50).collections.tasks).length).toBeGreaterThanOrEqual(15);
  });

  it('has tasks that start months before and months after the requested week', () => {
    const starts = dated(make(300).collections.tasks).map(({ start }) => start);
    expect(starts.some((start) => start < '2026-09-15')).toBe(true);
    expect(starts.some((start) => start > '2027-02-15')).toBe(true);
  });

  it.each(sizes)('has every status and every shift among %i tasks, and some without a shift', (count) => {
    const { tasks } = make(count).collections;
    const statuses = new Set(tasks.map(({ status }) => status));
    for (const status of [
      'backlog',
      'planned',
      'promised',
      'started',
      'complete',
      'delayed',
      'blocked',
      'cancelled',
    ] as const) {
      expect(statuses).toContain(status);
    }
    const seen = new Set(tasks.map(({ shift }) => shift));
    for (const shift of [...shifts, undefined]) expect(seen).toContain(shift);
  });

  it('has two to fourteen people on a task each day', () => {
    for (const { labour } of make(2_000).collections.tasks) {
      if (!labour) continue;
      const people = labour.reduce((sum, { quantity }) => sum + quantity, 0);
      expect(people).toBeGreaterThanOrEqual(2);
      expect(people).toBeLessThanOrEqual(14);
    }
  });

  it('has daily material figures that add up to the total, and none used after the data date', () => {
    const { tasks } = make(300).collections;
    const materials = tasks.flatMap((task) => task.materials ?? []);
    const planned = materials.filter(({ dailyPlanned }) => dailyPlanned);
    expect(planned.length).toBeGreaterThan(50);
    expect(planned.length).toBeLessThan(materials.length);
    for (const { quantity, dailyPlanned = [], dailyActual = [] } of planned) {
      expect(dailyPlanned.reduce((sum, day) => sum + day.quantity, 0)).toBeCloseTo(quantity);
      for (const { date } of dailyActual) expect(date <= '2026-11-20').toBe(true);
    }
  });

  it('reports delays with their reasons, none after the data date', () => {
    const progress = make(300).collections.tasks.flatMap((task) => task.progress ?? []);
    expect(progress.filter(({ type }) => type === 'delay').length).toBeGreaterThan(10);
    for (const { date, name } of progress) {
      expect(date <= '2026-11-20').toBe(true);
      expect(name).not.toBe('');
    }
  });

  it('has work that is overdue, key tasks and milestones', () => {
    const tasks = dated(make(50).collections.tasks);
    expect(
      tasks.filter(({ finish, status }) => finish < '2026-11-23' && status !== 'complete').length,
    ).toBeGreaterThan(0);
    expect(tasks.some(({ keyTask }) => keyTask)).toBe(true);
    expect(tasks.some(({ duration, start, finish }) => duration === 0 && start === finish)).toBe(true);
  });

  it('gives each of 2,000 tasks a different name', () => {
    const names = make(2_000).collections.tasks.map(({ name }) => name);
    expect(new Set(names).size).toBe(2_000);
  });

  it('keeps work areas of different locations apart', () => {
    const tasks = make(300).collections.tasks.filter(({ workArea }) => workArea);
    const meeting = tasks.flatMap((one) =>
      tasks.filter((other) => {
        const [left = 0, bottom = 0, right = 0, top = 0] = one.workArea?.bbox ?? [];
        const [x = 0, y = 0, farX = 0, farY = 0] = other.workArea?.bbox ?? [];
        const meet = left < farX && x < right && bottom < farY && y < top;
        return meet && other.location?.id !== one.location?.id;
      }),
    );
    expect(tasks.length).toBeGreaterThan(50);
    expect(meeting).toEqual([]);
  });

  it('ends with a few tasks with odd dates and hostile names', () => {
    const { tasks } = make(300).collections;
    const odd = tasks.slice(-18);
    const names = odd.map(({ name }) => name);
    expect(odd.every(({ externalId }) => externalId?.startsWith('X'))).toBe(true);
    expect(odd.some(({ start, finish }) => start && !finish)).toBe(true);
    expect(odd.some(({ start, finish }) => !start && finish)).toBe(true);
    expect(odd.some(({ start, finish }) => !start && !finish)).toBe(true);
    expect(odd.some(({ start, finish }) => start && finish && start > finish)).toBe(true);
    expect(names).toContain('=HYPERLINK("http://example.com","Click for drawing")');
    expect(names).toContain('Snag list\r\nBcc: someone@example.com');
    expect(names.some((name) => name?.length === 200)).toBe(true);
    expect(tasks.slice(0, -18).every(({ name }) => name && !/[=<\r\n]/.test(name))).toBe(true);
  });

  it('uses Australian words in Australia', () => {
    const { collections, timeZone } = generateSampleProject({ ...harbour, tasks: 300 });
    const text = JSON.stringify(collections);
    expect(timeZone).toBe('Australia/Sydney');
    expect(text).toContain('Formworkers');
    expect(text).toContain('Pty Ltd');
    expect(text).not.toContain('Banksman');
  });

  it('is built around the requested week', () => {
    const { week, dataDate, collections } = generateSampleProject({
      ...riverside,
      tasks: 100,
      week: '2027-03-01',
    });
    expect([week, dataDate]).toEqual(['2027-03-01', '2027-02-26']);
    expect(
      collections.tasks.filter(
        ({ start = '', finish = '' }) => start <= '2027-03-07' && finish >= '2027-03-01',
      ).length,
    ).toBeGreaterThan(20);
  });

  it.each([9, 50_001, 99.5])('refuses %d tasks', (tasks) => {
    expect(() => make(tasks)).toThrow(RangeError);
  });

  it.each(['2026-11-24', '2026-02-30', 'soon'])('refuses the week %s', (week) => {
    expect(() => generateSampleProject({ ...riverside, tasks: 50, week })).toThrow(RangeError);
  });

  const many = deep ? 50_000 : 1_500;
  it(`generates ${many} tasks in a few seconds`, () => {
    const before = process.threadCpuUsage();
    expect(make(many).collections.tasks).toHaveLength(many);
    const { user, system } = process.threadCpuUsage(before);
    // Microseconds of processor time: 12 seconds for 50,000 tasks, about six times what they usually take.
    expect(user + system).toBeLessThan(240 * many);
  });
});
