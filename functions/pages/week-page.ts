/** Draws the week page as HTML: one request, no script, and all content is escaped text. */

import { html, raw } from 'hono/html';
import { addDays, dayFromNumber } from '#base/day.ts';
import { type Markup, markupText } from '#base/text/markup.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import { hoursText, shiftTimeText } from '#lookahead/dates/shift-hours.ts';
import { countText, peopleNotCountedText, peopleText } from '#lookahead/text/quantity-text.ts';
import { type LaterRevisionOrReport, laterPageText } from './find-later.ts';
import { contactHtml, notesAndResourcesHtml, pageHead } from './page-html.ts';
import type { PageKind } from './page-link.ts';
import { noWorkInWindowReasons, type PageTaskWithAnswer, type StoredPageWithAnswers } from './stored-page.ts';
import { pageStyle } from './week-page-style.ts';
import type { SelectableFilterValues, WeekPageChoices } from './week-view.ts';

export type WeekPageInput = {
  readonly page: StoredPageWithAnswers;
  readonly kind: PageKind;
  readonly view: WeekPageChoices;
  readonly lists: SelectableFilterValues;
  /** The link to this page with another choice. */
  readonly href: (change: Partial<WeekPageChoices>) => string;
  readonly calendar: string | undefined;
  /** Link to the answer page; undefined if the readers are not asked. */
  readonly answer: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Undefined for a test, which has no revisions. */
  readonly later: (LaterRevisionOrReport & { readonly link: string | undefined }) | 'latest' | undefined;
  /** The QR code of the wall link, as SVG. */
  readonly code: string | undefined;
};

/**
 * Up to this number of tasks, the page of a day also contains the other days, for its print. With more, it would load
 * slowly on a phone, so the print has one day only, and says so.
 */
const maxTasksOfEachDay = 250;

/** Yields the page in parts, so that a long page is never in memory as a whole. */
export function* weekPage(of: WeekPageInput): Generator<string> {
  const { page, view, href, code, kind } = of;
  const tasks = page.tasks.filter((task) => isChosen(task, view));
  const shown = (task: PageTaskWithAnswer) => isOnTab(task, page, view.tab);
  const isPart = tasks.length > maxTasksOfEachDay && view.tab !== 'all';
  const rows = isPart ? tasks.filter(shown) : tasks;
  yield markupText(html`${pageHead(`${page.project.name} – ${page.weeks}`, pageStyle)}<header>
${code === undefined ? '' : html`<div class="qr">${raw(code)}Is this print current? Scan the code to check it.</div>`}
<h1><bdi>${page.project.name}</bdi></h1>
<p>${page.revision}</p>
<p class="m">${[page.dates, page.source, page.changesSince].filter((part) => part !== undefined).join(' · ')}</p>
${[
  page.only,
  view.subcontractor,
  view.place,
  view.shift,
  view.notReady ? 'not ready' : undefined,
  view.notPromised ? 'not promised' : undefined,
]
  .filter((limit) => limit !== undefined)
  .map(
    (limit) => html`<p><strong>${limit}</strong></p>`,
  )}${isPart ? html`<p class="pr"><strong>Only: ${listHeading(of, tasks)}</strong></p>` : ''}
${answerButton(of)}${promisedSoFar(of)}${laterNote(of)}${page.stale === undefined ? '' : html`<p class="note">${page.stale}</p>`}
</header>
${tabs(of, tasks)}
<main>
${choiceLinks(of)}
${shiftLinks(of)}<h2>${listHeading(of, tasks)}</h2>
${view.tab === 'other' ? toFinishNote(tasks, page) : ''}${tasks.some(shown) ? '' : html`<p class="${rows.length === 0 ? '' : 's'}">No task${tasks.length < page.tasks.length ? ' of this selection' : ''}.</p>`}
`);
  const shifts = Map.groupBy(rows, (task) => task.shift);
  for (const [shift, own] of shifts) {
    const on = own.filter(shown);
    // One table per shift, so that its head names the shift on every sheet of a print.
    yield markupText(html`<section class="${on.length > 0 ? 'on' : ''}${page.days.length > 14 ? ' long' : ''}">
<h3>${shift}${shiftHours(shift, of)}<span class="f">${shiftFigures(on, of)}</span></h3>
<table>
${tableHead(page, shift)}
<tbody>
`);
    for (const task of own) yield markupText(taskRow(task, shown(task), of));
    if (page.detail === 'full') yield markupText(peopleRow(own, page, 'People'));
    if (page.detail === 'full' && shifts.size > 1 && own.at(-1) === rows.at(-1))
      yield markupText(peopleRow(rows, page, 'People, all shifts'));
    yield '</tbody>\n</table>\n</section>\n';
  }
  yield markupText(html`${page.warnings.map(
    (warning) => html`<p class="note s">${warning}</p>
`,
  )}</main>
<footer>
${page.lastWeek === undefined || kind === 'wall' ? '' : html`<p>${page.lastWeek}</p>`}
${of.calendar === undefined ? '' : html`<p><a href="${of.calendar}">Add these ${countText(page.tasks.length, 'task')} to your calendar</a> (.ics), as of revision ${page.number}.</p>`}
${kind === 'wall' ? '' : html`<p>Questions about this report: ${contactHtml(page.contact)}</p>`}
<p>To print, use your browser’s Print on A3 or A4${isPart ? html`; first <a href="${href({ tab: 'all' })}">show all tasks</a>` : ''}. Times are ${page.project.timeZone}.</p>
</footer>
</body>
</html>
`);
}

