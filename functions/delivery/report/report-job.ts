/** A report of a project for one run, with everything looked up: names become ids, audiences become recipients. */

import type { Day } from '../../base/day.ts';
import { mailAddress } from '../../base/text/mail-address.ts';
import { firstNonBlank } from '../../base/text/one-line.ts';
import type { Configuration, ProjectConfiguration, ReportConfiguration } from '../../config/configuration.ts';
import {
  type ListName,
  listsNeeded,
  type ProjectLists,
  type ResolvedNames,
  resolveNames,
} from '../../config/resolve-names.ts';
import type { Window } from '../../lookahead/dates/window.ts';
import type { Lookahead, PlanRules } from '../../lookahead/lookahead.ts';
import { idsBelow } from '../../lookahead/tasks/folders.ts';
import type { Audience } from '../../lookahead/tasks/select.ts';
import type { PlanningClient } from '../../planning/client/planning-client.ts';
import type { IdFilters } from '../../planning/contract/tasks-query.ts';
import type { Attempt } from '../attempt.ts';
import type { TestRun } from '../store/dispatch-keys.ts';
import type { ConfiguredReport } from '../store/due-reports.ts';
import type { RunAddress } from '../store/keys.ts';
import type { DispatchId, RunId } from '../store/run-id.ts';

type Addresses = {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly replyTo: readonly string[];
};

/** Who gets one cut of the report, and at which addresses. */
export type Recipients = Addresses & {
  readonly audience: Audience;
  /** The text that the planning service has in the place of their address, and that is none. */
  readonly wrongAddress?: string | undefined;
};

/**
 * The window belongs to the run and not to the clock, so that an attempt after midnight on Sunday continues the
 * run of the first.
 */
export type ReportJob = Pick<ReportConfiguration, 'paper' | 'sheets' | 'sendWhen' | 'onAmbiguous'> & {
  readonly project: ProjectConfiguration;
  readonly report: Lookahead['report'];
  readonly window: Window;
  readonly reportDay: Day;
  readonly runId: RunId;
  readonly dispatchId: DispatchId;
  readonly testRun?: TestRun | undefined;
  readonly rules: PlanRules;
  /** How far around the window tasks are read, in weeks. */
  readonly pull: { readonly weeksBefore: number; readonly weeksAfter: number };
  readonly from: string;
  readonly fromName?: string | undefined;
  /** Whom readers ask, and who is notified when something could not be delivered. */
  readonly contact: string;
  /** The whole report: a workbook and a message. */
  readonly everyone: Addresses;
  /** A workbook and a message for each cut; a cut without a task, or without an address, gets neither. */
  readonly audiences: readonly Recipients[];
};

