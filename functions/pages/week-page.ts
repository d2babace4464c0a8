/** The week page as HTML: one request, no script, and everything in it is text. */
import { html, raw } from 'hono/html';
import { type Markup, markupText } from '#base/text/markup.ts';
import { peopleText } from '#lookahead/text/quantity-text.ts';
import type { Later } from './find-later.ts';
import { laterWords } from './later-words.ts';
import { pageHead } from './page-head.ts';
import type { PageKind } from './page-link.ts';
import { pageStyle } from './page-style.ts';
import type { PageAsk, PageTask, StoredPage } from './stored-page.ts';
import type { Lists, View } from './week-view.ts';

export type WeekPage = {
  readonly page: StoredPage;
  readonly kind: PageKind;
  readonly view: View;
  readonly lists: Lists;
  /** The link of this page with another choice. */
  readonly href: (change: Partial<View>) => string;
  readonly calendar: string | undefined;
  /** Where its tasks are promised; undefined if nobody is asked here. */
  readonly answer: string | undefined;
  /** Undefined for a test, which has no revisions. */
  readonly later: (Later & { readonly link: string | undefined }) | 'latest' | undefined;
  /** The code of the wall's link, as SVG. */
  readonly code: string | undefined;
};

/**
 * Up to here the page of a day has the other days' tasks too, for its print. With more tasks it would load slowly on a
 * phone, so a day prints alone and says so.
 */
const maxTasksOfEachDay = 250;

/** The page in parts, so that a long one is never in memory as a whole. */
export function* weekPage(of: WeekPage): Generator<string> {
  const { page, view, href, code, kind } = of;
  const tasks = page.tasks.filter((task) => passes(task, view));
  const shown = (task: PageTask) => isOn(task, page, view.tab);
  const isPart = page.tasks.length > maxTasksOfEachDay && view.tab !== 'all';
  const rows = isPart ? tasks.filter(shown) : tasks;
  yield markupText(html`${pageHead(`${page.project.name} – ${page.weeks}`, pageStyle)}<header>
${code === undefined ? '' : html`<div class="qr">${raw(code)}Is this print current? Scan it.</div>`}
<h1><bdi>${page.project.name}</bdi></h1>
<p>${page.revision}</p>
<p class="m">${[page.dates, page.source, page.changesSince].filter((part) => part !== undefined).join(' · ')}</p>
${[page.only, view.subcontractor, view.place, view.notReady ? 'not ready' : undefined]
  .filter((limit) => limit !== undefined)
  .map(
    (limit) => html`<p><strong>${limit}</strong></p>`,
  )}${isPart ? html`<p class="pr"><strong>Only: ${heading(of, tasks)}</strong></p>` : ''}
${of.answer === undefined ? '' : html`<p class="s"><a href="${of.answer}">Answer for these tasks</a></p>`}${laterNote(of)}${page.stale === undefined ? '' : html`<p class="note">${page.stale}</p>`}
</header>
${tabs(of, tasks)}
<main>
${choices(of)}
<h2>${heading(of, tasks)}</h2>
${tasks.some(shown) ? '' : html`<p class="s">No task${tasks.length < page.tasks.length ? ' of this selection' : ''}.</p>`}
<table class="${page.days.length > 14 ? 'long' : ''}">
${tableHead(page)}
`);
  for (const [shift, own] of Map.groupBy(rows, (task) => task.shift)) {
    const on = own.filter(shown);
    yield markupText(html`<tbody>
<tr class="${on.length > 0 ? 'g on' : 'g'}"><th colspan="${columnsBefore(page) + page.days.length}">${shift}<span class="f">${shiftFigures(on, of)}</span></th></tr>
`);
    for (const task of own) yield markupText(taskRow(task, shown(task), of));
    if (page.detail === 'full') yield markupText(peopleRow(own, page, 'People'));
    yield '</tbody>\n';
  }
  if (page.detail === 'full')
    yield markupText(html`<tbody>${peopleRow(rows, page, 'People, all shifts')}</tbody>`);
  yield markupText(html`</table>
</main>
<footer>
${page.lastWeek === undefined || kind === 'wall' ? '' : html`<p>${page.lastWeek}</p>`}
${of.calendar === undefined ? '' : html`<p><a href="${of.calendar}">Put these ${counted(page.tasks.length, 'task', 'tasks')} into your calendar</a> (.ics), as of revision ${page.number}.</p>`}
${kind === 'wall' ? '' : html`<p>Questions about this report: ${askHtml(page.contact)}</p>`}
<p>To print: your browser’s Print, on A3 or A4${isPart ? html`; first <a href="${href({ tab: 'all' })}">show all tasks</a>` : ''}. Times are ${page.project.timeZone}.</p>
</footer>
</body>
</html>
`);
}

function passes(task: PageTask, { subcontractor, place, notReady }: View): boolean {
  return (
    (subcontractor === undefined || task.subcontractor === subcontractor) &&
    (place === undefined || task.place === place) &&
    (!notReady || task.ready === 'no')
  );
}

