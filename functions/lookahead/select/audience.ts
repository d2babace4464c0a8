import type { Task } from '../../planning/contract/resources.ts';
import type { Audience } from '../lookahead.ts';
import type { PlanInput } from '../plan-input.ts';
import type { Folders } from '../tasks/folders.ts';
import { readPull } from '../tasks/read-task.ts';
import { firstShown } from '../text/clean-text.ts';
import { compareNaturally, compareText } from '../text/natural-order.ts';
import { selectTasks } from './selection.ts';

export type AudienceKind = Exclude<Audience['kind'], 'everyone'>;

/** Someone or something that has tasks in a lookahead. People have an address where the service gives one. */
export type AudienceMember = {
  readonly id: string;
  readonly name: string;
  readonly email: string | undefined;
};

type Reference = {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly displayName?: string | undefined;
  readonly email?: string | undefined;
};

function referencesOf(task: Task, kind: AudienceKind): readonly (Reference | undefined)[] {
  switch (kind) {
    case 'subcontractor':
      return [task.subcontractor];
    case 'owner':
      return [task.owner];
    case 'assignee':
      return task.assignedTo ?? [];
    case 'location':
      return [task.location];
    case 'folder':
      return [task.folder];
  }
}

/** Whether a task is in an audience's cut. A folder's cut has the tasks of the folders below it too. */
export function belongsTo(audience: Audience, folders: Folders): (task: Task) => boolean {
  if (audience.kind === 'everyone') return () => true;
  const { id } = audience;
  switch (audience.kind) {
    case 'subcontractor':
      return (task) => task.subcontractor?.id === id;
    case 'owner':
      return (task) => task.owner?.id === id;
    case 'assignee':
      return (task) => task.assignedTo?.some((user) => user.id === id) === true;
    case 'location':
      return (task) => task.location?.id === id;
    case 'folder': {
      const isWithin = folders.within(new Set([id]));
      return ({ folder }) => folder !== undefined && isWithin(folder);
    }
  }
}

/**
 * The subcontractors, owners, assignees, locations or folders that have tasks in the report's lookahead, by
 * name. Only those with an id, since nothing else tells two of the same name apart.
 */
export function audiencesOf(
  input: Pick<PlanInput, 'pull' | 'project' | 'window' | 'rules'>,
  kind: AudienceKind,
): readonly AudienceMember[] {
  const pull = readPull(input.pull, input.project.timeZone);
  const members = new Map<string, AudienceMember>();
  for (const { read } of selectTasks(pull, input.window, input.rules).selected) {
    for (const reference of referencesOf(read.source, kind)) {
      if (reference?.id === undefined) continue;
      const { id } = reference;
      const earlier = members.get(id);
      if (earlier?.email !== undefined) continue;
      const name = earlier?.name ?? firstShown(reference.displayName, reference.name, reference.email, id);
      members.set(id, { id, name, email: firstShown(reference.email) || undefined });
    }
  }
  return [...members.values()].sort((a, b) => compareNaturally(a.name, b.name) || compareText(a.id, b.id));
}
