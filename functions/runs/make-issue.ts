import {
  answerClosingTime,
  type ClosingTime,
  createPageQuestions,
  type MessageWithQuestions,
  storeAnswerRequest,
} from '#answers/ask-for-answers.ts';
import { workbookContentType } from '#archive/object-store.ts';
import { sha256Of } from '#base/digest.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { mailingListOf } from '#mail/report-list.ts';
import { canAttach } from '#mail/transport/mailer.ts';
import { type AnswerPageLink, composeReportMail } from '#mail/write-mail.ts';
import { pageKey } from '#pages/page-link.ts';
import { pageOfPlan } from '#pages/page-of-plan.ts';
import { encodePage, type PageQuestions, type StoredPage } from '#pages/stored-page.ts';
import type { AttemptWorld } from './attempt.ts';
import { type ResolvedReport, runObjectKeyValuesOf } from './look-up-report.ts';
import { saveFailedRecipient } from './messages/recipient-events.ts';
import { type Cut, cutsOf, type PlannedRun, renderCut } from './plan-cuts.ts';
import { replacementKeyOf } from './store/find-workbook.ts';
import {
  type Issue,
  type IssueMessage,
  measuresOf,
  readinessCountsOf,
  type StoredWorkbook,
  tasksPerShiftOf,
} from './store/issue.ts';
import * as objects from './store/objects.ts';
import type { RunStore } from './store/run-store.ts';
import type { Snapshot } from './store/snapshot.ts';
import { RunStoreError, reportDatesOf, toStoredReportDates } from './store/stored-object.ts';
import { findCutWarnings, findPlanWarnings, unreadTasksText } from './warnings.ts';
import type { Render, SignPageLink } from './world.ts';

/**
 * Renders and stores a workbook for each cut, one after the other, and returns the issue that names them. The caller
 * stores the issue last, so that an issue exists only if everything that it names does.
 */
export async function makeIssue(
  resolved: ResolvedReport,
  run: {
    readonly number: number;
    readonly planned: PlannedRun;
    readonly runStore: RunStore;
  },
  attempt: AttemptWorld,
): Promise<Issue> {
  const { number, planned, runStore } = run;
  const { snapshot, record } = planned;
  const workbooks: StoredWorkbook[] = [];
  const messages: IssueMessage[] = [];
  const fileNames = new Set<string>();
  const warnings: string[] = [...snapshot.warnings];
  let everyone: Lookahead | undefined;
  const cuts = cutsOf(resolved, planned, number);
  await runStore.saveRecord(record);
  const render = await attempt.renderer.forProject(resolved.project);
  const { instant: readAt } = snapshot.readAt;
  const closes =
    resolved.answers &&
    answerClosingTime(resolved.answers.until, { ...resolved.project, window: resolved.window, read: readAt });
  const asked: MessageWithQuestions[] = [];
  for (const cut of cuts) {
    if (cut.leftOut) continue;
    const { prefix } = runStore;
    if (fileNames.has(cut.fileName))
      throw duplicateWorkbookError(objects.workbook.key({ run: prefix, workbook: cut.fileName }));
    fileNames.add(cut.fileName);
    const links = await storePage(cut, { prefix, resolved, previous: snapshot.previous, closes }, attempt);
    if (links.problem !== undefined && !warnings.includes(links.problem)) warnings.push(links.problem);
    const workbook = await storeWorkbook(cut, { prefix, resolved, render, wallLink: links.wall }, attempt);
    workbooks.push(workbook);
    const message = await messageFor(resolved, { cut, workbook, date: readAt, links }, attempt);
    messages.push(message);
    const { answer, questions } = links;
    const { to, replyTo } = message;
    if (answer && questions) asked.push({ message: cut.message, questions, link: answer.link, to, replyTo });
    if (everyone) continue;
    everyone = cut.whole;
    warnings.push(...findPlanWarnings(cut.whole));
  }
  if (!everyone) throw new Error('The first cut of a report is everyone’s, and is never left out.');
  // Not saved for a test run: its requester sees wrong addresses in the warnings.
  if (resolved.testRun === undefined) await saveWrongAddresses(resolved, cuts, attempt);
  if (closes !== undefined && resolved.testRun === undefined) {
    await storeAnswerRequest(attempt.store, {
      run: runObjectKeyValuesOf(resolved),
      revision: number,
      projectName: resolved.project.name,
      reportName: resolved.report.name,
      contact: resolved.contact,
      timeZone: resolved.project.timeZone,
      readAt,
      closes,
      remind: resolved.answers?.remind,
      asked,
    });
  }
  return {
    project: resolved.project.key,
    report: resolved.report.key,
    runId: resolved.runId,
    dispatchId: resolved.dispatchId,
    number,
    window: snapshot.window,
    ...toStoredReportDates(reportDatesOf(snapshot)),
    previous: snapshot.previous?.reference ?? null,
    onAmbiguous: resolved.onAmbiguous,
    tasksPerShift: tasksPerShiftOf(everyone),
    readiness: readinessCountsOf(everyone),
    stale: everyone.stale,
    unread: unreadTasksText(everyone),
    recorded: record.range,
    warnings: [...warnings, ...findCutWarnings(cuts)],
    workbooks,
    messages,
  };
}

