/**
 * One run id names one run. A different request under the same id would be taken for done, or made with the options of the
 * first, and nobody would notice.
 */
import type { Manifest } from '../dispatch/manifest.ts';
import type { RunAddress } from '../store/keys.ts';
import { RequestError } from './request-error.ts';
import type { ReportSelection } from './requested-reports.ts';

type Options = Pick<ReportSelection, 'week' | 'weeks' | 'shifts'> & {
  readonly to?: readonly string[] | undefined;
};

/** The options of a request, as words. Without the date: a run keeps the window and the report day that it began with. */
export function optionsText({ week, weeks, shifts, to }: Options): string {
  const options = Object.entries({ week, weeks, shifts: shifts?.join(', '), to: to?.join(', ') });
  return options.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`])).join(', ');
}

/**
 * Fewer of the run's reports are the same request.
 * @returns the manifest that applies
 * @throws RequestError where its run id names something else
 */
export function checkSameRequest(
  own: Pick<Manifest, 'due'> & { readonly asked: string },
  stored: Manifest,
): Manifest {
  const begun = new Set(stored.due.map(nameOfReport));
  const other = own.due.map(nameOfReport).find((name) => !begun.has(name));
  if (other !== undefined) {
    throw otherRequest(`for ${[...begun].slice(0, 5).join(', ')} and not for ${other}`);
  }
  // A schedule's manifest has no options: its runs are checked by their run id alone.
  if (stored.asked === undefined || stored.asked === own.asked) return stored;
  throw otherRequest(`with ${stored.asked || 'no options'} and not with ${own.asked || 'none'}`);
}

/** @throws RequestError where a request would change a stored run */
export function checkUnchanged({ week, weeks, shifts, to }: Options): void {
  const changed = Object.entries({ week, weeks, shifts, to }).filter(([, value]) => value !== undefined);
  if (changed.length === 0) return;
  const message = 'cannot be changed in an existing run. Leave it out, or leave out runId.';
  throw new RequestError(changed.map(([property]) => ({ property, message })));
}

function otherRequest(difference: string): RequestError {
  const message = `already names another run, requested ${difference}. Use a different run id, or repeat the same request.`;
  return new RequestError([{ property: 'runId', message }]);
}

function nameOfReport({ project, report }: Pick<RunAddress, 'project' | 'report'>): string {
  return `${project} ${report}`;
}
