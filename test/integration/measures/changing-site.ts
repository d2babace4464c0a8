/** A small site with tasks that change at random from day to day, and its planning service. */
import { addDays, type Day, dayFromNumber, formatDay, parseDay } from '#base/day.ts';
import type { Task } from '#planning/contract/resources.ts';
import type { TasksReader } from '#runs/pull-tasks.ts';
import { aTask, type TaskProperties } from '../../support/builders/a-task.ts';
import type { SeededRandom } from '../../support/simulation/random.ts';

export type Site = {
  readonly live: (now: Day) => void;
  readonly service: TasksReader;
};

type Change = (task: TaskProperties, now: Day) => readonly TaskProperties[];

/** @param first the day on which the first tasks are planned */
export function changingSite(random: SeededRandom, first: Day): Site {
  let made = 0;
  let tasks: readonly TaskProperties[] = [];
  let vanished: readonly TaskProperties[] = [];
  const pick = <Value>(values: readonly [Value, ...Value[]]): Value =>
    values[random.below(values.length)] ?? values[0];
  const dates = (start: Day, days: number) => ({
    start: formatDay(start),
    finish: formatDay(addDays(start, days)),
  });
  const startOf = ({ start, finish }: TaskProperties) => parseDay(start ?? finish ?? '');
  const finishOf = ({ start, finish }: TaskProperties) => parseDay(finish ?? start ?? '');
  const soon = (from: Day, days: number) => addDays(from, random.below(days));
  const firm = () => {
    const id = pick(['s1', 's1', 's2', 's2', 's3', undefined]);
    return id === undefined ? undefined : { id, name: `Firm ${id}` };
  };
  const person = () => {
    const id = pick(['u1', 'u2', 'u3', undefined]);
    return id === undefined ? undefined : { id, displayName: `Person ${id}`, email: `${id}@example.com` };
  };
  const anyDays = (start: Day) => {
    if (!random.chance(0.12)) return undefined;
    return [1, 2, 3].map(() => formatDay(soon(start, 8)));
  };

  function newTask(from: Day): TaskProperties {
    made++;
    const start = soon(from, 42);
    const milestone = random.chance(0.1);
    const known = tasks[random.below(Math.max(1, tasks.length))];
    const related = known && random.chance(0.3) ? [{ id: known.id, relation: 'predecessor' }] : [];
    const place = pick(['l1', 'l2', undefined]);
    return {
      id: `t${made}`,
      externalId: random.chance(0.3) ? `A${random.below(30)}` : undefined,
      ...dates(start, milestone ? 0 : random.below(11)),
      ...(milestone ? { duration: 0 } : {}),
      ...(random.chance(0.04) ? { start: undefined, finish: undefined } : {}),
      ...(random.chance(0.03) ? { finish: undefined } : {}),
      ...(random.chance(0.03) ? { finish: formatDay(addDays(start, -3)) } : {}),
      status: pick(['planned', 'promised', 'backlog', undefined]),
      shift: pick(['day', 'day', 'day', 'night', 'afternoon', '24hr', 'All', undefined]),
      calendar: { id: 'c', type: pick(['five-day', 'five-day', 'six-day', 'seven-day', undefined]) },
      nonWorkingDays: anyDays(start),
      extraWorkingDays: anyDays(start),
      daysWithoutWork: anyDays(start),
      subcontractor: firm(),
      owner: person(),
      location: place === undefined ? undefined : { id: place, name: place },
      relatedTasks: related.map((one) => ({ ...one, type: pick(['FS', 'SS', 'FF']) })),
    };
  }

  const later: Change = (task) => {
    const [start, finish] = [startOf(task), finishOf(task)];
    if (start === undefined || finish === undefined) return [{ ...task, ...dates(soon(first, 60), 3) }];
    const moved = addDays(start, random.below(26) - 10);
    return [{ ...task, ...dates(moved, finish - start) }];
  };
  const longer: Change = (task) => {
    const finish = finishOf(task);
    const days = task.duration === 0 ? 0 : random.below(8);
    return [{ ...task, ...(finish === undefined ? {} : { finish: formatDay(addDays(finish, days)) }) }];
  };
  const withStatus =
    (...words: readonly [string, ...string[]]): Change =>
    (task) => [{ ...task, status: pick(words) }];
  const early: Change = (task, now) => {
    const start = startOf(task) ?? now;
    return [{ ...task, ...dates(start < now ? start : now, Math.max(0, now - start)), status: 'complete' }];
  };
  const split: Change = (task, now) => {
    const start = startOf(task) ?? now;
    const parts = [1, 2, 3].slice(0, 2 + random.below(2)).map((part): TaskProperties => {
      made++;
      const own = { externalId: random.chance(0.5) ? `A${random.below(30)}` : undefined };
      const when = dates(addDays(start, (part - 1) * random.below(5)), random.below(4));
      return { ...task, ...own, id: `t${made}`, ...when, parent: { id: task.id ?? '', name: 'Whole' } };
    });
    const left = pick<readonly TaskProperties[]>([[task], [], [{ ...task, status: 'cancelled' }]]);
    return [...left, ...parts];
  };
  const vanish: Change = (task) => {
    vanished = [...vanished, task];
    return [];
  };
  const changed =
    (properties: () => TaskProperties): Change =>
    (task) => [{ ...task, ...properties() }];
  const under: Change = (task) => {
    const other = tasks[random.below(tasks.length)];
    return [
      { ...task, parent: other?.id === undefined || other.id === task.id ? undefined : { id: other.id } },
    ];
  };
  const delayed: Change = (task, now) => {
    const type = pick(['delay', 'delay', 'on schedule']);
    const entry = { type, date: formatDay(addDays(now, -random.below(9))), name: 'Rain' };
    return [{ ...task, progress: [...(task.progress ?? []), entry] }];
  };
  /** Replaces the task by one with a new id, whose parent is the replaced task or another one, as after a merge. */
  const merge: Change = (task, now) => {
    const other = tasks[random.below(tasks.length)];
    made++;
    const start = startOf(task) ?? now;
    const parent = pick([task.id, other?.id]);
    vanished = [...vanished, task];
    return [
      {
        ...task,
        id: `t${made}`,
        ...dates(start, 5),
        parent: parent === undefined ? undefined : { id: parent },
      },
    ];
  };

  const begun = ['started', 'in progress', 'complete', 'done', 'Completed'];
  function changesOf(task: TaskProperties, now: Day): readonly (readonly [number, Change])[] {
    const isDue = (startOf(task) ?? Number.POSITIVE_INFINITY) <= now;
    const isPast = (finishOf(task) ?? Number.POSITIVE_INFINITY) <= now;
    const everywhere: readonly (readonly [number, Change])[] = [
      [0.04, changed(() => ({ subcontractor: firm() }))],
      [0.03, changed(() => ({ owner: person() }))],
      [0.03, changed(() => ({ shift: pick(['day', 'night', undefined]) }))],
      [0.02, vanish],
      [0.02, under],
    ];
    if (task.status === 'cancelled') return [[0.15, withStatus('planned')], ...everywhere];
    if (['started', 'in progress'].includes(task.status ?? '')) {
      return [
        [isPast ? 0.5 : 0.08, withStatus('complete', 'done', 'Completed')],
        [isPast ? 0.7 : 0.1, longer],
        [0.1, early],
        [0.15, delayed],
        [0.03, withStatus('planned', 'blocked')],
        ...everywhere,
      ];
    }
    if (begun.includes(task.status ?? ''))
      return [[0.05, withStatus('planned')], [0.03, later], ...everywhere];
    const isHeld = ['blocked', 'delayed'].includes(task.status ?? '');
    return [
      [isHeld ? 0.4 : 0, withStatus('planned')],
      [isDue ? 0.5 : 0.05, withStatus('started', 'in progress')],
      [isDue ? 0.25 : 0.12, later],
      [0.05, early],
      [0.12, withStatus('blocked', 'delayed')],
      [0.04, withStatus('cancelled', 'Canceled')],
      [0.05, split],
      [0.03, merge],
      [0.04, longer],
      [0.02, changed(() => ({ owner: undefined, subcontractor: undefined }))],
      ...everywhere,
    ];
  }

  function live(now: Day): void {
    tasks = tasks.flatMap((task) => {
      const change = changesOf(task, now).find(([chance]) => random.chance(chance))?.[1];
      return change ? change(task, now) : [task];
    });
    const [back] = vanished;
    if (back && random.chance(0.15)) {
      vanished = vanished.slice(1);
      tasks = [...tasks, back];
    }
    while (random.chance(0.6)) tasks = [...tasks, newTask(dayFromNumber(now + 3))];
  }

  for (let count = 10 + random.below(16); count > 0; count--) {
    tasks = [...tasks, newTask(addDays(first, -7))];
  }
  // Parsed answers are cached: a delivery asks for a task once for each shift and week.
  const answered = new WeakMap<TaskProperties, Task>();
  const answerOf = (task: TaskProperties) => {
    const answer = answered.get(task) ?? aTask(task);
    answered.set(task, answer);
    return answer;
  };
  return { live, service: serviceOf(() => tasks.map(answerOf), random) };
}

/** Answers queries without a shift as the contract says, and queries for a shift in one of three ways. */
function serviceOf(tasks: () => readonly Task[], random: SeededRandom): TasksReader {
  const way = (['by word', 'by word', 'all hours for each', 'no shift'] as const)[random.below(4)];
  const undatedToo = random.chance(0.5);
  return {
    async tasks({ start = '0000', finish = '9999', shift, subcontractorIds, locationIds }) {
      const items = tasks().filter((task) => {
        const [from, to] = [task.start ?? task.finish, task.finish ?? task.start];
        const isThen = from === undefined || to === undefined ? undatedToo : from <= finish && to >= start;
        const isIn =
          (subcontractorIds?.includes(task.subcontractor?.id ?? '') ?? true) &&
          (locationIds?.includes(task.location?.id ?? '') ?? true);
        const isOfShift =
          shift === undefined ||
          (way !== 'no shift' &&
            (task.shift === shift || (way === 'all hours for each' && task.shift === '24hr')));
        return isThen && isIn && isOfShift;
      });
      return { items, misfits: [] };
    },
  };
}
