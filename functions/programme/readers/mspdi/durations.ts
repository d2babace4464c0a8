/** Units of `DurationFormat` and `LagFormat` that run on by day and night: 4 minutes, 6 hours, 8 days, 10 weeks, 12 months. */
const elapsed = new Set([4, 6, 8, 10, 12, 36, 38, 40, 42, 44]);
const percent = new Set([19, 51]);
const elapsedPercent = new Set([20, 52]);

export type DurationKind = 'working' | 'elapsed' | 'percent' | 'elapsed percent';

/** @param format a number of `DurationFormat` or `LagFormat`; 32 more stands for an estimate of the same unit */
export function durationKind(format: number | undefined): DurationKind {
  if (format === undefined) return 'working';
  if (elapsed.has(format)) return 'elapsed';
  if (percent.has(format)) return 'percent';
  return elapsedPercent.has(format) ? 'elapsed percent' : 'working';
}

const iso =
  /^([+-])?P(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Hours of an ISO 8601 duration such as `PT8H30M0S`, where a day has 24; undefined for another text. */
export function hoursOf(text: string | undefined): number | undefined {
  const parts = text === undefined ? null : iso.exec(text);
  if (parts === null) return undefined;
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0'] = parts;
  const sum = Number(days) * 24 + Number(hours) + Number(minutes) / 60 + Number(seconds) / 3600;
  return sign === '-' ? -sum : sum;
}

/** To hundredths: what is left of a third of an hour is of no use to anyone. */
export function rounded(hours: number): number {
  return Math.round(hours * 100) / 100;
}
