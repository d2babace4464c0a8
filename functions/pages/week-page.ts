/** The week page as HTML: one request, no script, and everything in it is text. */

import { html, raw } from 'hono/html';
import { addDays, dayFromNumber } from '#base/day.ts';
import { type Markup, markupText } from '#base/text/markup.ts';
import { palette, statusPalette } from '#display/colors.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import { hoursText, shiftTimeText } from '#lookahead/dates/shift-hours.ts';
import { countText, peopleText, uncountedText } from '#lookahead/text/quantity-text.ts';
import { type Later, laterWords } from './find-later.ts';
import { askHtml, needsHtml, pageHead, pageHeaders } from './page-html.ts';
import type { PageKind } from './page-link.ts';
import { type AnsweredPage, type AnsweredTask, toFinishReasons } from './stored-page.ts';
import type { WeekLists, WeekView } from './week-view.ts';

export type WeekPage = {
  readonly page: AnsweredPage;
  readonly kind: PageKind;
  readonly view: WeekView;
  readonly lists: WeekLists;
  /** The link of this page with another choice. */
  readonly href: (change: Partial<WeekView>) => string;
  readonly calendar: string | undefined;
  /** Where its tasks are promised; undefined if nobody is asked here. */
  readonly answer: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
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
  const tasks = page.tasks.filter((task) => isChosen(task, view));
  const shown = (task: AnsweredTask) => isOn(task, page, view.tab);
  const isPart = tasks.length > maxTasksOfEachDay && view.tab !== 'all';
  const rows = isPart ? tasks.filter(shown) : tasks;
  yield markupText(html`${pageHead(`${page.project.name} – ${page.weeks}`, pageStyle)}<header>
${code === undefined ? '' : html`<div class="qr">${raw(code)}Is this print current? Scan it.</div>`}
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
    // A table for each shift, so that its head can name the shift on every sheet of a print.
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
${of.calendar === undefined ? '' : html`<p><a href="${of.calendar}">Put these ${countText(page.tasks.length, 'task')} into your calendar</a> (.ics), as of revision ${page.number}.</p>`}
${kind === 'wall' ? '' : html`<p>Questions about this report: ${askHtml(page.contact)}</p>`}
<p>To print: your browser’s Print, on A3 or A4${isPart ? html`; first <a href="${href({ tab: 'all' })}">show all tasks</a>` : ''}. Times are ${page.project.timeZone}.</p>
</footer>
</body>
</html>
`);
}

function isChosen(task: AnsweredTask, view: WeekView): boolean {
  const { subcontractor, place, shift, notReady, notPromised } = view;
  return (
    (shift === undefined || task.shift === shift) &&
    (subcontractor === undefined || task.subcontractor === subcontractor) &&
    (place === undefined || task.place === place) &&
    (!notReady || task.ready === 'no') &&
    (!notPromised || isNotPromised(task))
  );
}

function isAnswered({ answer }: AnsweredTask): boolean {
  return answer?.state === 'promised' || answer?.state === 'declined';
}

function isNotPromised({ answer }: AnsweredTask): boolean {
  return answer !== undefined && answer.state !== 'promised';
}

function isOn(task: AnsweredTask, page: AnsweredPage, tab: WeekView['tab']): boolean {
  if (tab === 'all') return true;
  return tab === 'other' ? task.toFinish !== undefined : page.cells[task.cells[tab] ?? -1]?.isWork === true;
}

function laterNote({ page, later }: WeekPage): Markup | string {
  if (later === undefined) return '';
  if (later === 'latest') return html`<p class="m s">This is the latest revision.</p>`;
  const link = later.link === undefined ? '' : html` <a class="s" href="${later.link}">Open it</a>`;
  return html`<p class="note${later.kind === 'revision' ? ' old' : ''}">${laterWords(page, later)}${link}</p>`;
}