function isChosen(task: PageTaskWithAnswer, view: WeekPageChoices): boolean {
  const { subcontractor, place, shift, notReady, notPromised } = view;
  return (
    (shift === undefined || task.shift === shift) &&
    (subcontractor === undefined || task.subcontractor === subcontractor) &&
    (place === undefined || task.place === place) &&
    (!notReady || task.ready === 'no') &&
    (!notPromised || isNotPromised(task))
  );
}

function isAnswered({ answer }: PageTaskWithAnswer): boolean {
  return answer?.state === 'promised' || answer?.state === 'declined';
}

function isNotPromised({ answer }: PageTaskWithAnswer): boolean {
  return answer !== undefined && answer.state !== 'promised';
}

function isOnTab(
  task: PageTaskWithAnswer,
  page: StoredPageWithAnswers,
  tab: WeekPageChoices['tab'],
): boolean {
  if (tab === 'all') return true;
  return tab === 'other' ? task.toFinish !== undefined : page.cells[task.cells[tab] ?? -1]?.isWork === true;
}

function laterNote({ page, later }: WeekPageInput): Markup | string {
  if (later === undefined) return '';
  if (later === 'latest') return html`<p class="m s">This is the latest revision.</p>`;
  const link = later.link === undefined ? '' : html` <a class="s" href="${later.link}">Open it</a>`;
  return html`<p class="note${later.kind === 'revision' ? ' old' : ''}">${laterPageText(page, later)}${link}</p>`;
}

function tabs({ page, view, href }: WeekPageInput, tasks: readonly PageTaskWithAnswer[]): Markup {
  const current = (tab: WeekPageChoices['tab']) => (view.tab === tab ? raw(' aria-current="page"') : '');
  const others = tasks.filter((task) => isOnTab(task, page, 'other')).length;
  // A phone has room for the days of one week.
  const first = typeof view.tab === 'number' ? view.tab - (view.tab % 7) : 0;
  const starts = page.days.flatMap((_, index) => (index % 7 === 0 ? [index] : []));
  const weeks = starts.length > 1 ? starts : [];
  return html`<nav class="days" aria-label="Days">
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
    : html`<a class="wide" href="${href({ tab: 'other' })}"${current('other')}>To finish first: ${others}</a>
`
}<a class="wide" href="${href({ tab: 'all' })}"${current('all')}>All ${countText(tasks.length, 'task')}</a>
</nav>`;
}