/**
 * Saves texts that the planning service gives as addresses although they are not valid; the contact is notified of
 * them.
 */
async function saveWrongAddresses(
  resolved: ResolvedReport,
  cuts: readonly Cut[],
  attempt: AttemptWorld,
): Promise<void> {
  const at = attempt.clock.now().toString();
  for (const { recipients, message, leftOut } of cuts) {
    const { audience, wrongAddress } = recipients;
    if (leftOut !== 'no address' || wrongAddress === undefined) continue;
    await saveFailedRecipient(
      attempt.store,
      { event: 'no address', address: wrongAddress, at, reason: notAnAddress },
      { issue: { ...runObjectKeyValuesOf(resolved), dispatchId: resolved.dispatchId }, message, audience },
    );
  }
}

const notAnAddress = 'it is not an e-mail address such as site.office@example.com';

/** Renders in every attempt: only the same bytes prove that the workbook stored by an earlier attempt is undamaged. */
async function storeWorkbook(
  cut: Cut,
  file: Parameters<typeof renderCut>[1] & { readonly prefix: string },
  attempt: AttemptWorld,
): Promise<StoredWorkbook> {
  const { fileName, whole, recipients } = cut;
  const render: Render = (...of) => {
    attempt.onEvent({ kind: 'rendering', fileName });
    return file.render(...of);
  };
  const bytes = await renderCut(cut, { ...file, render }, attempt);
  const sha256 = sha256Of(bytes);
  const own = objects.workbook.key({ run: file.prefix, workbook: fileName });
  const key =
    (await storeWorkbookBytes(own, bytes, attempt)) ??
    (await storeWorkbookBytes(replacementKeyOf({ key: own, sha256 }), bytes, attempt));
  if (key === undefined) throw damagedTwiceError(own);
  const { audience } = recipients;
  const { wallLink } = file;
  return { audience, key, size: bytes.length, sha256, wallLink, measures: measuresOf(whole) };
}

/** @returns the key if it holds exactly these bytes, undefined if it holds others */
async function storeWorkbookBytes(
  key: string,
  bytes: Uint8Array,
  { store, onEvent }: AttemptWorld,
): Promise<string | undefined> {
  if ((await store.putOnce(key, bytes, workbookContentType)) === 'created') {
    onEvent({ kind: 'stored', key, size: bytes.length });
    return key;
  }
  const stored = await store.get(key);
  return stored !== undefined && Buffer.compare(stored, bytes) === 0 ? key : undefined;
}