/** Which run it is, as the run store names it. */
export function addressOf(run: {
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

export const runModes = ['send', 'test', 'preview', 'dry-run'] as const;
export type RunMode = (typeof runModes)[number];

/** One report to deliver, test, preview or dry-run. */
export type ReportRun = ConfiguredReport & {
  readonly window: Window;
  readonly reportDay: Day;
  readonly runId: RunId;
  /** The dispatch it belongs to: runs of one dispatch share a manifest. */
  readonly dispatchId: DispatchId;
  readonly testRun: TestRun | undefined;
  readonly mode: RunMode;
  /** The only recipients, instead of everybody configured. */
  readonly to: readonly string[] | undefined;
};

export type JobInput = Pick<ReportJob, 'project' | 'window' | 'reportDay' | 'runId' | 'dispatchId'> & {
  readonly configuration: Pick<Configuration, 'from' | 'fromName'>;
  readonly report: ReportConfiguration;
};

/**
 * Reads those of a project's lists that contain the names and audiences of a report.
 * @throws PlanningError
 */
export async function readLists(
  client: Pick<PlanningClient, ListName>,
  report: ReportConfiguration,
): Promise<Partial<ProjectLists>> {
  const names = new Set<ListName>(listsNeeded(report));
  // Their own addresses are in the list of users.
  if (report.audiences.some(({ everyoneFound }) => everyoneFound === true)) names.add('users');
  const lists = await Promise.all(
    Array.from(names, async (name) => [name, (await client[name]()).items] as const),
  );
  return Object.fromEntries(lists);
}

/** Looks up names and audiences of a requested run. @throws PlanningError, and UnresolvedNamesError */
export async function lookUpJob(run: ReportRun, attempt: Attempt): Promise<ReportJob> {
  const client = await attempt.planning(run.project, 'lists');
  const lists = await attempt.step('lists', () => readLists(client, run.report));
  return addressed(prepareJob({ configuration: attempt.configuration, ...run }, lists), run);
}

/** Replaces the recipients. A test run says what it is in its name: on every sheet, in the subject, in the mail. */
function addressed(job: ReportJob, { testRun, to }: ReportRun): ReportJob {
  const everyone = to ? { ...job.everyone, to, cc: [] } : job.everyone;
  if (testRun === undefined) return to ? { ...job, everyone, audiences: [] } : job;
  const audiences = job.audiences.map((one) => (to && one.to.length > 0 ? { ...one, to, cc: [] } : one));
  const report = { ...job.report, name: `${job.report.name} (${testRun})` };
  return { ...job, testRun, report, everyone, audiences };
}

/** @throws UnresolvedNamesError for a name that matches nothing or several items */
export function prepareJob(request: JobInput, lists: Partial<ProjectLists>): ReportJob {
  const { configuration, project, report } = request;
  const names = resolveNames(report, lists, { report: report.key, project: project.key });
  return {
    project,
    report: { key: report.key, name: report.name },
    window: request.window,
    reportDay: request.reportDay,
    runId: request.runId,
    dispatchId: request.dispatchId,
    rules: {
      shifts: report.shifts,
      filters: withFoldersBelow(names.filters, lists),
      filterNames: names.filterNames,
      groupBy: report.groupBy,
      includeOverdue: report.includeOverdue,
      gapsOff: report.readiness.off,
      sharedPlace: report.readiness.sharedPlace,
      staleAfter: project.staleAfter,
    },
    pull: report.pull,
    paper: report.paper,
    sheets: report.sheets,
    from: configuration.from,
    fromName: configuration.fromName,
    contact: report.contact,
    everyone: { to: report.to, cc: report.cc, replyTo: replyToOf(report) },
    audiences: audiencesOf(names, lists, report),
    sendWhen: report.sendWhen,
    onAmbiguous: report.onAmbiguous,
  };
}

/** The sender is a machine, so replies go to a person. */
function replyToOf({ replyTo, contact }: ReportConfiguration): readonly string[] {
  return replyTo.length > 0 ? replyTo : [contact];
}

/**
 * A folder includes everything below it. The query names all of these folders by id, because whether the service's
 * own filter includes subfolders is an open point of the contract.
 */
function withFoldersBelow(filters: IdFilters, { folders = [] }: Partial<ProjectLists>): IdFilters {
  const { folderIds } = filters;
  return folderIds === undefined ? filters : { ...filters, folderIds: [...idsBelow(folderIds, folders)] };
}

function audiencesOf(
  names: ResolvedNames,
  lists: Partial<ProjectLists>,
  report: ReportConfiguration,
): readonly Recipients[] {
  return names.audiences.flatMap(({ each, to, everyoneFound }) => {
    const called = new Map<string, string>(namesOf(each, lists));
    const recipients = (id: string, addresses: readonly string[]): Recipients => ({
      audience: { kind: each, id, name: called.get(id) ?? id },
      to: addresses,
      cc: [],
      replyTo: replyToOf(report),
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

/** Characters of what stands in the place of an address: enough to find it by. */
const maxWrongAddress = 80;

function namesOf(
  each: Exclude<Audience['kind'], 'everyone'>,
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