function listHeading({ page, view: { tab } }: WeekPageInput, tasks: readonly PageTaskWithAnswer[]): string {
  if (tab === 'all') return `${page.weeks}, all tasks`;
  if (tab === 'other') return 'To finish first, and tasks without a day of work';
  const holiday = page.days[tab]?.isHoliday ? ' · holiday' : '';
  return `${dayName(page, tab)}${holiday} · ${countOn(tasks, page, tab)}`;
}

function dayName({ days }: StoredPageWithAnswers, index: number): string {
  const day = days[index];
  return day === undefined ? '' : `${day.weekday} ${day.dayOfMonth} ${day.month}`;
}

/** `128 people`; `12 tasks` in a page with days only. */
function countOn(tasks: readonly PageTaskWithAnswer[], page: StoredPageWithAnswers, index: number): string {
  if (page.detail === 'full') return peopleText(peopleOnDay(tasks, page, index));
  return countText(tasks.filter((task) => isOnTab(task, page, index)).length, 'task');
}

/** `overdue: 4 · due by Sun 22 Nov: 5 · no date: 1`, and the people of carried-over tasks. */
function toFinishNote(tasks: readonly PageTaskWithAnswer[], page: StoredPageWithAnswers): Markup {
  const all = tasks.flatMap(({ toFinish = [] }) => toFinish);
  const counts = noWorkInWindowReasons.flatMap((reason) => {
    const count = all.filter(({ why }) => why === reason).length;
    return count === 0 ? [] : [`${toFinishText(reason, page)}: ${count}`];
  });
  const carried = all.flatMap(({ people = [] }) => people);
  const people = carried.reduce((sum, own) => sum + own, 0);
  const uncounted = peopleNotCountedText(people, carried.length);
  return html`<p class="s">${counts.join(' · ')}${uncounted === '' ? '' : html`<br><span class="m">${uncounted}.</span>`}</p>
`;
}

function toFinishText(why: (typeof noWorkInWindowReasons)[number], { days }: StoredPageWithAnswers): string {
  const monday = dayFromNumber(days[0]?.day ?? 0);
  return why === 'due before' ? `due by ${dayText(addDays(monday, -1), monday)}` : why;
}

/**
 * The button that opens the answer page. Until the answers close, the line below it says when they close, and why some
 * tasks are not asked about.
 */
function answerButton({ page, answer, now, view }: WeekPageInput): Markup | string {
  const { questions } = page;
  if (answer === undefined || questions === undefined) return '';
  const button = (words: string) => html`<p class="s"><a class="act" href="${answer}">${words}</a></p>
`;
  const count = questions.tasks.length;
  if (count === 0 || now >= Date.parse(questions.closes.instant)) return button('Report what was done');
  const asked = new Set(questions.tasks.map(({ id }) => id));
  const open = page.tasks.filter((task) => asked.has(task.id) && !isAnswered(task)).length;
  if (open === 0 && view.week === questions.week)
    return html`${button('Change your answers')}<p class="s m">All ${count} are answered. You can change your answers until ${questions.closes.label}.</p>
`;
  return html`${button(`Answer for your ${countText(count, 'task')}`)}<p class="s m">Please answer by ${questions.closes.label}.${unaskedText(page, asked)}</p>
`;
}

/** ` 2 of 7 are not asked: 1 complete, 1 only after Sun 6 Dec.`; empty if all are asked. */
function unaskedText(page: StoredPageWithAnswers, asked: ReadonlySet<string>): string {
  const unasked = page.tasks.filter(({ id }) => !asked.has(id));
  if (unasked.length === 0) return '';
  const reasons = Map.groupBy(unasked, ({ status: { kind }, toFinish }) => {
    if (kind === 'complete' || kind === 'cancelled') return kind;
    if (toFinish === undefined || toFinish.why === 'no day of work') return `only after ${dayName(page, 6)}`;
    return toFinishText(toFinish.why, page);
  });
  const counts = Array.from(reasons, ([reason, tasks]) => `${tasks.length} ${reason}`).join(', ');
  return ` ${unasked.length} of ${page.tasks.length} ${unasked.length === 1 ? 'is' : 'are'} not asked: ${counts}.`;
}

