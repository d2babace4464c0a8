import { dailyActual, spread } from './daily-quantities.ts';
import type { Random } from './random.ts';
import type { SampleMaterial, SampleTask } from './sample-project.ts';
import type { After, Before } from './week-of-work.ts';
import { dateOf, workingDaysBetween } from './working-days.ts';

/** The task as it stands after the week, with its duration, materials and progress in step. */
export function changedTask(
  task: SampleTask,
  { before, after }: { readonly before: Before; readonly after: After },
  { friday, random }: { readonly friday: number; readonly random: Random },
): SampleTask {
  const days = workingDaysBetween(after.start, after.finish, before.calendar);
  const moved = after.start !== before.start || after.finish !== before.finish;
  const progress = [...(task.progress ?? []), ...after.reported];
  const materials = task.materials?.map((material) => {
    const planned = moved ? plannedOn(days, material) : material;
    return usedBy(planned, { friday, status: after.status, random });
  });
  return {
    ...task,
    start: dateOf(after.start),
    finish: dateOf(after.finish),
    duration: before.days === 0 ? 0 : days.length,
    status: after.status,
    ...(materials ? { materials } : {}),
    ...(progress.length > 0 ? { progress } : {}),
  };
}

function plannedOn(days: readonly number[], material: SampleMaterial): SampleMaterial {
  if (!material.dailyPlanned) return material;
  return { ...material, dailyPlanned: spread(material.quantity, days, material.unit) };
}

/** What earlier weeks reported stays as it was; the days since then are added. */
function usedBy(
  material: SampleMaterial,
  { friday, status, random }: { friday: number; status: string; random: Random },
): SampleMaterial {
  if (!material.dailyPlanned || (status !== 'complete' && status !== 'started')) return material;
  const reported = material.dailyActual ?? [];
  const last = reported.at(-1)?.date ?? '';
  const pace = status === 'complete' ? 'complete' : 'under way';
  const through = dateOf(friday);
  const added = dailyActual(material, { through, pace }, random).filter(({ date }) => date > last);
  return { ...material, dailyActual: [...reported, ...added] };
}
