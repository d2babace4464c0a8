import type { Temporal } from 'temporal-polyfill';
import { dayFromPlainDate } from '#base/day.ts';
import type { ProjectConfiguration, ReportConfiguration } from '#config/configuration.ts';
import { windowFor } from '#lookahead/dates/window.ts';
import type { ReportRun } from '#runs/look-up-report.ts';
import { requestedRunId } from '#runs/store/names.ts';

/** The run of a request that is made on a date, to send a report. */
export function aRequestedRun(
  of: { readonly project: ProjectConfiguration; readonly report: ReportConfiguration },
  date: Temporal.PlainDate,
  name: string,
): ReportRun {
  const reportDay = dayFromPlainDate(date);
  const runId = requestedRunId(name);
  return {
    ...of,
    window: windowFor(reportDay, of.report),
    reportDay,
    runId,
    dispatchId: runId,
    testRun: undefined,
    mode: 'send',
    to: undefined,
  };
}
