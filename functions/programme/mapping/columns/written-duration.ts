/** `5`, `5d`, `5 days?`, `40 hrs`, `2 wks`, `1 mon`: a number with a unit, and a question mark for an estimate. */
const written =
  /^(\d+(?:[.,]\d+)?)\s*(?:(d|days?)|(h|hrs?|hours?)|(w|wks?|weeks?)|(mo|mons?|months?)|(m|mins?|minutes?))?\s*\??$/i;
/** Of MS Project, which planners seldom change. */
const daysPerMonth = 20;

/**
 * Working days of a duration as a table writes it.
 * @returns undefined for other texts, such as elapsed days
 */
export function writtenDuration(
  text: string,
  { hoursPerDay, daysPerWeek }: { readonly hoursPerDay: number; readonly daysPerWeek: number },
): number | undefined {
  const [, number, , hours, weeks, months, minutes] = written.exec(text.trim()) ?? [];
  if (number === undefined) return undefined;
  const value = Number(number.replace(',', '.'));
  if (hours !== undefined) return value / hoursPerDay;
  if (weeks !== undefined) return value * daysPerWeek;
  if (months !== undefined) return value * daysPerMonth;
  return minutes === undefined ? value : value / 60 / hoursPerDay;
}