function tabs({ page, view, href }: WeekPage, tasks: readonly AnsweredTask[]): Markup {
  const current = (tab: WeekView['tab']) => (view.tab === tab ? raw(' aria-current="page"') : '');
  const others = tasks.filter((task) => isOn(task, page, 'other')).length;
  // A phone has room for one week.
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

function listHeading({ page, view: { tab } }: WeekPage, tasks: readonly AnsweredTask[]): string {
  if (tab === 'all') return `${page.weeks}, all tasks`;
  if (tab === 'other') return 'To finish first, and tasks without a day of work';
  const holiday = page.days[tab]?.isHoliday ? ' · holiday' : '';
  return `${dayName(page, tab)}${holiday} · ${countOn(tasks, page, tab)}`;
}

function dayName({ days }: AnsweredPage, index: number): string {
  const day = days[index];
  return day === undefined ? '' : `${day.weekday} ${day.dayOfMonth} ${day.month}`;
}

/** `128 people`; tasks where the plan names no people. */
function countOn(tasks: readonly AnsweredTask[], page: AnsweredPage, index: number): string {
  if (page.detail === 'full') return peopleText(peopleOnDay(tasks, page, index));
  return countText(tasks.filter((task) => isOn(task, page, index)).length, 'task');
}

/** `overdue: 4 · due by Sun 22 Nov: 5 · no date: 1`, and the people of tasks carried over. */
function toFinishNote(tasks: readonly AnsweredTask[], page: AnsweredPage): Markup {
  const all = tasks.flatMap(({ toFinish = [] }) => toFinish);
  const counts = toFinishReasons.flatMap((reason) => {
    const count = all.filter(({ why }) => why === reason).length;
    return count === 0 ? [] : [`${toFinishText(reason, page)}: ${count}`];
  });
  const carried = all.flatMap(({ people = [] }) => people);
  const people = carried.reduce((sum, own) => sum + own, 0);
  const uncounted = uncountedText(people, carried.length);
  return html`<p class="s">${counts.join(' · ')}${uncounted === '' ? '' : html`<br><span class="m">${uncounted}.</span>`}</p>
`;
}

function toFinishText(why: (typeof toFinishReasons)[number], { days }: AnsweredPage): string {
  const monday = dayFromNumber(days[0]?.day ?? 0);
  return why === 'due before' ? `due by ${dayText(addDays(monday, -1), monday)}` : why;
}

/** Until the answers close, with why some of the page's tasks are not asked. */
function answerButton({ page, answer, now, view }: WeekPage): Markup | string {
  const { questions } = page;
  if (answer === undefined || questions === undefined) return '';
  const button = (words: string) => html`<p class="s"><a class="act" href="${answer}">${words}</a></p>
`;
  const count = questions.tasks.length;
  if (count === 0 || now >= Date.parse(questions.closes.instant)) return button('Say what was done');
  const asked = new Set(questions.tasks.map(({ id }) => id));
  const open = page.tasks.filter((task) => asked.has(task.id) && !isAnswered(task)).length;
  if (open === 0 && view.week === questions.week)
    return html`${button('Change your answers')}<p class="s m">All ${count} are answered. You can change them until ${questions.closes.label}.</p>
`;
  return html`${button(`Answer for your ${countText(count, 'task')}`)}<p class="s m">Please answer by ${questions.closes.label}.${unaskedText(page, asked)}</p>
`;
}

/** ` 2 of 7 are not asked: 1 complete, 1 only after Sun 6 Dec.`; empty if all are. */
function unaskedText(page: AnsweredPage, asked: ReadonlySet<string>): string {
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
function promisedSoFar({ page: { tasks, closes }, answer, now }: WeekPage): Markup | string {
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

function choiceLinks({ page, view, lists, href }: WeekPage): Markup {
  const list = (words: string, of: keyof WeekLists) => {
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
  const pick = (words: string, change: Partial<WeekView>) => {
    const count = page.tasks.filter((task) => isChosen(task, { ...view, ...change })).length;
    return count === 0
      ? ''
      : html`<a class="pick" href="${href({ ...change, tab: 'all' })}">${words}: ${count}</a> `;
  };
  return html`<div class="picks s">${list('Subcontractor', 'subcontractor')}${list('Place', 'place')}${pick('Not ready', { notReady: true })}${pick('Not promised', { notPromised: true })}${isLimited ? html`<a class="pick" href="${href(none)}">Show all</a>` : ''}</div>`;
}

/** `Day 119 · Night 14`: tasks of each shift on the chosen day, with all other choices. */
function shiftLinks({ page, view, lists, href }: WeekPage): Markup | string {
  if (lists.shift.length < 2) return '';
  const tasks = page.tasks.filter(
    (task) => isChosen(task, { ...view, shift: undefined }) && isOn(task, page, view.tab),
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

/** On paper `, 21:00–05:00`; on a screen the hours of the chosen day, of which a night says when it ends. */
function shiftHours(name: string, { page, view: { tab } }: WeekPage): Markup | string {
  const { slot, hours } = page.shifts.find((shift) => shift.name === name) ?? { slot: 'none' };
  const day = typeof tab === 'number' ? page.days[tab]?.day : undefined;
  const all = hours === undefined ? '' : hoursText(hours);
  const shown = day === undefined ? all : shiftTimeText(slot, hours, dayFromNumber(day));
  return shown === ''
    ? ''
    : html`<span class="f">, ${shown}</span>${all === '' ? '' : html`<span class="pr">, ${all}</span>`}`;
}

function shiftFigures(on: readonly AnsweredTask[], { page, view: { tab } }: WeekPage): string {
  const tasks = ` · ${countText(on.length, 'task')}`;
  return typeof tab === 'number' && page.detail === 'full' ? `${tasks}, ${countOn(on, page, tab)}` : tasks;
}

function peopleOnDay(tasks: readonly AnsweredTask[], page: AnsweredPage, index: number): number {
  const sum = tasks.reduce((all, task) => all + (page.cells[task.cells[index] ?? -1]?.people ?? 0), 0);
  return Math.round(sum * 100) / 100;
}

/** Readers outside the site are told neither whose a task is nor whether it is ready. */
function columnsBefore({ detail }: AnsweredPage): number {
  return detail === 'full' ? 4 : 2;
}

/** On a print, on each sheet of a shift; on its first the shift's heading lies over `continued`. */
function tableHead(page: AnsweredPage, shift: string): Markup {
  const isFull = page.detail === 'full';
  const across = columnsBefore(page) + page.days.length - 1;
  const head = ({ weekday, dayOfMonth, isHoliday }: AnsweredPage['days'][number]) => {
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

/** The column of a print has no room for who promised. */
function printedAnswer({ state, words }: NonNullable<AnsweredTask['answer']>): string {
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

function taskRow(task: AnsweredTask, on: boolean, { page, kind, view }: WeekPage): Markup {
  const { ready, missing, key, answer } = task;
  const said = answer === undefined ? [] : [printedAnswer(answer)];
  const held = missing.map(({ word }) => word);
  const reasons = answer?.state === 'declined' ? [...said, ...held] : [...held, ...said];
  const words = `${ready === undefined ? '' : marks[ready]} ${reasons.join(', ')}`;
  const isFull = page.detail === 'full';
  const screen = on ? onScreen(task, { page, kind, view }) : '';
  return html`<tr class="t${on ? ' on' : ''}${key ? ' k' : ''}"><td>${on ? statusHtml(task) : ''}<span class="n">${key ? '◆ ' : ''}<bdi>${task.name}</bdi>${task.marks === '' ? '' : ` – ${task.marks}`}</span>${task.ref === task.name ? '' : html` <span class="m">${task.ref}</span>`}</td>${isFull ? html`<td class="m"><bdi>${task.subcontractor}</bdi></td>` : ''}<td class="m"><bdi>${task.place}</bdi>${isFull ? '' : screen}</td>${isFull ? html`<td${ready === 'no' ? raw(' class="x"') : ''}><span${kind === 'page' ? raw(' class="w"') : ''}>${words}</span>${screen}</td>` : ''}${task.cells.map((index, day) => dayCell(page.cells[index], page.days[day]?.kind))}</tr>
`;
}

function statusHtml({ status }: AnsweredTask): Markup | string {
  return status.text === '' ? '' : html`<span class="st ${status.kind}">${status.text}</span>`;
}

/** What the print has no room for. */
function onScreen(
  task: AnsweredTask,
  { page, kind, view }: Pick<WeekPage, 'page' | 'kind' | 'view'>,
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
  const responsible = kind === 'page' && owner !== undefined ? html` · owner ${askHtml(owner)}` : '';
  return html`<div class="s m${responsible === '' ? '' : ' ask'}">${facts.join(' · ')}${responsible}</div>${answerHtml(task)}${kind === 'page' ? html`${needsHtml(task)}${missing.map(missingHtml)}` : ''}`;
}

function answerHtml({ answer }: AnsweredTask): Markup | string {
  if (answer === undefined) return '';
  const isRefused = answer.words.startsWith('✗');
  return html`<div class="s"><b${isRefused ? raw(' class="x"') : ''}>${answer.words}</b></div>`;
}

function peopleADay({ cells }: AnsweredTask, page: AnsweredPage): number {
  return Math.max(0, ...cells.map((index) => page.cells[index]?.people ?? 0));
}

function missingHtml({ says, ask, isGap }: AnsweredTask['missing'][number]): Markup {
  return html`<div class="s${ask?.link === undefined ? '' : ' ask'}"><b class="${isGap ? '' : 'x'}">${isGap ? '?' : '✗'}</b> ${says}${ask === undefined ? '' : html`. Ask ${askHtml(ask)}`}</div>`;
}

function dayCell(cell: AnsweredPage['cells'][number] | undefined, kind: string | undefined): Markup {
  const style = cell?.status ?? (cell?.kind === 'off' || cell?.kind === 'was' ? cell.kind : '');
  return html`<td class="d${style || kind === 'dayOff' ? ` ${style || 'offday'}` : ''}">${cell?.text ?? ''}</td>`;
}

function peopleRow(tasks: readonly AnsweredTask[], page: AnsweredPage, title: string): Markup {
  return html`<tr class="p"><th colspan="4">${title}</th>${page.days.map((_, index) => html`<td class="d">${peopleOnDay(tasks, page, index) || '–'}</td>`)}</tr>
`;
}

const { ink, muted, hairline, heavyRule, link, paper, group, ground, bad, attention, attentionEdge } =
  palette;

const statusRules = Object.entries(statusPalette).map(
  ([kind, { fill, text }]) => `.${kind}{background:#${fill};color:#${text}}`,
);

/**
 * Phone first, and on paper the wall. One table serves both: on a screen its rows are blocks, of which those of the chosen
 * day are shown; on paper days are columns. On touch screens the targets of links, 44 px high, reach over the lines around
 * them, so two of them stand apart.
 */
const pageStyle = `
:root{color-scheme:light dark;--ink:#${ink};--muted:#${muted};--line:#${hairline};--rule:#${heavyRule};--link:#${link};--paper:#${paper};--band:#${group};--ground:#${ground};--bad:#${bad};--note:#${attention};--edge:#${attentionEdge}}
*{box-sizing:border-box}
body{margin:0 auto;padding:0 0 3rem;max-width:46rem;background:var(--paper);color:var(--ink);font:1rem/1.4 system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
header,main>p,main>h2,.picks,footer{margin:.6rem 1rem}
h1{font-size:1.5rem;line-height:1.2;margin:1rem 0 .3rem}
h2{font-size:1.2rem}
p{margin:.3rem 0}
a{color:var(--link)}
.m,footer{color:var(--muted);font-size:.9rem}
.note{border-left:4px solid var(--edge);background:var(--note);padding:.5rem .7rem}
.old{border-color:var(--bad);font-weight:600}
.days{display:grid;grid-template-columns:repeat(7,1fr);font-size:min(1rem,4.2vw);border-bottom:3px solid var(--rule);background:var(--paper)}
.days a{position:relative;padding:.5rem .1rem;text-align:center;text-decoration:none;color:inherit;line-height:1.25;min-height:44px}
.days b{display:block;font-size:1.2em}
.v{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.days .mon{grid-column:1}
.days .off{background:var(--ground)}
.days a[aria-current]{background:var(--rule);color:var(--paper)}
.days .wide{grid-column:span 4;padding:.7rem .1rem}
.days .wide:last-child{grid-column:span 3}
.picks{display:flex;flex-wrap:wrap;column-gap:1.2rem;align-items:start}
details[open]{flex-basis:100%}
summary{padding:.7rem 0;cursor:pointer}
.list a,.pick{display:inline-block;padding:.7rem .8rem .7rem 0}
nav .pick{padding:.7rem .3rem;margin:0 -.3rem}
.pick[aria-current]{color:inherit;font-weight:700;text-decoration:none;box-shadow:inset 0 -3px var(--rule)}
.act{display:block;min-height:48px;padding:.7rem 1rem;border-radius:.5rem;background:var(--link);color:var(--paper);font-weight:700;text-align:center;text-decoration:none}
.nt{white-space:pre-line}
a:focus-visible,summary:focus-visible{outline:3px solid var(--edge);outline-offset:-3px}
.st{float:right;margin-left:.5rem;padding:.05rem .5rem;border-radius:.3rem;font-weight:600;font-size:.9rem}
@media (pointer:coarse){.t a{display:inline-block;padding:.7rem 0;margin:-.7rem 0}.t .m a{padding:.75rem 0;margin:-.75rem 0}.ask+.ask{margin-top:1.5rem}footer a{display:inline-block;padding:.75rem 0;margin:-.75rem 0}footer p{margin:1.5rem 0}}
b.x,.x>span{color:var(--bad);font-weight:600}
${statusRules.join('\n')}
@media screen{
table,tbody,tr,td,th{display:block}
table{margin:0 1rem}
thead,.p,.w,colgroup,section{display:none}
section.on{display:block}
tr{display:none}
tr.on{display:block}
h3{background:var(--band);padding:.5rem .7rem;margin:.8rem 1rem 0;font-size:1rem}
.t{padding:.7rem 0;border-bottom:1px solid var(--line)}
.t td{padding:0 .7rem}
.n{font-weight:400}.k .n{font-weight:700}
td.d,.qr,.pr{display:none}
}
@media screen and (prefers-color-scheme:dark){
:root{--ink:#E8EDF2;--muted:#A9B5C1;--line:#33404D;--rule:#BFD4EA;--link:#9CC7F5;--paper:#11171E;--band:#1F2A36;--ground:#1A232D;--bad:#FFB4AB;--note:#3A2F17;--edge:#D9A441}
}
@media print{
@page{size:landscape;margin:9mm 9mm 12mm;@bottom-right{content:"Page " counter(page) " of " counter(pages);font:8pt sans-serif}}
body{max-width:none;padding:0;font-size:8.5pt;line-height:1.2}
header{margin:0 0 2mm}
h1{font-size:22pt;margin:0}
header p{font-size:13pt}
header .note{display:flow-root;font-size:9pt}
nav.days,.s,.st,footer,main>h2,.f{display:none}
.m{font-size:inherit;color:inherit}
header .m{font-size:11pt}
.c1{width:26%}.c2{width:12%}
main{clear:both}
main>p{margin:0 0 1mm}
table{width:100%;border-collapse:separate;border-spacing:0;table-layout:fixed}
thead{display:table-header-group}
tr{break-inside:avoid}
th,td{padding:.8mm 1mm;text-align:left;vertical-align:middle;border-bottom:.2mm solid #${hairline}}
thead,h3{break-inside:avoid}
tr:first-child,.p{break-before:avoid}
section{margin-bottom:2mm}
h3{position:relative;z-index:1;width:26%;margin:0 0 -1.3em;line-height:1.3;padding:0 1mm;background:#${group};font-size:1.3em;break-after:avoid;white-space:nowrap}
thead th{border-bottom:.4mm solid #${heavyRule}}
.h th{border:0;color:#${muted};font-size:.88em;font-weight:400;padding:0 1mm;line-height:1.3;vertical-align:top}
.h th:first-child{background:#${group};color:inherit;font-size:1.3em;font-weight:700;white-space:nowrap}
.h span{margin-right:1mm;white-space:nowrap}
.long .c1,.long h3{width:17%}.long h3,.long .h th:first-child{font-size:1em}.long .c2{width:8%}.long th{font-size:7pt}.long .d{font-size:5.5pt;font-weight:400;white-space:normal}
.k .n{font-weight:700}
.d{text-align:center;border-left:.2mm solid #${hairline};padding:.8mm 0;white-space:nowrap}
td.d{font-weight:600}
.offday{background:#${ground}}
.off{color:#${muted};background:#ECEFF2}
.was{border:.3mm dotted #${muted}}
.qr{float:right;width:60mm;margin:0 0 2mm 4mm;text-align:center;font-size:9pt}
.qr svg{width:60mm;height:60mm;display:block}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
}
@media print and (min-width:330mm){body{font-size:12pt}h1{font-size:34pt}header p{font-size:18pt}header .m{font-size:15pt}header .note{font-size:12pt}.long{font-size:9pt}.long th{font-size:9pt}.long .d{font-size:7.5pt}}
`;

export const weekHeaders = pageHeaders(pageStyle, "'none'");
