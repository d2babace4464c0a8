import type { Day } from '#base/day.ts';
import type { Configuration, ProjectConfiguration, ReportConfiguration } from '#config/configuration.ts';
import {
  listsNeededToResolve,
  type NameLookupListName,
  type NameLookupLists,
  resolveNames,
} from '#config/resolve-names.ts';
import type { Window } from '#lookahead/dates/window.ts';
import type { Lookahead, PlanRules } from '#lookahead/lookahead.ts';
import { usualReasons } from '#lookahead/reasons.ts';
import { folderIdsWithAllBelow } from '#lookahead/tasks/folders.ts';
import type { ReportFilters } from '#lookahead/tasks/select-tasks.ts';
import type { PlanningClient } from '#planning/client/planning-client.ts';
import type { AttemptWorld } from './attempt.ts';
import {
  type AudienceRecipients,
  findRecipients,
  type MessageAddresses,
  replyAddresses,
} from './recipients.ts';
import type { DispatchId, RunId, RunObjectKeyValues, TestRunKind } from './store/names.ts';
import type { RunMode } from './store/request-properties.ts';

/**
 * One report of one project, with all names resolved. The window is that of the run and does not follow the clock, so
 * that an attempt after midnight on Sunday continues the same run.
 */
export type ResolvedReport = RunOfReport &
  Pick<
    ReportConfiguration,
    | 'detail'
    | 'pages'
    | 'qr'
    | 'answers'
    | 'paper'
    | 'sheets'
    | 'sendWhen'
    | 'onAmbiguous'
    | 'pull'
    | 'contact'
  > & {
    readonly report: Lookahead['report'];
    readonly testRun?: TestRunKind | undefined;
    /**
     * `askingReport` is the report that asks for promises: a task declined there is not ready in any report of the
     * project.
     */
    readonly project: Lookahead['project'];
    readonly rules: PlanRules;
    readonly from: string;
    readonly fromName?: string | undefined;
    readonly everyone: MessageAddresses;
    /** The cuts besides everyone's. A cut without a task or an address gets no workbook and no message. */
    readonly audiences: readonly AudienceRecipients[];
  };

export type ReportToResolve = RunOfReport & {
  readonly configuration: Configuration;
  readonly report: ReportConfiguration;
};

export async function readNameLookupLists(
  client: { readonly [Name in NameLookupListName]: PlanningClient[Name] },
  report: ReportConfiguration,
): Promise<Partial<NameLookupLists>> {
  const names = new Set<NameLookupListName>(listsNeededToResolve(report));
  // With `everyoneFound`, addresses come from the list of users.
  if (report.audiences.some(({ everyoneFound }) => everyoneFound === true)) names.add('users');
  const lists = await Promise.all(
    Array.from(names, async (name) => [name, (await client[name]()).items] as const),
  );
  return Object.fromEntries(lists);
}

export async function lookUpNamesOfReport(run: ReportRun, attempt: AttemptWorld): Promise<ResolvedReport> {
  const client = await attempt.planning(run.project, 'lists');
  const lists = await attempt.step('lists', () => readNameLookupLists(client, run.report));
  return withRequestedRecipients(resolveReport({ configuration: attempt.configuration, ...run }, lists), run);
}

/**
 * If the request names recipients, they get everyone's cut, and no other cut is made; in a test run, they also get each
 * cut that has recipients. The name of a test run's report is marked `(test)` or `(preview)`, so every sheet and the
 * mail show it.
 */
function withRequestedRecipients(resolved: ResolvedReport, { testRun, to }: ReportRun): ResolvedReport {
  const everyone = to ? { ...resolved.everyone, to, cc: [] } : resolved.everyone;
  if (testRun === undefined) return to ? { ...resolved, everyone, audiences: [] } : resolved;
  const audiences = resolved.audiences.map((one) => (to && one.to.length > 0 ? { ...one, to, cc: [] } : one));
  const report = { ...resolved.report, name: `${resolved.report.name} (${testRun})` };
  return { ...resolved, testRun, report, everyone, audiences };
}

export function resolveReport(request: ReportToResolve, lists: Partial<NameLookupLists>): ResolvedReport {
  const { configuration, project, report, window, reportDay, runId, dispatchId } = request;
  const names = resolveNames(report, lists, { report: report.key, project: project.key });
  // At most one report of a project asks for promises.
  const asking = configuration.reports.find(
    ({ answers, projects }) => answers && (projects?.includes(project.key) ?? true),
  );
  return {
    ...report,
    project: { ...project, askingReport: asking?.key },
    report: { key: report.key, name: report.name },
    window,
    reportDay,
    runId,
    dispatchId,
    rules: {
      shifts: report.shifts,
      filters: withFoldersBelow(names.filters, lists),
      filterNames: names.filterNames,
      groupBy: report.groupBy,
      includeOverdue: report.includeOverdue,
      gapsOff: report.readiness.off,
      sharedPlace: report.readiness.sharedPlace,
      reasons: asking?.answers?.reasons ?? usualReasons,
      staleAfter: project.staleAfter,
    },
    from: configuration.from,
    fromName: configuration.fromName,
    everyone: { to: report.to, cc: report.cc, replyTo: replyAddresses(report) },
    audiences: findRecipients(names, lists, report),
  };
}

/**
 * Adds the ids of all subfolders to a folder filter. Open point of the contract: whether the service's own filter
 * includes them.
 */
function withFoldersBelow(filters: ReportFilters, { folders = [] }: Partial<NameLookupLists>): ReportFilters {
  const { folderIds } = filters;
  return folderIds === undefined
    ? filters
    : { ...filters, folderIds: [...folderIdsWithAllBelow(folderIds, folders)] };
}

export function runObjectKeyValuesOf(run: {
  readonly project: { readonly key: string };
  readonly report: { readonly key: string };
  readonly window: Window;
  readonly runId: RunId;
  readonly testRun?: TestRunKind | undefined;
}): RunObjectKeyValues {
  const { project, report, window, runId, testRun } = run;
  const address = { project: project.key, report: report.key, window, runId };
  return testRun === undefined ? address : { ...address, testRun };
}

export type ConfiguredReport = {
  readonly project: ProjectConfiguration;
  readonly report: ReportConfiguration;
};

export type ReportRun = ConfiguredReport & {
  readonly window: Window;
  readonly reportDay: Day;
  readonly runId: RunId;
  readonly dispatchId: DispatchId;
  readonly testRun: TestRunKind | undefined;
  readonly mode: RunMode;
  readonly to: readonly string[] | undefined;
};

type RunOfReport = Pick<ReportRun, 'project' | 'window' | 'reportDay' | 'runId' | 'dispatchId'>;
