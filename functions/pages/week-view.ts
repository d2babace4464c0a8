/** The choices of a reader of a week page, in the query of a link. */
import { formatDay, parseDay } from '#base/day.ts';
import type { StoredPage } from './stored-page.ts';

export type WeekPageChoices = {
  /** Index of a day of the window; `other`: tasks without a day of work in the window. */
  readonly tab: number | 'other' | 'all';
  readonly subcontractor: string | undefined;
  readonly place: string | undefined;
  /** The name on the page: `Night shift`. */
  readonly shift: string | undefined;
  readonly notReady: boolean;
  readonly notPromised: boolean;
  /** Monday of the week whose answers are shown: `YYYY-MM-DD`. */
  readonly week: string;
};

/** The names that a reader can choose from; shifts in the order of the page. */
export type SelectableFilterValues = Readonly<Record<'subcontractor' | 'place' | 'shift', readonly string[]>>;

export function listSelectableFilterValues({ tasks }: StoredPage): SelectableFilterValues {
  return {
    subcontractor: distinct(tasks.map((task) => task.subcontractor)).sort(),
    place: distinct(tasks.map((task) => task.place)).sort(),
    shift: distinct(tasks.map((task) => task.shift)),
  };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== '');
}

/** The local date of the project: `YYYY-MM-DD`. @param now epoch milliseconds */
export function todayInProject({ project }: StoredPage, now: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: project.timeZone }).format(now);
}

/**
 * Reads the choices from the query of a link. Without `day`, the view opens at today or the nearest day of the window.
 * @example readWeekPageChoices(new URLSearchParams('day=2&not-ready=1'), { page, lists, now }).tab // 2, the third day
 */
export function readWeekPageChoices(
  query: URLSearchParams,
  {
    page,
    lists,
    now,
  }: { readonly page: StoredPage; readonly lists: SelectableFilterValues; readonly now: number },
): WeekPageChoices {
  const { days } = page;
  const date = parseDay(todayInProject(page, now)) ?? 0;
  const index = days.findIndex((each) => each.day >= date);
  const today = index === -1 ? days.length - 1 : index;
  const day = query.get('day') ?? '';
  const placeIn = (text: string | null) => (/^\d{1,5}$/.test(text ?? '') ? Number(text) : undefined);
  const chosen = (name: keyof SelectableFilterValues) => lists[name][placeIn(query.get(name)) ?? -1];
  const tab = day === 'other' || day === 'all' ? day : Math.min(placeIn(day) ?? today, days.length - 1);
  const shown = typeof tab === 'number' ? tab : today;
  return {
    tab,
    subcontractor: chosen('subcontractor'),
    place: chosen('place'),
    shift: chosen('shift'),
    notReady: query.get('not-ready') === '1',
    notPromised: query.get('not-promised') === '1',
    week: formatDay(days[shown - (shown % 7)]?.day ?? 0),
  };
}

export function weekPageChoicesQuery(
  { tab, notReady, notPromised, ...chosen }: WeekPageChoices,
  lists: SelectableFilterValues,
): string {
  const list = (name: keyof SelectableFilterValues) => {
    const value = chosen[name];
    return value === undefined ? '' : `&${name}=${lists[name].indexOf(value)}`;
  };
  return `&day=${tab}${list('subcontractor')}${list('place')}${list('shift')}${notReady ? '&not-ready=1' : ''}${notPromised ? '&not-promised=1' : ''}`;
}
