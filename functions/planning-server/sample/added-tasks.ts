import type { Random } from './random.ts';
import type { SampleRelation, SampleTask } from './sample-project.ts';
import type { Week } from './week-of-work.ts';
import type { CalendarType } from './work/work-train.ts';
import { addWorkingDays, dateOf, workingDayFrom } from './working-days.ts';

const extraWorks = [
  'Remedial works after inspection',
  'Make good damage to finished work',
  'Additional fire stopping',
  'Re-test after failed inspection',
  'Temporary protection',
  'Extra clean and access for following trade',
  'Open up for inspection and close again',
  'Additional brackets to revised drawing',
] as const;

/** Work that the week brought up, behind tasks that were done in it; one to three days in the coming two weeks. */
export function addedTask(
  host: SampleTask,
  { id, number, calendar }: { readonly id: string; readonly number: number; readonly calendar: CalendarType },
  { week, random }: { readonly week: Week; readonly random: Random },
): SampleTask {
  const place = host.name?.split(', ').at(-1) ?? 'site';
  const days = random.int(1, 3);
  const start = workingDayFrom(week.nextMonday + random.int(0, 10), calendar);
  const after = relationTo(host, 'predecessor');
  const { owner, assignedTo, folder, subcontractor, location, labour, parent } = host;
  return {
    id,
    externalId: `A${1000 + number * 10}`,
    name: `${random.pick(extraWorks)}, ${place}`,
    start: dateOf(start),
    finish: dateOf(addWorkingDays(start, days - 1, calendar)),
    duration: days,
    keyTask: false,
    shift: 'day',
    status: 'planned',
    ...(owner ? { owner } : {}),
    ...(assignedTo ? { assignedTo } : {}),
    ...(host.calendar ? { calendar: host.calendar } : {}),
    ...(folder ? { folder } : {}),
    ...(host.package ? { package: host.package } : {}),
    ...(parent ? { parent } : {}),
    ...(subcontractor ? { subcontractor } : {}),
    ...(location ? { location } : {}),
    ...(labour
      ? { labour: labour.map((people) => ({ ...people, quantity: Math.min(3, people.quantity) })) }
      : {}),
    relatedTasks: [after],
  };
}

export function relationTo(task: SampleTask, relation: SampleRelation['relation']): SampleRelation {
  return { id: task.id, name: task.name ?? task.id, lag: 0, relation, type: 'finish-start' };
}
