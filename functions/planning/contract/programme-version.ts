/**
 * The version of a programme that an answer is from. It is ours, beyond the contract: a service that keeps versions
 * names it in headers, with what it knows of its age; any other service names none of this.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';

/** The headers, in lower case. */
export const versionHeaders = {
  label: 'planning-version',
  dataDate: 'planning-data-date',
  importedAt: 'planning-imported-at',
} as const;

/** Other years are mistakes, or a program's way to write that there is no date. */
const century = z.regex(/^(19|20|21)/);

/** A date, or date and time to the minute, that exists. Local to the project: `2017-09-16`, `2017-09-16T08:00`. */
export const dataDateSchema = z.union([
  z.iso.date().check(century),
  z.iso.datetime({ local: true, precision: -1 }).check(century, z.regex(/\d$/)),
]);

export const importedAtSchema = z.iso.datetime().check(century);

export type ProgrammeVersion = {
  /** By which the service is asked for this version: the number of an import, or a word of the service's own. */
  readonly label: string;
  /**
   * Up to when progress is known in the programme: local date or date-time of the project, `2017-09-16` or
   * `2017-09-16T08:00`; undefined where the service names none.
   */
  readonly dataDate: string | undefined;
  /** When the programme was imported: ISO 8601 instant, UTC; undefined where the service does not say. */
  readonly importedAt: string | undefined;
};

/** The last day of which progress is known, `YYYY-MM-DD`: at 00:00 of the data date it is the day before. */
export function lastKnownDay(dataDate: string): string {
  const day = Temporal.PlainDate.from(dataDate);
  return (dataDate.endsWith('T00:00') ? day.subtract({ days: 1 }) : day).toString();
}
