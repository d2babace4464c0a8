/** Makes the missing or damaged workbooks of a stored issue again, from the tasks that the run stored. */

import { isDeepStrictEqual } from 'node:util';
import { workbookContentType } from '#archive/object-store.ts';
import { sha256Of } from '#base/digest.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import type { AttemptWorld } from './attempt.ts';
import type { ResolvedReport } from './look-up-report.ts';
import { cutsOf, planRun, renderCut } from './plan-cuts.ts';
import { findWorkbook, replacementKeyOf } from './store/find-workbook.ts';
import type { Issue, StoredWorkbook } from './store/issue.ts';
import type { RunStore } from './store/run-store.ts';
import { NoTimeLeftError } from './time-left.ts';

export type WorkbookRestoration = {
  readonly restored: readonly string[];
  readonly damaged: readonly string[];
};

/**
 * Stores missing workbooks again, byte for byte, and replacements beside damaged ones. A workbook that this release or
 * today's configuration makes differently is not stored, but reported as damaged.
 * @param resolved called only if a workbook has to be made
 */
export async function restoreWorkbooks(
  resolved: () => Promise<ResolvedReport>,
  of: { readonly issue: Issue; readonly runStore: RunStore },
  attempt: AttemptWorld,
): Promise<WorkbookRestoration> {
  const broken: BrokenWorkbook[] = [];
  for (const workbook of of.issue.workbooks) {
    const { kind } = await findWorkbook(attempt.store, workbook);
    if (kind !== 'whole') broken.push({ workbook, kind });
  }
  if (broken.length === 0) return { restored: [], damaged: [] };
  try {
    return await renderBrokenAgain(broken, { ...of, resolved: await resolved() }, attempt);
  } catch (error) {
    // `NoTimeLeftError` is thrown again, because the next attempt may have enough time.
    if (!(error instanceof LookaheadError) || error instanceof NoTimeLeftError) throw error;
    return { restored: [], damaged: broken.map((one) => notMadeText(one, error.message)) };
  }
}

type BrokenWorkbook = { readonly workbook: StoredWorkbook; readonly kind: 'missing' | 'damaged' };

async function renderBrokenAgain(
  broken: readonly BrokenWorkbook[],
  {
    resolved,
    issue,
    runStore,
  }: { readonly resolved: ResolvedReport; readonly issue: Issue; readonly runStore: RunStore },
  attempt: AttemptWorld,
): Promise<WorkbookRestoration> {
  const cuts = cutsOf(resolved, await planRun(resolved, runStore, attempt), issue.number);
  const render = await attempt.renderer.forProject(resolved.project);
  const restored: string[] = [];
  const damaged: string[] = [];
  for (const one of broken) {
    const { workbook, kind } = one;
    const cut = cuts.find(({ recipients }) => isDeepStrictEqual(recipients.audience, workbook.audience));
    const bytes = cut && (await renderCut(cut, { resolved, render, wallLink: workbook.wallLink }, attempt));
    if (!bytes || sha256Of(bytes) !== workbook.sha256) {
      damaged.push(notMadeText(one, 'This release or today’s configuration makes it differently.'));
      continue;
    }
    const key = kind === 'missing' ? workbook.key : replacementKeyOf(workbook);
    await attempt.store.putOnce(key, bytes, workbookContentType);
    restored.push(`${stateText(one)}; it was made again from the stored tasks, as ${key}.`);
  }
  return { restored, damaged };
}

function stateText({ workbook, kind }: BrokenWorkbook): string {
  return `The workbook ${workbook.key} ${kind === 'missing' ? 'was missing' : 'was changed since it was made'}`;
}

function notMadeText(broken: BrokenWorkbook, why: string): string {
  return `${stateText(broken)}, and could not be made again as it was. ${why} Restore it from a backup.`;
}
