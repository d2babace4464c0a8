/** Plans the cuts, renders and stores their workbooks, and makes the issue, with its messages in full. */
import { createHash } from 'node:crypto';
import { workbookContentType } from '../../archive/object-store.ts';
import type { Lookahead } from '../../lookahead/lookahead.ts';
import { unreadyTasks } from '../../lookahead/readiness/unready-tasks.ts';
import { reportList } from '../../mail/report-list.ts';
import { canAttach } from '../../mail/transport/attachment-limit.ts';
import { writeMail } from '../../mail/write-mail.ts';
import type { Attempt } from '../attempt.ts';
import {
  type Issue,
  type IssueMessage,
  type StoredWorkbook,
  tasksPerShiftOf,
  textOfAudience,
  textOfPpc,
} from '../store/issue.ts';
import { replacementWorkbookKey, workbookKey } from '../store/keys.ts';
import type { RunStore } from '../store/run-store.ts';
import { RunStoreError, reportDatesOf, textOfReportDates } from '../store/stored-object.ts';
import type { Render } from '../world.ts';
import { type Cut, cutWarnings, type LeftOutCut, notesOf, type PlanBasis, planCuts } from './plan-cuts.ts';
import type { ReportJob } from './report-job.ts';

/**
 * Renders and stores a workbook for each audience, one after the other, and returns the issue that names them. The
 * caller stores it: an issue exists only once everything it names does.
 */
export async function makeIssue(
  job: ReportJob,
  run: { readonly number: number; readonly basis: PlanBasis; readonly runStore: RunStore },
  attempt: Attempt,
): Promise<Issue> {
  const { number, basis, runStore } = run;
  const { snapshot } = basis;
  const workbooks: StoredWorkbook[] = [];
  const messages: IssueMessage[] = [];
  const fileNames = new Set<string>();
  const made: LeftOutCut[] = [];
  const warnings: string[] = [...snapshot.warnings];
  let everyone: Pick<Issue, 'plan' | 'tasksPerShift' | 'notReady' | 'stale'> | undefined;
  const cuts = await planCuts(job, basis, { number, attempt });
  const render = await attempt.renderer.forProject(job.project);
  for (const cut of cuts) {
    made.push({ audience: cut.recipients.audience, leftOut: cut.leftOut });
    if (cut.leftOut) continue;
    const { prefix } = runStore;
    if (fileNames.has(cut.fileName)) throw twoAudiencesOneKey(workbookKey(prefix, cut.fileName));
    fileNames.add(cut.fileName);
    const workbook = await storeWorkbook(cut, { prefix, job, render }, attempt);
    workbooks.push(workbook);
    messages.push(await messageFor(job, { cut, workbook, date: snapshot.dataDate.instant }, attempt));
    if (everyone) continue;
    everyone = { plan: workbook.sha256, ...describePlan(cut.lookahead) };
    warnings.push(...notesOf(cut.lookahead));
  }
  if (!everyone) throw new Error('The first cut of a report is everyone’s, and is never left out.');
  return {
    version: 1,
    project: job.project.key,
    report: job.report.key,
    runId: job.runId,
    dispatchId: job.dispatchId,
    number,
    window: snapshot.window,
    ...textOfReportDates(reportDatesOf(snapshot)),
    previous: snapshot.previous?.reference ?? null,
    onAmbiguous: job.onAmbiguous,
    ...everyone,
    warnings: [...warnings, ...cutWarnings(snapshot, made)],
    workbooks,
    messages,
  };
}

function describePlan(lookahead: Lookahead): Pick<Issue, 'tasksPerShift' | 'notReady' | 'stale'> {
  return {
    tasksPerShift: tasksPerShiftOf(lookahead),
    notReady: unreadyTasks(lookahead).map(({ id }) => id),
    ...(lookahead.stale === undefined ? {} : { stale: lookahead.stale }),
  };
}

/** Rendered by every attempt that makes the issue, because that alone proves what an earlier one stored to be whole. */
async function storeWorkbook(
  cut: Cut,
  file: { readonly prefix: string; readonly job: ReportJob; readonly render: Render },
  attempt: Attempt,
): Promise<StoredWorkbook> {
  const { fileName, lookahead, recipients } = cut;
  const { paper, sheets } = file.job;
  const bytes = await attempt.step({ kind: 'render', tasks: lookahead.tasks.length }, () => {
    attempt.tell({ kind: 'rendering', fileName });
    return file.render(lookahead, { paper, sheets });
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const own = workbookKey(file.prefix, fileName);
  const key =
    (await storeWhole(own, bytes, attempt)) ??
    (await storeWhole(replacementWorkbookKey(file.prefix, { fileName, sha256 }), bytes, attempt));
  if (key === undefined) throw damagedTwice(own);
  const audience = textOfAudience(recipients.audience);
  return { audience, key, size: bytes.length, sha256, ppc: textOfPpc(lookahead.ppc) };
}

/** @returns the key, if exactly these bytes are stored there now; undefined where it holds other ones */
async function storeWhole(
  key: string,
  bytes: Uint8Array,
  { store, tell }: Attempt,
): Promise<string | undefined> {
  if ((await store.putOnce(key, bytes, workbookContentType)) === 'created') {
    tell({ kind: 'stored', key, size: bytes.length });
    return key;
  }
  const stored = await store.get(key);
  return stored !== undefined && Buffer.compare(stored, bytes) === 0 ? key : undefined;
}

async function messageFor(
  job: ReportJob,
  of: { readonly cut: Cut; readonly workbook: StoredWorkbook; readonly date: string },
  { store }: Attempt,
): Promise<IssueMessage> {
  const { cut, workbook, date } = of;
  const attached = canAttach(workbook.size);
  const link = await store.link(workbook.key);
  const texts = writeMail(cut.lookahead, {
    workbookFileName: cut.fileName,
    attached,
    link,
    sheetsOff: job.sheets.off,
    contact: job.contact,
  });
  const { audience, to, cc, replyTo } = cut.recipients;
  return {
    id: cut.message,
    audience: textOfAudience(audience),
    from: job.from,
    fromName: job.fromName,
    to: [...to],
    cc: [...cc],
    replyTo: [...replyTo],
    list: reportList(job),
    subject: texts.subject,
    date,
    text: texts.text,
    html: texts.html,
    attachments: attached ? [workbook.key] : [],
  };
}

function twoAudiencesOneKey(key: string): RunStoreError {
  return new RunStoreError(`Two audiences of this report would share the workbook ${key}`, {
    key,
    remedy: 'List each audience once in the configuration.',
  });
}

function damagedTwice(key: string): RunStoreError {
  return new RunStoreError(`The workbook ${key} and the one stored in its place are not what was rendered`, {
    key,
    remedy: 'Something changes files of the archive: stop it, move both files away, then run again.',
  });
}
