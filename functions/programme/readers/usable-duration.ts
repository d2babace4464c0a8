/** Hours of a century: what is longer, or below nothing, no planner has meant. */
const maxHours = 100 * 366 * 24;

/** The hours of a duration; undefined where they are none that a task can have. */
export function usableDuration(hours: number | undefined): number | undefined {
  return hours !== undefined && hours >= 0 && hours <= maxHours ? hours : undefined;
}
