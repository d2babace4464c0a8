/** Warnings for the planner, shown with the result of a report and in `status`. */
import { oneLine, shortListText } from '#base/text/one-line.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { noTaskPlannedText, tasksOutsideWindowText } from '#lookahead/report-words.ts';
import { tasksReadText } from '#lookahead/tasks/pull-misfits.ts';
import { misfitText } from '#planning/contract/misfit.ts';
import type { Cut } from './plan-cuts.ts';
import type { AudienceRecipients } from './recipients.ts';

/** For the contact: how many tasks could be read, and what is wrong with the others. */
export function unreadTasksText({ tasksRead, misfits }: Lookahead): string | undefined {
  const readText = tasksReadText(tasksRead);
  const named = misfits.map((misfit) => misfitText(misfit, tasksRead.of));
  return readText && `Only ${readText}. ${shortListText(named, maxListed, '; ')}.`;
}

export function findPlanWarnings(lookahead: Lookahead): readonly string[] {
  const { stale, tasks, programmeDates, warnings, misfits, tasksRead } = lookahead;
  // A misfit without items is a field that the service refuses; another warning names it.
  const named = misfits
    .filter(({ items }) => items.length > 0)
    .map((misfit) => misfitText(misfit, tasksRead.of));
  const isElsewhere = tasks.length === 0 && programmeDates !== undefined;
  return [
    ...(stale === undefined ? [] : [stale]),
    ...(isElsewhere
      ? [`${noTaskPlannedText(lookahead)} in these dates${tasksOutsideWindowText(lookahead)}.`]
      : []),
    ...warnings,
    ...sentence(named, 'Data of the planning service that does not match the contract'),
  ];
}

export function findCutWarnings(cuts: readonly Cut[]): readonly string[] {
  const named = (why: Cut['leftOut']) =>
    cuts.filter(({ leftOut }) => leftOut === why).map(({ recipients }) => audienceName(recipients));
  return [
    ...sentence(named('no task'), 'No task in this window, so no workbook and no message'),
    ...sentence(named('no address'), 'No valid e-mail address, so no workbook and no message'),
  ];
}

function audienceName({ audience, wrongAddress }: AudienceRecipients): string {
  if (audience.kind === 'everyone') return audience.kind;
  const instead = wrongAddress === undefined ? '' : ` (${JSON.stringify(wrongAddress)})`;
  return `${audience.kind} ${audience.name}${instead}`;
}

const maxListed = 10;

function sentence(items: readonly string[], start: string): readonly string[] {
  if (items.length === 0) return [];
  const shown = oneLine(items.slice(0, maxListed).join('; '));
  const more = items.length > maxListed ? `; and ${items.length - maxListed} more` : '';
  return [`${start}: ${shown}${more}.`];
}
