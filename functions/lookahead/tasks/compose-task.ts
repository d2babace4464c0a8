import { slipOf } from '../compare/slip.ts';
import type { FirstPlanned } from '../lookahead.ts';
import type { Selected } from '../select/selection.ts';
import { firstShown, keepLines } from '../text/clean-text.ts';
import { needsOf, resourcesLineOf, sumOf } from './needs.ts';
import type { Mark, Person, PlannedTask } from './planned-task.ts';
import { namedOf, personOf, type ReadPull } from './read-task.ts';
import { relationsOf, type ToldByOthers } from './relations.ts';

/** A planned task before its readiness is known. */
export type TaskDraft = Omit<PlannedTask, 'findings'>;

function peopleOf(selected: Selected, labour: PlannedTask['labour']): number {
  const { milestone, status } = selected.read;
  return milestone || status.kind === 'cancelled' ? 0 : sumOf(labour);
}

/** Everything about a selected task that the task itself, its relations and the first issue tell. */
export function composeTask(
  selected: Selected,
  context: {
    readonly pull: ReadPull;
    readonly told: ToldByOthers;
    readonly firstPlanned: FirstPlanned;
  },
): TaskDraft {
  const { read, slot, overdue } = selected;
  const { source } = read;
  const marks: readonly Mark[] = overdue ? ['overdue', ...read.marks] : read.marks;
  const labour = needsOf(source.labour);
  const relations = relationsOf(read, context.pull, context.told);
  return {
    id: read.id,
    ref: read.ref,
    name: read.name,
    notes: keepLines(source.notes),
    shift: slot,
    dates: read.dates,
    duration: source.duration,
    key: source.keyTask === true,
    milestone: read.milestone,
    status: read.status,
    marks,
    worksOn: read.worksOn,
    owner: read.owner,
    assignees: (source.assignedTo ?? [])
      .map(personOf)
      .filter((person): person is Person => person !== undefined),
    calendar: namedOf(source.calendar, firstShown(source.calendar?.type)),
    folder: namedOf(source.folder, source.folder?.code),
    package: namedOf(source.package, source.package?.code),
    parent: namedOf(source.parent),
    subcontractor: read.subcontractor,
    location: namedOf(source.location),
    labour,
    plant: needsOf(source.plant),
    people: peopleOf(selected, labour),
    relations,
    resourcesLine: resourcesLineOf(source),
    slip: slipOf(read, context.firstPlanned),
    source,
  };
}
