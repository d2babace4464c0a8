/**
 * The version of a programme that an answer is from. Beyond the contract: a service that keeps versions names them in
 * headers; other services name none.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';

export const versionHeaders = {
  label: 'planning-version',
  dataDate: 'planning-data-date',
  importedAt: 'planning-imported-at',
} as const;

/** Accepts the years 1900 to 2199: others are mistakes, or mean that there is no date. */
const plausibleYearCheck = z.regex(/^(19|20|21)/);

/** A date or a date-time to the minute, local to the project: `2017-09-16` or `2017-09-16T08:00`. It must exist. */
export const dataDateSchema = z.union([
  z.iso.date().check(plausibleYearCheck),
  z.iso.datetime({ local: true, precision: -1 }).check(plausibleYearCheck, z.regex(/\d$/)),
]);

export const importedAtSchema = z.iso.datetime().check(plausibleYearCheck);

export type ProgrammeVersion = {
  /** Names this version in a request: the number of an import, or a word of the service's own. */
  readonly label: string;
  /**
   * The data date, up to which progress is known: a local date or date-time, `2017-09-16` or `2017-09-16T08:00`.
   */
  readonly dataDate: string | undefined;
  /** When the programme was imported: ISO 8601 instant, UTC. */
  readonly importedAt: string | undefined;
};

/** The last day with known progress, `YYYY-MM-DD`: for a data date at 00:00 it is the day before. */
export function lastDayWithKnownProgress(dataDate: string): string {
  const day = Temporal.PlainDate.from(dataDate);
  return (dataDate.endsWith('T00:00') ? day.subtract({ days: 1 }) : day).toString();
}
