/** Finds the revision or report that was made after a page, and describes the changes. */
import {
  issueKeyTemplate,
  issueNumberObject,
  keyValuesOfShiftedWindow,
  objectExists,
  type PageKeyValues,
  type PageStore,
} from './objects.ts';
import { readStoredPage, type StoredPage } from './stored-page.ts';

export type LaterRevisionOrReport = {
  readonly kind: 'revision' | 'report';
  readonly address: PageKeyValues;
  /** The page for the same readers; undefined if the later issue has none for them. */
  readonly page: StoredPage | undefined;
};

const maxLaterWindows = 8;
const maxDaysAhead = 7;

/**
 * The latest later revision or, without one, the latest report whose window begins one or more weeks later, and at most
 * a week from now.
 * @returns 'latest' if there is neither; undefined for a test
 */
export async function findLaterPage(
  store: PageStore,
  {
    address,
    page,
    now,
  }: { readonly address: PageKeyValues; readonly page: StoredPage; readonly now: number },
): Promise<LaterRevisionOrReport | 'latest' | undefined> {
  if (address.space !== 'issues') return undefined;
  const revision = await lastIssue(store, address, page.number);
  if (revision) return laterPageOf('revision', revision, store);
  const windows = Array.from({ length: maxLaterWindows }, (_, index) =>
    keyValuesOfShiftedWindow(address, 7 * (index + 1)),
  ).filter(({ first }) => Date.parse(first) <= now + maxDaysAhead * 86_400_000);
  const found = await Promise.all(windows.map((window) => lastIssue(store, window, 0)));
  const report = found.findLast((issue) => issue !== undefined);
  return report === undefined ? 'latest' : laterPageOf('report', report, store);
}

async function laterPageOf(
  kind: LaterRevisionOrReport['kind'],
  address: PageKeyValues,
  store: PageStore,
): Promise<LaterRevisionOrReport> {
  return { kind, address, page: await readStoredPage(store, address) };
}

/** The last issue of a window with a number above `after`. Skips numbers that a run holds without an issue. */
async function lastIssue(
  store: PageStore,
  address: PageKeyValues,
  after: number,
): Promise<PageKeyValues | undefined> {
  const numbers = (await issueNumberObject.list(store, address)).map(({ number }) => number);
  for (const number of numbers.filter((each) => each > after).sort((a, b) => b - a)) {
    const holder = await issueNumberObject.read(store, { ...address, number });
    const issue = holder && { ...address, runId: holder.runId };
    if (issue && (await objectExists(store, issueKeyTemplate.key(issue)))) return issue;
  }
  return undefined;
}

/** The sentence before the link to a later revision or report. */
export function laterPageText(page: StoredPage, { kind, page: later }: LaterRevisionOrReport): string {
  if (kind === 'report') {
    if (later === undefined) return 'A report for later weeks has been made since.';
    return `A later report was made on ${later.read.label}: ${later.weeks.toLowerCase()}, ${later.dates}.`;
  }
  if (later === undefined) {
    return 'A later revision has been made. It has no page for this part of the work.';
  }
  return `Revision ${later.number} was made on ${later.read.label}. ${revisionChanges(page, later)}.`;
}

/** `Of these tasks, 2 have different days or people, 1 is gone`: tells how outdated a print is. */
function revisionChanges(page: StoredPage, later: StoredPage): string {
  const now = new Map(later.tasks.map((task) => [task.id, daysAndPeopleOf(task, later)]));
  const known = new Set(page.tasks.map(({ id }) => id));
  const gone = page.tasks.filter(({ id }) => !now.has(id)).length;
  const moved = page.tasks.filter(
    (task) => now.has(task.id) && now.get(task.id) !== daysAndPeopleOf(task, page),
  ).length;
  const added = later.tasks.filter(({ id }) => !known.has(id)).length;
  const parts = [
    ...(moved === 0 ? [] : [`${moved} ${moved === 1 ? 'has' : 'have'} different days or people`]),
    ...(gone === 0 ? [] : [`${gone} ${gone === 1 ? 'is' : 'are'} gone`]),
    ...(added === 0 ? [] : [`${added} ${added === 1 ? 'is' : 'are'} new`]),
  ];
  return parts.length === 0 ? 'Days and people are the same' : `Of these tasks, ${parts.join(', ')}`;
}

/**
 * The dates, and the days of work with their people, as one text that differs if any of them does. It leaves out marks
 * at the edges of the window, because the dates cover them.
 */
function daysAndPeopleOf({ dates, cells }: StoredPage['tasks'][number], page: StoredPage): string {
  const days = cells.map((index) => {
    const cell = page.cells[index];
    return cell?.isWork === true ? `${cell.kind} ${cell.people}` : '';
  });
  return [dates, ...days].join();
}
