import type { PlanInput } from '#lookahead/lookahead.ts';
import type { Audience } from '#lookahead/tasks/select-tasks.ts';
import { issueKeyTemplate, issueNumberObject, type PageKeyValues, weekPageObject } from '#pages/objects.ts';
import { pageOfPlan } from '#pages/page-of-plan.ts';
import { encodePage, type PageTask, type StoredPage } from '#pages/stored-page.ts';
import { aLookahead, type LookaheadGiven } from '../builders/a-lookahead.ts';
import { aPull, day, weekFrom } from '../builders/a-plan-input.ts';
import { aSiteTask, type SiteTaskProperties } from '../builders/a-site-task.ts';
import { createMemoryStore, type MemoryStore } from '../memory-store.ts';

export const pileCo = { kind: 'subcontractor', id: 'id of Pile Co', name: 'Pile Co' } as const;

export type PageGiven = Omit<LookaheadGiven, 'tasks'> & {
  readonly tasks?: readonly SiteTaskProperties[];
  readonly audience?: Audience;
  readonly qr?: boolean;
  readonly previousKey?: string;
};

/** The page of Mon 23 – Sun 29 November 2026 of a project in London, made from a plan of these tasks. */
export function aPage({ tasks = [], qr = true, previousKey, ...given }: PageGiven = {}): StoredPage {
  const lookahead = aLookahead({ tasks: tasks.map(aSiteTask), ...given });
  return pageOfPlan(lookahead, { contact: 'planner@example.com', qr, previous: previousKey });
}

/** The project of every page, in another time zone. */
export function aProjectIn(timeZone: string): PlanInput['project'] {
  const [key, name] = ['riverside', 'Riverside Tower'];
  return { key, name, region: 'gb', projectId: 'riverside-tower', timeZone };
}

/** Pile Co's page of the week that begins on a Monday, from what was read on the Friday before at 14:02. */
export function aPageOfWeek(
  monday: string,
  tasks: readonly SiteTaskProperties[],
  { read, ...given }: PageGiven & { readonly read?: string } = {},
): StoredPage {
  const instant = read ?? new Date(Date.parse(`${monday}T14:02:00Z`) - 3 * 86_400_000).toISOString();
  return aPage({
    window: weekFrom(monday),
    reportDay: day(instant.slice(0, 10)),
    pull: aPull(
      tasks.map((task) => aSiteTask({ subcontractor: 'Pile Co', ...task })),
      { instant },
    ),
    audience: pileCo,
    ...given,
  });
}

/** A page with one task with these properties, also with texts that the planner would never make. */
export function withTask(properties: Partial<PageTask>): StoredPage {
  const page = aPageOfWeek('2026-11-23', [{ start: '2026-11-24', finish: '2026-11-25' }]);
  return { ...page, tasks: page.tasks.map((task) => ({ ...task, ...properties })) };
}

export function anAddress(changes: Partial<PageKeyValues> = {}): PageKeyValues {
  return {
    space: 'issues',
    project: 'riverside',
    report: 'weekly',
    first: '2026-11-23',
    last: '2026-11-29',
    runId: '2026-11-20T14-00-00Z',
    message: 'everyone',
    ...changes,
  };
}

/** An archive with the issues of these pages, their numbers, and each page at its address. */
export async function anArchiveOf(
  ...issues: readonly (readonly [PageKeyValues, StoredPage])[]
): Promise<MemoryStore> {
  const store = createMemoryStore();
  for (const [address, page] of issues) {
    await addIssue(store, { address, number: page.number });
    await store.putOnce(weekPageObject.key(address), encodePage(page), 'application/gzip');
  }
  return store;
}

/** Adds an issue that has no page; if `isIssued` is false, a run that holds the number but made no issue. */
export async function addIssue(
  store: MemoryStore,
  of: { readonly address: PageKeyValues; readonly number: number; readonly isIssued?: boolean },
): Promise<void> {
  const { address, number } = of;
  await issueNumberObject.create(store, { ...address, number }, { runId: address.runId });
  if (of.isIssued === false) return;
  await store.putOnce(issueKeyTemplate.key(address), Buffer.from('{}'), 'application/json');
}