function isOn(task: PageTask, page: StoredPage, tab: View['tab']): boolean {
  if (tab === 'all') return true;
  const isWork = (index: number) => page.cells[task.cells[index] ?? -1]?.isWork === true;
  return tab === 'other' ? !task.cells.some((_, index) => isWork(index)) : isWork(tab);
}

function laterNote({ page, later }: WeekPage): Markup | string {
  if (later === undefined) return '';
  if (later === 'latest') return html`<p class="m s">This is the latest revision.</p>`;
  const link = later.link === undefined ? '' : html` <a class="s" href="${later.link}">Open it</a>`;
  return html`<p class="note${later.kind === 'revision' ? ' old' : ''}">${laterWords(page, later)}${link}</p>`;
}

function tabs({ page, view, href }: WeekPage, tasks: readonly PageTask[]): Markup {
  const current = (tab: View['tab']) => (view.tab === tab ? raw(' aria-current="page"') : '');
  const others = tasks.filter((task) => isOn(task, page, 'other')).length;
  // A phone has room for one week.
  const first = typeof view.tab === 'number' ? view.tab - (view.tab % 7) : 0;
  const starts = page.days.flatMap((_, index) => (index % 7 === 0 ? [index] : []));
  const weeks = starts.length > 1 ? starts : [];
  return html`<nav aria-label="Days">
${weeks.map(
  (
    week,
  ) => html`<a href="${href({ tab: week })}"${week === first ? raw(' aria-current="true"') : ''}>${dayName(page, week).slice(4)}</a>
`,
)}${page.days.slice(first, first + 7).map(({ weekday, dayOfMonth, month, kind }, place) => {
  const index = first + place;
  const [figure, words] = countOn(tasks, page, index).split(' ');
  return html`<a href="${href({ tab: index })}" class="${place === 0 ? 'mon ' : ''}${kind === 'dayOff' ? 'off' : ''}"${current(index)}>${weekday}<b>${dayOfMonth}<span class="v"> ${month},</span></b>${figure}<span class="v"> ${words}</span></a>
`;
})}${
  others === 0
    ? ''
    : html`<a class="wide" href="${href({ tab: 'other' })}"${current('other')}>Overdue, no day: ${others}</a>
`
}<a class="wide" href="${href({ tab: 'all' })}"${current('all')}>All ${counted(tasks.length, 'task', 'tasks')}</a>
</nav>`;
}

function heading({ page, view: { tab } }: WeekPage, tasks: readonly PageTask[]): string {
  if (tab === 'all') return `${page.weeks}, all tasks`;
  if (tab === 'other') return 'Overdue, or without a day of work here';
  const holiday = page.days[tab]?.isHoliday ? ' · holiday' : '';
  return `${dayName(page, tab)}${holiday} · ${countOn(tasks, page, tab)}`;
}

function dayName({ days }: StoredPage, index: number): string {
  const day = days[index];
  return day === undefined ? '' : `${day.weekday} ${day.dayOfMonth} ${day.month}`;
}

