import type { Day } from '#base/day.ts';
import { mailAddress } from '#base/text/mail-address.ts';
import { firstNonBlank } from '#base/text/one-line.ts';
import type { Configuration, ProjectConfiguration, ReportConfiguration } from '#config/configuration.ts';
import {
  type ListName,
  listsNeeded,
  type ProjectLists,
  type ResolvedNames,
  resolveNames,
} from '#config/resolve-names.ts';
import type { Window } from '#lookahead/dates/window.ts';
import type { Lookahead, PlanRules } from '#lookahead/lookahead.ts';
import { usualReasons } from '#lookahead/reasons.ts';
import { idsBelow } from '#lookahead/tasks/folders.ts';
import type { Audience, ReportFilters } from '#lookahead/tasks/select.ts';
import type { PlanningClient } from '#planning/client/planning-client.ts';
import type { Attempt } from './attempt.ts';
import type { DispatchId, RunAddress, RunId, TestRun } from './store/names.ts';
import type { RunMode } from './store/request-schema.ts';

type Addresses = {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly replyTo: readonly string[];
};

export type Recipients = Addresses & {
  readonly audience: Audience;
  readonly wrongAddress?: string | undefined;
};

/**
 * One report of one project with everything looked up. The window belongs to the run, not to the clock, so that an
 * attempt after midnight on Sunday continues the same run.
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
    readonly testRun?: TestRun | undefined;
    /** A task that is declined in the report that asks is not ready in any report of the project. */
    readonly project: Lookahead['project'];
    readonly rules: PlanRules;
    readonly from: string;
    readonly fromName?: string | undefined;
    readonly everyone: Addresses;
    /** The cuts. One without a task or an address gets no workbook and no message. */
    readonly audiences: readonly Recipients[];
  };

export type ReportInput = RunOfReport & {
  readonly configuration: Configuration;
  readonly report: ReportConfiguration;
};

export async function readLists(
  client: { readonly [Name in ListName]: PlanningClient[Name] },
  report: ReportConfiguration,
): Promise<Partial<ProjectLists>> {
  const names = new Set<ListName>(listsNeeded(report));
  // The users' own addresses are in their list.
  if (report.audiences.some(({ everyoneFound }) => everyoneFound === true)) names.add('users');
  const lists = await Promise.all(
    Array.from(names, async (name) => [name, (await client[name]()).items] as const),
  );
  return Object.fromEntries(lists);
}

export async function lookUpReport(run: ReportRun, attempt: Attempt): Promise<ResolvedReport> {
  const client = await attempt.planning(run.project, 'lists');
  const lists = await attempt.step('lists', () => readLists(client, run.report));
  return addressed(resolveReport({ configuration: attempt.configuration, ...run }, lists), run);
}

/** Replaces the recipients. A test run is marked in its name: on every sheet, in the subject and in the mail. */
function addressed(resolved: ResolvedReport, { testRun, to }: ReportRun): ResolvedReport {
  const everyone = to ? { ...resolved.everyone, to, cc: [] } : resolved.everyone;
  if (testRun === undefined) return to ? { ...resolved, everyone, audiences: [] } : resolved;
  const audiences = resolved.audiences.map((one) => (to && one.to.length > 0 ? { ...one, to, cc: [] } : one));
  const report = { ...resolved.report, name: `${resolved.report.name} (${testRun})` };
  return { ...resolved, testRun, report, everyone, audiences };
}

export function resolveReport(request: ReportInput, lists: Partial<ProjectLists>): ResolvedReport {
  const { configuration, project, report, window, reportDay, runId, dispatchId } = request;
  const names = resolveNames(report, lists, { report: report.key, project: project.key });
  // A project has one at most.
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

/** Replies go to a person, because the sender is a machine. */
function replyAddresses({ replyTo, contact }: ReportConfiguration): readonly string[] {
  return replyTo.length > 0 ? replyTo : [contact];
}

/**
 * Names all folders below a folder by id, because whether the service's own filter includes subfolders is an open point of
 * the contract.
 */
function withFoldersBelow(filters: ReportFilters, { folders = [] }: Partial<ProjectLists>): ReportFilters {
  const { folderIds } = filters;
  return folderIds === undefined ? filters : { ...filters, folderIds: [...idsBelow(folderIds, folders)] };
}

function findRecipients(
  names: ResolvedNames,
  lists: Partial<ProjectLists>,
  report: ReportConfiguration,
): readonly Recipients[] {
  return names.audiences.flatMap(({ each, to, everyoneFound }) => {
    const nameById = new Map<string, string>(audienceNames(each, lists));
    const recipients = (id: string, addresses: readonly string[]): Recipients => ({
      audience: { kind: each, id, name: nameById.get(id) ?? id },
      to: addresses,
      cc: [],
      replyTo: replyAddresses(report),
    });
    const configured = Array.from(to, ([id, addresses]) => recipients(id, addresses));
    if (!everyoneFound || (each !== 'owner' && each !== 'assignee')) return configured;
    const own = (lists.users ?? []).flatMap(({ id, email }): Recipients[] => {
      const text = firstNonBlank(email);
      if (text === '' || to.has(id)) return [];
      const address = mailAddress(text);
      return [
        address
          ? recipients(id, [address])
          : { ...recipients(id, []), wrongAddress: text.slice(0, maxWrongAddress) },
      ];
    });
    return [...configured, ...own];
  });
}

const maxWrongAddress = 80;

function audienceNames(
  each: ResolvedNames['audiences'][number]['each'],
  lists: Partial<ProjectLists>,
): readonly (readonly [string, string])[] {
  const named = (items: ProjectLists['subcontractors'] = []) =>
    items.map(({ id, name }) => [id, firstNonBlank(name, id)] as const);
  switch (each) {
    case 'subcontractor':
      return named(lists.subcontractors);
    case 'location':
      return named(lists.locations);
    case 'folder':
      return (lists.folders ?? []).map(({ id, path, name }) => [id, firstNonBlank(path, name, id)] as const);
    case 'owner':
    case 'assignee':
      return (lists.users ?? []).map(({ id, displayName, email }) => [
        id,
        firstNonBlank(displayName, email, id),
      ]);
  }
}

export function runAddress(run: {
  readonly project: { readonly key: string };
  readonly report: { readonly key: string };
  readonly window: Window;
  readonly runId: RunId;
  readonly testRun?: TestRun | undefined;
}): RunAddress {
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
  readonly testRun: TestRun | undefined;
  readonly mode: RunMode;
  readonly to: readonly string[] | undefined;
};

type RunOfReport = Pick<ReportRun, 'project' | 'window' | 'reportDay' | 'runId' | 'dispatchId'>;