/** `Promised: 34 of 51 tasks asked, 5 not as planned, 12 not answered.` */
function promisedSoFar({ page: { tasks, closes }, answer, now }: WeekPageInput): Markup | string {
  const states = tasks.flatMap((task) => task.answer?.state ?? []);
  if (states.length === 0 || closes === undefined) return '';
  const count = (...of: readonly (typeof states)[number][]) =>
    states.filter((state) => of.includes(state)).length;
  const others = [
    [count('declined'), 'not as planned'],
    [count('open', 'moved'), 'not answered'],
  ] as const;
  const unasked = tasks.length - states.length;
  const words = others.flatMap(([n, said]) => (n === 0 ? [] : [`${n} ${said}`]));
  const until = now < Date.parse(closes.instant) ? 'Answers close' : 'Answers closed';
  const rest = unasked === 0 ? '' : ` ${countText(unasked, 'task')} not asked for.`;
  return html`<p>${[`Promised: ${count('promised')} of ${countText(states.length, 'task')} asked`, ...words].join(', ')}.${answer === undefined ? `${rest} ${until} ${closes.label}.` : ''}</p>
`;
}

function choiceLinks({ page, view, lists, href }: WeekPageInput): Markup {
  const list = (words: string, of: keyof SelectableFilterValues) => {
    if (lists[of].length < 2) return '';
    const links = lists[of].map((value) => html`<a href="${href({ [of]: value })}">${value}</a> `);
    return html`<details><summary>${words}</summary><p class="list">${links}</p></details>
`;
  };
  const none = {
    subcontractor: undefined,
    place: undefined,
    shift: undefined,
    notReady: false,
    notPromised: false,
  };
  const isLimited =
    [view.subcontractor, view.place].some((name) => name !== undefined) || view.notReady || view.notPromised;
  const pick = (words: string, change: Partial<WeekPageChoices>) => {
    const count = page.tasks.filter((task) => isChosen(task, { ...view, ...change })).length;
    return count === 0
      ? ''
      : html`<a class="pick" href="${href({ ...change, tab: 'all' })}">${words}: ${count}</a> `;
  };
  return html`<div class="picks s">${list('Subcontractor', 'subcontractor')}${list('Place', 'place')}${pick('Not ready', { notReady: true })}${pick('Not promised', { notPromised: true })}${isLimited ? html`<a class="pick" href="${href(none)}">Show all</a>` : ''}</div>`;
}

/** `Day 119 · Night 14`: tasks per shift on the chosen day, with all other choices applied. */
function shiftLinks({ page, view, lists, href }: WeekPageInput): Markup | string {
  if (lists.shift.length < 2) return '';
  const tasks = page.tasks.filter(
    (task) => isChosen(task, { ...view, shift: undefined }) && isOnTab(task, page, view.tab),
  );
  const around = page.shifts.find(({ slot }) => slot === '24hr')?.name;
  const isOther = view.shift !== undefined && view.shift !== around;
  const besides = isOther ? tasks.filter((task) => task.shift === around).length : 0;
  const link = (shift: string | undefined, words: string) =>
    html`<a class="pick" href="${href({ shift })}"${view.shift === shift ? raw(' aria-current="true"') : ''}>${words}</a>
`;
  return html`<nav class="picks s" aria-label="Tasks by shift">
${lists.shift.map((shift) => {
  const count = tasks.filter((task) => task.shift === shift).length;
  return count === 0 && shift !== view.shift
    ? ''
    : link(shift, `${shift.replace(/(?<!^No) shift$/, '')} ${count}`);
})}${view.shift === undefined ? '' : link(undefined, 'All shifts')}</nav>
${
  besides === 0
    ? ''
    : html`<p class="s">And ${countText(besides, 'task')} round the clock: <a class="pick" href="${href({ shift: around })}">${around}</a></p>
`
}`;
}