/** `128 people`; tasks where the plan names no people. */
function countOn(tasks: readonly PageTask[], page: StoredPage, index: number): string {
  if (page.detail === 'full') return peopleText(peopleOn(tasks, page, index));
  return counted(tasks.filter((task) => isOn(task, page, index)).length, 'task', 'tasks');
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function choices({ page, view, lists, href }: WeekPage): Markup {
  const list = (words: string, of: keyof Lists) => {
    if (lists[of].length < 2) return '';
    const links = lists[of].map((value) => html`<a href="${href({ [of]: value })}">${value}</a> `);
    return html`<details><summary>${words}</summary><p class="list">${links}</p></details>
`;
  };
  const isLimited = view.subcontractor !== undefined || view.place !== undefined || view.notReady;
  const none = { subcontractor: undefined, place: undefined, notReady: false };
  const unready = page.tasks.filter(({ ready }) => ready === 'no').length;
  return html`<div class="picks s">${list('Show one subcontractor', 'subcontractor')}${list('Show one place', 'place')}${unready === 0 ? '' : html`<a class="pick" href="${href({ notReady: true, tab: 'all' })}">Not ready: ${unready}</a> `}${isLimited ? html`<a class="pick" href="${href(none)}">Show all</a>` : ''}</div>`;
}

function shiftFigures(on: readonly PageTask[], { page, view: { tab } }: WeekPage): string {
  const tasks = ` · ${counted(on.length, 'task', 'tasks')}`;
  return typeof tab === 'number' && page.detail === 'full' ? `${tasks}, ${countOn(on, page, tab)}` : tasks;
}

function peopleOn(tasks: readonly PageTask[], page: StoredPage, index: number): number {
  const sum = tasks.reduce((all, task) => all + (page.cells[task.cells[index] ?? -1]?.people ?? 0), 0);
  return Math.round(sum * 100) / 100;
}

/** Readers outside the site are told neither whose a task is nor whether it is ready. */
function columnsBefore({ detail }: StoredPage): number {
  return detail === 'full' ? 4 : 2;
}

function tableHead(page: StoredPage): Markup {
  const isFull = page.detail === 'full';
  const across = columnsBefore(page) + page.days.length;
  const head = ({ weekday, dayOfMonth, isHoliday }: StoredPage['days'][number]) => {
    if (page.days.length <= 7) return html`${weekday} ${dayOfMonth}${isHoliday ? raw('<br>holiday') : ''}`;
    return html`${page.days.length > 14 ? weekday.slice(0, 1) : weekday}<br>${dayOfMonth}`;
  };
  const heads = page.days.map(
    (day) => html`<th class="d ${day.kind === 'dayOff' ? 'offday' : ''}">${head(day)}</th>`,
  );
  return html`<colgroup><col class="c1">${isFull ? raw('<col class="c2"><col class="c2">') : ''}<col class="c2"><col span="${page.days.length}"></colgroup>
<thead>
<tr class="h"><th colspan="${across}">${[page.project.name, page.revision, page.only].filter((part) => part !== undefined).join(' · ')}</th></tr>
<tr class="h"><th colspan="${across}">${page.legend.map((word) => html`<span>${word}</span> `)}</th></tr>
<tr><th>Task</th>${isFull ? raw('<th>Subcontractor</th>') : ''}<th>Location</th>${isFull ? raw('<th>Ready</th>') : ''}${heads}</tr>
</thead>`;
}

const marks = { yes: '✓', gap: '?', no: '✗' } as const;

function taskRow(task: PageTask, on: boolean, { page, kind, view }: WeekPage): Markup {
  const { ready, missing, key } = task;
  const words = `${ready === undefined ? '' : marks[ready]} ${missing.map(({ word }) => word).join(', ')}`;
  const isFull = page.detail === 'full';
  const screen = on ? onScreen(task, { page, kind, view }) : '';
  return html`<tr class="t${on ? ' on' : ''}${key ? ' k' : ''}"><td>${on ? statusHtml(task) : ''}<span class="n">${key ? '◆ ' : ''}<bdi>${task.name}</bdi>${task.marks === '' ? '' : ` – ${task.marks}`}</span>${task.ref === task.name ? '' : html` <span class="m">${task.ref}</span>`}</td>${isFull ? html`<td class="m"><bdi>${task.subcontractor}</bdi></td>` : ''}<td class="m"><bdi>${task.place}</bdi>${isFull ? '' : screen}</td>${isFull ? html`<td${ready === 'no' ? raw(' class="x"') : ''}><span${kind === 'page' ? raw(' class="w"') : ''}>${words}</span>${screen}</td>` : ''}${task.cells.map((index, day) => dayCell(page.cells[index], page.days[day]?.kind))}</tr>
`;
}

function statusHtml({ status }: PageTask): Markup | string {
  return status.text === '' ? '' : html`<span class="st ${status.kind}">${status.text}</span>`;
}

/** What the print has no room for. */
function onScreen(task: PageTask, { page, kind, view }: Pick<WeekPage, 'page' | 'kind' | 'view'>): Markup {
  const { owner, alsoHere, missing, ready } = task;
  const people = typeof view.tab === 'number' ? peopleOn([task], page, view.tab) : peopleADay(task, page);
  const facts = [
    people > 0 ? `${peopleText(people)}${typeof view.tab === 'number' ? '' : ' a day'}` : '',
    task.dates,
    task.since,
    alsoHere === '' ? '' : `also here: ${alsoHere}`,
    ready === 'yes' && kind === 'page' ? '✓ ready' : '',
  ].filter((fact) => fact !== '');
  const responsible = kind === 'page' && owner !== undefined ? html` · owner ${askHtml(owner)}` : '';
  return html`<div class="s m">${facts.join(' · ')}${responsible}</div>${kind === 'page' ? missing.map(missingHtml) : ''}`;
}

function peopleADay({ cells }: PageTask, page: StoredPage): number {
  return Math.max(0, ...cells.map((index) => page.cells[index]?.people ?? 0));
}

function missingHtml({ says, ask, isGap }: PageTask['missing'][number]): Markup {
  return html`<div class="s"><b class="${isGap ? '' : 'x'}">${isGap ? '?' : '✗'}</b> ${says}${ask === undefined ? '' : html`. Ask ${askHtml(ask)}`}</div>`;
}

export function askHtml({ name, link }: PageAsk): Markup {
  return link === undefined ? html`<bdi>${name}</bdi>` : html`<a href="${link}">${name}</a>`;
}

function dayCell(cell: StoredPage['cells'][number] | undefined, kind: string | undefined): Markup {
  const style = cell?.status ?? (cell?.kind === 'off' || cell?.kind === 'was' ? cell.kind : '');
  return html`<td class="d${style || kind === 'dayOff' ? ` ${style || 'offday'}` : ''}">${cell?.text ?? ''}</td>`;
}

function peopleRow(tasks: readonly PageTask[], page: StoredPage, title: string): Markup {
  return html`<tr class="p"><th colspan="4">${title}</th>${page.days.map((_, index) => html`<td class="d">${peopleOn(tasks, page, index) || '–'}</td>`)}</tr>
`;
}
