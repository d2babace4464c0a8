import { dailyActual, spread } from '../model/daily-quantities.ts';
import type { Random } from '../model/random.ts';
import type { SampleMaterial, SampleStatus, SampleTask } from '../model/sample-project.ts';
import { dateOf, workingDaysBetween } from '../model/working-days.ts';
import type { Outcome } from './week-outcome.ts';
import type { WorkState } from './work-state.ts';

/** The task after the week, with its duration, materials and progress in step with its dates and status. */
export function applyOutcome(
  task: SampleTask,
  { before, after }: { readonly before: WorkState; readonly after: Outcome },
  { friday, random }: { readonly friday: number; readonly random: Random },
): SampleTask {
  const days = workingDaysBetween(after.start, after.finish, before.calendar);
  const moved = after.start !== before.start || after.finish !== before.finish;
  const progress = [...(task.progress ?? []), ...after.reported];
  const materials = task.materials?.map((material) => {
    const planned = moved ? plannedOn(days, material) : material;
    return withUse(planned, { friday, status: after.status, random });
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

/** What earlier weeks reported does not change; the days since then are added. */
function withUse(
  material: SampleMaterial,
  { friday, status, random }: { friday: number; status: SampleStatus; random: Random },
): SampleMaterial {
  if (!material.dailyPlanned || (status !== 'complete' && status !== 'started')) return material;
  const reported = material.dailyActual ?? [];
  const lastReported = reported.at(-1)?.date ?? '';
  const pace = status === 'complete' ? 'complete' : 'under way';
  const actual = dailyActual(material, { through: dateOf(friday), pace }, random);
  const added = actual.filter(({ date }) => date > lastReported);
  return { ...material, dailyActual: [...reported, ...added] };
}
