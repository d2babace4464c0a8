/** From what is configured and what the project's lists say to a job: names become ids, audiences people. */

import type { Configuration, ProjectConfiguration, ReportConfiguration } from '../../config/configuration.ts';
import {
  type ListName,
  listsNeeded,
  type ProjectLists,
  type ResolvedNames,
  resolveNames,
} from '../../config/resolve-names.ts';
import type { Window } from '../../lookahead/dates/window.ts';
import type { Audience } from '../../lookahead/tasks/audience.ts';
import { isAddress } from '../../mail/transport/compose-message.ts';
import type { PlanningClient } from '../../planning/client/planning-client.ts';
import type { RunId } from '../dispatch/run-id.ts';
import type { Recipients, ReportJob } from './report-job.ts';

export type JobRequest = {
  readonly configuration: Pick<Configuration, 'from' | 'fromName'>;
  readonly project: ProjectConfiguration;
  readonly report: ReportConfiguration;
  readonly window: Window;
  readonly runId: RunId;
};

/**
 * Reads those of a project's lists that a report's names and audiences are looked up in.
 * @throws PlanningError
 */
export async function readLists(
  client: Pick<PlanningClient, ListName>,
  report: ReportConfiguration,
): Promise<Partial<ProjectLists>> {
  const names = new Set<ListName>(listsNeeded(report));
  // Owners and assignees get their cut at their own address, which the list of users has.
  if (report.audiences.some(({ each }) => each === 'owner' || each === 'assignee')) names.add('users');
  const lists = await Promise.all(
    Array.from(names, async (name) => [name, (await client[name]()).items] as const),
  );
  return Object.fromEntries(lists);
}

/** @throws UnresolvedNamesError for a name that matches nothing or several things */
export function prepareJob(request: JobRequest, lists: Partial<ProjectLists>): ReportJob {
  const { configuration, project, report } = request;
  const names = resolveNames(report, lists, { report: report.key, project: project.key });
  return {
    project: {
      key: project.key,
      name: project.name,
      region: project.region,
      projectId: project.projectId,
      timeZone: project.timeZone,
    },
    report: { key: report.key, name: report.name },
    window: request.window,
    runId: request.runId,
    rules: {
      shifts: report.shifts,
      filters: { ...names.filters, ...foldersBelow(names.filters.folderIds, lists.folders ?? []) },
      groupBy: report.groupBy,
      includeOverdue: report.includeOverdue,
      checksOff: report.readiness.off,
    },
    pull: report.pull,
    paper: report.paper,
    from: configuration.from,
    fromName: configuration.fromName,
    contact: report.contact,
    everyone: { to: report.to, cc: report.cc, replyTo: report.replyTo },
    audiences: audiencesOf(names, lists, report),
    onEmpty: report.onEmpty,
    onAmbiguous: report.onAmbiguous,
  };
}

/**
 * A folder stands for everything below it. The service is asked for all of them by id, because whether its own
 * filter reaches down is an open point of the contract.
 */
function foldersBelow(
  asked: readonly string[] | undefined,
  folders: ProjectLists['folders'],
): { readonly folderIds?: readonly string[] } {
  if (asked === undefined) return {};
  const found = new Set(asked);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { id, parentId } of folders) if (parentId && found.has(parentId)) found.add(id);
  }
  return { folderIds: [...found] };
}

function audiencesOf(
  names: ResolvedNames,
  lists: Partial<ProjectLists>,
  report: ReportConfiguration,
): readonly Recipients[] {
  return names.audiences.flatMap(({ each, to }) => {
    const called = new Map<string, string>(namesOf(each, lists));
    const recipients = (id: string, addresses: readonly string[]): Recipients => ({
      audience: { kind: each, id, name: called.get(id) ?? id },
      to: addresses,
      cc: [],
      replyTo: report.replyTo,
    });
    const configured = Array.from(to, ([id, addresses]) => recipients(id, addresses));
    if (each !== 'owner' && each !== 'assignee') return configured;
    // An address that is none leaves the cut without recipients, which the run then says.
    const own = (lists.users ?? []).flatMap(({ id, email }) =>
      email && !to.has(id) ? [recipients(id, isAddress(email) ? [email] : [])] : [],
    );
    return [...configured, ...own];
  });
}

function namesOf(
  each: Exclude<Audience['kind'], 'everyone'>,
  lists: Partial<ProjectLists>,
): readonly (readonly [string, string])[] {
  const named = (items: ProjectLists['subcontractors'] = []) =>
    items.map(({ id, name }) => [id, name ?? id] as const);
  switch (each) {
    case 'subcontractor':
      return named(lists.subcontractors);
    case 'location':
      return named(lists.locations);
    case 'folder':
      return (lists.folders ?? []).map(({ id, path, name }) => [id, path ?? name ?? id] as const);
    case 'owner':
    case 'assignee':
      return (lists.users ?? []).map(({ id, displayName, email }) => [id, displayName ?? email ?? id]);
  }
}
