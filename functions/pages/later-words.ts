/** The sentence at the top of a page that is not the latest. */
import type { Later } from './find-later.ts';
import type { StoredPage } from './stored-page.ts';

/** The sentence before the link of a later revision. */
export function laterWords(page: StoredPage, { kind, page: later }: Later): string {
  if (kind === 'report') {
    if (later === undefined) return 'A report of later weeks has been made since.';
    return `A later report was made on ${later.read.label}: ${later.weeks.toLowerCase()}, ${later.dates}.`;
  }
  if (later === undefined) {
    return 'A later revision has been made. It has no page for this part of the work.';
  }
  return `Revision ${later.number} was made on ${later.read.label}. ${changeWords(page, later)}.`;
}

/** `Of these tasks, 2 have other days, 1 is gone and 1 is new`, so that whoever holds the print knows what it is worth. */
function changeWords(page: StoredPage, later: StoredPage): string {
  const now = new Map(later.tasks.map((task) => [task.id, daysOf(task, later)]));
  const known = new Set(page.tasks.map(({ id }) => id));
  const gone = page.tasks.filter(({ id }) => !now.has(id)).length;
  const moved = page.tasks.filter(
    (task) => now.has(task.id) && now.get(task.id) !== daysOf(task, page),
  ).length;
  const added = later.tasks.filter(({ id }) => !known.has(id)).length;
  const parts = [
    ...(moved === 0 ? [] : [`${moved} ${moved === 1 ? 'has' : 'have'} other days or people`]),
    ...(gone === 0 ? [] : [`${gone} ${gone === 1 ? 'is' : 'are'} gone`]),
    ...(added === 0 ? [] : [`${added} ${added === 1 ? 'is' : 'are'} new`]),
  ];
  return parts.length === 0 ? 'Days and people are the same' : `Of these tasks, ${parts.join(', ')}`;
}

/** Without the edges, which say the same as the dates. */
function daysOf({ dates, cells }: StoredPage['tasks'][number], page: StoredPage): string {
  const days = cells.map((index) => {
    const cell = page.cells[index];
    return cell?.isWork === true ? `${cell.kind} ${cell.people}` : '';
  });
  return [dates, ...days].join();
}