/** `, 21:00–05:00` on paper; on a screen, the hours on the chosen day: for a night, also when it ends. */
function shiftHours(name: string, { page, view: { tab } }: WeekPageInput): Markup | string {
  const { slot, hours } = page.shifts.find((shift) => shift.name === name) ?? { slot: 'none' };
  const day = typeof tab === 'number' ? page.days[tab]?.day : undefined;
  const all = hours === undefined ? '' : hoursText(hours);
  const shown = day === undefined ? all : shiftTimeText(slot, hours, dayFromNumber(day));
  return shown === ''
    ? ''
    : html`<span class="f">, ${shown}</span>${all === '' ? '' : html`<span class="pr">, ${all}</span>`}`;
}

function shiftFigures(on: readonly PageTaskWithAnswer[], { page, view: { tab } }: WeekPageInput): string {
  const tasks = ` · ${countText(on.length, 'task')}`;
  return typeof tab === 'number' && page.detail === 'full' ? `${tasks}, ${countOn(on, page, tab)}` : tasks;
}

function peopleOnDay(
  tasks: readonly PageTaskWithAnswer[],
  page: StoredPageWithAnswers,
  index: number,
): number {
  const sum = tasks.reduce((all, task) => all + (page.cells[task.cells[index] ?? -1]?.people ?? 0), 0);
  return Math.round(sum * 100) / 100;
}

/** Number of columns before the days. Pages for readers outside the site have neither subcontractor nor readiness. */
function columnsBefore({ detail }: StoredPageWithAnswers): number {
  return detail === 'full' ? 4 : 2;
}

/** Printed on each sheet of a shift. On the first sheet, the shift's heading covers `continued`. */
function tableHead(page: StoredPageWithAnswers, shift: string): Markup {
  const isFull = page.detail === 'full';
  const across = columnsBefore(page) + page.days.length - 1;
  const head = ({ weekday, dayOfMonth, isHoliday }: StoredPageWithAnswers['days'][number]) => {
    if (page.days.length <= 7) return html`${weekday} ${dayOfMonth}${isHoliday ? raw('<br>holiday') : ''}`;
    return html`${page.days.length > 14 ? weekday.slice(0, 1) : weekday}<br>${dayOfMonth}`;
  };
  const heads = page.days.map(
    (day) => html`<th class="d ${day.kind === 'dayOff' ? 'offday' : ''}">${head(day)}</th>`,
  );
  return html`<colgroup><col class="c1">${isFull ? raw('<col class="c2"><col class="c2">') : ''}<col class="c2"><col span="${page.days.length}"></colgroup>
<thead>
<tr class="h"><th>${shift}, continued</th><th colspan="${across}">${[page.project.name, page.revision, page.only].filter((part) => part !== undefined).join(' · ')} · ${page.legend.map((word) => html`<span>${word}</span> `)}</th></tr>
<tr><th>Task</th>${isFull ? raw('<th>Subcontractor</th>') : ''}<th>Location</th>${isFull ? raw('<th>Ready</th>') : ''}${heads}</tr>
</thead>`;
}

/** The answer as it prints: without the audience, for which the column has no room. */
function printedAnswer({ state, words }: NonNullable<PageTaskWithAnswer['answer']>): string {
  switch (state) {
    case 'promised':
      return 'promised';
    case 'declined':
      return words.replace('✗ ', '');
    case 'moved':
    case 'open':
      return 'not answered';
  }
}

const marks = { yes: '✓', gap: '?', no: '✗' } as const;

