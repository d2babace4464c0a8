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

/** Other years are mistakes, or stand for no date. */
const plausibleYearCheck = z.regex(/^(19|20|21)/);

/** A date, or date and time to the minute, that exists. Local to the project: `2017-09-16`, `2017-09-16T08:00`. */
export const dataDateSchema = z.union([
  z.iso.date().check(plausibleYearCheck),
  z.iso.datetime({ local: true, precision: -1 }).check(plausibleYearCheck, z.regex(/\d$/)),
]);

export const importedAtSchema = z.iso.datetime().check(plausibleYearCheck);

export type ProgrammeVersion = {
  /** By which this version is requested: the number of an import, or a word of the service's own. */
  readonly label: string;
  /**
   * Up to when progress is known in the programme: local date or date-time of the project, `2017-09-16` or
   * `2017-09-16T08:00`.
   */
  readonly dataDate: string | undefined;
  /** When the programme was imported: ISO 8601 instant, UTC. */
  readonly importedAt: string | undefined;
};

/** The last day with known progress, `YYYY-MM-DD`: for a data date at 00:00 it is the day before. */
export function lastKnownDay(dataDate: string): string {
  const day = Temporal.PlainDate.from(dataDate);
  return (dataDate.endsWith('T00:00') ? day.subtract({ days: 1 }) : day).toString();
}