async function messageFor(
  resolved: ResolvedReport,
  of: {
    readonly cut: Cut;
    readonly workbook: StoredWorkbook;
    readonly date: string;
    readonly links: PageLinks;
  },
  { store }: AttemptWorld,
): Promise<IssueMessage> {
  const { cut, workbook, date, links } = of;
  const attached = canAttach(workbook.size);
  const texts = composeReportMail(cut.lookahead, {
    workbookFileName: cut.fileName,
    attached,
    // Only messages with a link need the secret for links, so a damaged secret does not stop the others.
    link: attached ? undefined : await store.link(workbook.key),
    page: links.page,
    answer: links.answer,
    contact: resolved.contact,
  });
  const { audience, to, cc, replyTo } = cut.recipients;
  return {
    id: cut.message,
    audience,
    from: resolved.from,
    fromName: resolved.fromName,
    to: [...to],
    cc: [...cc],
    replyTo: [...replyTo],
    list: mailingListOf(resolved),
    date,
    ...texts,
    attachments: attached ? [workbook.key] : [],
  };
}

function duplicateWorkbookError(key: string): RunStoreError {
  return new RunStoreError(`Two audiences of this report would share the workbook ${key}`, {
    remedy: 'List each audience once in the configuration.',
  });
}

function damagedTwiceError(key: string): RunStoreError {
  return new RunStoreError(`The workbook ${key} and the one stored in its place are not what was rendered`, {
    remedy: 'Something changes files of the archive: stop it, move both files away, then run again.',
  });
}

type PageLinks = {
  readonly page?: string;
  readonly wall?: string;
  readonly answer?: AnswerPageLink;
  readonly questions?: PageQuestions;
  /** The reason why there are no links although the report has pages. */
  readonly problem?: string;
};

/**
 * Stores the page of a message, before the issue that links to it.
 * @returns the links to the page, and its questions if it asks any; only `problem`, and nothing is stored, if the links
 *   cannot be made; an empty object if the report has no pages
 */
async function storePage(
  { lookahead, message }: Cut,
  of: {
    readonly prefix: string;
    readonly resolved: ResolvedReport;
    readonly previous: Snapshot['previous'];
    readonly closes: ClosingTime | undefined;
  },
  attempt: AttemptWorld,
): Promise<PageLinks> {
  const { prefix, resolved, previous, closes } = of;
  if (attempt.signPage === undefined || resolved.pages === 'off') return {};
  const key = pageKey(prefix, message);
  const qr = resolved.qr === 'on';
  const { answerNameDays: nameDays } = attempt.configuration;
  const page = pageOfPlan(lookahead, {
    contact: resolved.contact,
    qr,
    previous: previous ? pageKey(previous.prefix, message) : undefined,
    questions:
      resolved.answers && closes && createPageQuestions(lookahead, { ...resolved.answers, closes, nameDays }),
  });
  const links = await signedLinks(key, page, attempt.signPage);
  if (links.problem !== undefined) return links;
  await attempt.store.putOnce(key, encodePage(page), 'application/gzip');
  return links;
}

/** If the secret for links cannot be used, the report goes out without pages, with a warning. */
async function signedLinks(
  key: string,
  { questions, qr }: StoredPage,
  signPage: SignPageLink,
): Promise<PageLinks> {
  try {
    const tasks = questions?.tasks.length ?? 0;
    const toConfirm = questions?.toClose?.tasks.filter(({ since }) => since === undefined) ?? [];
    return {
      page: await signPage(key, 'page'),
      ...(qr ? { wall: await signPage(key, 'wall') } : {}),
      ...(questions && tasks + toConfirm.length > 0
        ? {
            questions,
            answer: { link: await signPage(key, 'answer'), tasks, closes: questions.closes.label },
          }
        : {}),
    };
  } catch (error) {
    if (!(error instanceof LookaheadError) || error.kind !== 'curable') throw error;
    return { problem: `This report has no week pages: ${error.message}` };
  }
}