function taskRow(task: PageTaskWithAnswer, on: boolean, { page, kind, view }: WeekPageInput): Markup {
  const { ready, missing, key, answer } = task;
  const said = answer === undefined ? [] : [printedAnswer(answer)];
  const held = missing.map(({ word }) => word);
  const reasons = answer?.state === 'declined' ? [...said, ...held] : [...held, ...said];
  const words = `${ready === undefined ? '' : marks[ready]} ${reasons.join(', ')}`;
  const isFull = page.detail === 'full';
  const screen = on ? screenDetailsHtml(task, { page, kind, view }) : '';
  return html`<tr class="t${on ? ' on' : ''}${key ? ' k' : ''}"><td>${on ? statusHtml(task) : ''}<span class="n">${key ? '◆ ' : ''}<bdi>${task.name}</bdi>${task.marks === '' ? '' : ` – ${task.marks}`}</span>${task.ref === task.name ? '' : html` <span class="m">${task.ref}</span>`}</td>${isFull ? html`<td class="m"><bdi>${task.subcontractor}</bdi></td>` : ''}<td class="m"><bdi>${task.place}</bdi>${isFull ? '' : screen}</td>${isFull ? html`<td${ready === 'no' ? raw(' class="x"') : ''}><span${kind === 'page' ? raw(' class="w"') : ''}>${words}</span>${screen}</td>` : ''}${task.cells.map((index, day) => dayCell(page.cells[index], page.days[day]?.kind))}</tr>
`;
}

function statusHtml({ status }: PageTaskWithAnswer): Markup | string {
  return status.text === '' ? '' : html`<span class="st ${status.kind}">${status.text}</span>`;
}

/** Details of a task that only a screen shows: a print has no room for them. */
function screenDetailsHtml(
  task: PageTaskWithAnswer,
  { page, kind, view }: Pick<WeekPageInput, 'page' | 'kind' | 'view'>,
): Markup {
  const { owner, alsoHere, missing, ready, toFinish } = task;
  const people = typeof view.tab === 'number' ? peopleOnDay([task], page, view.tab) : peopleADay(task, page);
  const facts = [
    people > 0 ? `${peopleText(people)}${typeof view.tab === 'number' ? '' : ' a day'}` : '',
    toFinish?.people ? `${peopleText(toFinish.people)}, not counted` : '',
    task.dates,
    task.since,
    alsoHere === '' ? '' : `also here: ${alsoHere}`,
    ready === 'yes' && kind === 'page' ? '✓ ready' : '',
  ].filter((fact) => fact !== '');
  const responsible = kind === 'page' && owner !== undefined ? html` · owner ${contactHtml(owner)}` : '';
  return html`<div class="s m${responsible === '' ? '' : ' ask'}">${facts.join(' · ')}${responsible}</div>${answerHtml(task)}${kind === 'page' ? html`${notesAndResourcesHtml(task)}${missing.map(missingHtml)}` : ''}`;
}

function answerHtml({ answer }: PageTaskWithAnswer): Markup | string {
  if (answer === undefined) return '';
  const isRefused = answer.words.startsWith('✗');
  return html`<div class="s"><b${isRefused ? raw(' class="x"') : ''}>${answer.words}</b></div>`;
}

function peopleADay({ cells }: PageTaskWithAnswer, page: StoredPageWithAnswers): number {
  return Math.max(0, ...cells.map((index) => page.cells[index]?.people ?? 0));
}

function missingHtml({ says, ask, isGap }: PageTaskWithAnswer['missing'][number]): Markup {
  return html`<div class="s${ask?.link === undefined ? '' : ' ask'}"><b class="${isGap ? '' : 'x'}">${isGap ? '?' : '✗'}</b> ${says}${ask === undefined ? '' : html`. Ask ${contactHtml(ask)}`}</div>`;
}

function dayCell(cell: StoredPageWithAnswers['cells'][number] | undefined, kind: string | undefined): Markup {
  const style = cell?.status ?? (cell?.kind === 'off' || cell?.kind === 'was' ? cell.kind : '');
  return html`<td class="d${style || kind === 'dayOff' ? ` ${style || 'offday'}` : ''}">${cell?.text ?? ''}</td>`;
}

function peopleRow(tasks: readonly PageTaskWithAnswer[], page: StoredPageWithAnswers, title: string): Markup {
  return html`<tr class="p"><th colspan="4">${title}</th>${page.days.map((_, index) => html`<td class="d">${peopleOnDay(tasks, page, index) || '–'}</td>`)}</tr>
`;
}
