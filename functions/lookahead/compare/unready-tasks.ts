import { overlaps, type Window } from '#lookahead/dates/window.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { type GapKind, gapKinds } from '#lookahead/readiness/gap-rules.ts';
import type { NamedReference } from '#lookahead/tasks/read-task.ts';
import { isUnfinished } from '#lookahead/tasks/status.ts';
import { countText, groupedNumberText } from '#lookahead/text/quantity-text.ts';

export type ReadinessCounts = {
  readonly of: number;
  readonly ready: number;
  readonly withGap: number;
  readonly notReady: number;
  /** Tasks that are not ready only because their predecessors are not. */
  readonly behind: number;
};

export function countReadiness(tasks: readonly PlannedTask[]): ReadinessCounts {
  const open = tasks.filter(({ status }) => isUnfinished(status));
  const notReady = open.filter(({ constraints }) => constraints.length > 0);
  const withGap = open.filter(({ constraints, gaps }) => constraints.length === 0 && gaps.length > 0).length;
  return {
    of: open.length,
    ready: open.length - notReady.length,
    withGap,
    notReady: notReady.length,
    behind: notReady.filter(({ constraints }) => constraints.every(({ isBehind }) => isBehind)).length,
  };
}

/** `44 not ready`, else `8 with a gap in the data`, else `all ready`. */
export function readinessText({ notReady, withGap }: Pick<ReadinessCounts, 'notReady' | 'withGap'>): string {
  if (notReady > 0) return `${groupedNumberText(notReady)} not ready`;
  return withGap > 0 ? `${groupedNumberText(withGap)} with a gap in the data` : 'all ready';
}

/** `30 of 32 tasks to do are ready, 8 with a gap in the plan’s data.` */
export function readyShareText({ of, ready, withGap }: Omit<ReadinessCounts, 'behind'>): string {
  const gaps = withGap === 0 ? '' : `, ${groupedNumberText(withGap)} with a gap in the plan’s data`;
  return `${groupedNumberText(ready)} of ${countText(of, 'task')} to do ${of === 1 ? 'is' : 'are'} ready${gaps}.`;
}

/**
 * `12 not ready: 7 on their own account, 5 behind them`; `3 not ready` if none is behind another; `3 not ready, behind
 * others` if all are.
 */
export function notReadyText({ notReady, behind }: ReadinessCounts): string {
  const all = `${groupedNumberText(notReady)} not ready`;
  if (behind === 0) return all;
  if (behind === notReady) return `${all}, behind others`;
  return `${all}: ${groupedNumberText(notReady - behind)} on their own account, ${groupedNumberText(behind)} behind them`;
}

export function nameAndAddressText({ name, address = name }: NamedReference): string {
  return address === name ? name : `${name}, ${address}`;
}

export type GapGroup = {
  readonly kind: GapKind;
  readonly ask: NamedReference | undefined;
  readonly tasks: readonly { readonly task: PlannedTask; readonly word: string; readonly detail: string }[];
};

export function gapGroups(tasks: readonly PlannedTask[]): readonly GapGroup[] {
  const groups = Map.groupBy(
    tasks.flatMap((task) => task.gaps.map((gap) => ({ task, ...gap }))),
    ({ kind, ask }) => `${gapKinds.indexOf(kind)} ${ask?.name ?? ''}`,
  );
  return [...groups.values()]
    .flatMap((own) => (own[0] ? [{ kind: own[0].kind, ask: own[0].ask, tasks: own }] : []))
    .sort((a, b) => gapKinds.indexOf(a.kind) - gapKinds.indexOf(b.kind) || b.tasks.length - a.tasks.length);
}

export function unreadyTasks({
  tasks,
  window,
}: {
  readonly tasks: readonly PlannedTask[];
  readonly window: Window;
}): readonly PlannedTask[] {
  const rank = ({ key, dates }: PlannedTask) => (key ? 0 : 2) + (overlaps(window, dates) ? 0 : 1);
  const start = ({ dates }: PlannedTask) => dates?.start ?? Number.MAX_SAFE_INTEGER;
  return tasks
    .filter(({ constraints }) => constraints.length > 0)
    .sort((a, b) => rank(a) - rank(b) || start(a) - start(b) || b.people - a.people);
}
