/** The answer page of a cut as HTML: one request, no script, and everything in it is text. */
import { html, raw } from 'hono/html';
import { type Markup, markupText } from '#base/text/markup.ts';
import { hoursText } from '#lookahead/dates/shift-hours.ts';
import { isAboutPromise } from '#lookahead/promises/answer.ts';
import { capitalised } from '#lookahead/text/clean-text.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import type { Later } from '#pages/find-later.ts';
import { laterWords } from '#pages/later-words.ts';
import { pageHead } from '#pages/page-head.ts';
import type { PageTask, Questions, StoredPage } from '#pages/stored-page.ts';
import { askHtml, needsHtml } from '#pages/task-html.ts';
import { maxNameLength, maxNoteLength } from './answer-form.ts';
import { answerStyle } from './answer-style.ts';
import { type AnswerBlock, type AnswerView, type Outcome, outcomeWords } from './take-answers.ts';

export type AnswerPage = {
  readonly page: StoredPage;
  readonly questions: Questions;
  readonly view: AnswerView;
  /** The link of the week page. */
  readonly week: string;
  readonly later: (Later & { readonly link: string | undefined }) | undefined;
};

export function answerPage(of: AnswerPage): string {
  const { page, questions, view, later } = of;
  const { blocks, outcome } = view;
  const tasks = new Map(page.tasks.map((task) => [task.id, task]));
  const past = blocks.slice(0, blocks.length - questions.tasks.length);
  const own = blocks.slice(past.length);
  const toConfirm = past.filter(({ notAsked }) => notAsked === undefined);
  const open = own.filter(({ asks }) => asks === 'promise');
  const draw = (some: readonly AnswerBlock[]) =>
    some.map((block) =>
      blockHtml(block, { place: blocks.indexOf(block), task: tasks.get(block.question.id), of }),
    );
  return documentOf(
    `${questions.cut.name} – ${page.project.name}`,
    html`<header>
<h1><bdi>${questions.cut.name}</bdi></h1>
<p class="m"><bdi>${page.project.name}</bdi> · ${page.revision}</p>
<p>${closesWords(view, questions)}</p>
${outcome === undefined ? '' : outcomeHtml(outcome, view, of)}${soFarHtml(view, of)}${toConfirmHtml(toConfirm, of)}${
  later?.kind === 'revision'
    ? html`<p class="say">${laterWords(page, later)}${later.link === undefined ? '' : html` <a href="${later.link}">Answer that one</a>`}</p>`
    : ''
}</header>
<form method="post"><button class="first" tabindex="-1" aria-hidden="true">Send</button>
<main>
<h2>${open.length > 0 ? `Promise ${questions.weekName}` : capitalised(questions.weekName)}</h2>
<p class="m">${page.dates} · ${countText(own.length, 'task')}</p>
${own.length === 0 ? html`<p>None of your tasks has a day in this week.</p>` : ''}${
  open.length > 1
    ? html`<button class="all" name="fill" value="1" formnovalidate>Promise all ${open.length}</button>
<p class="m">It only fills in the answers. Nothing is sent before you press Send.</p>`
    : ''
}
${draw(own)}
${
  past.length === 0
    ? ''
    : html`<h2 id="close">Close ${questions.toClose?.weekName}</h2>
<p class="m">${toConfirm.length === 0 ? 'Nothing to answer.' : `${countText(toConfirm.length, 'task')}: was it done?`}</p>
${draw(toConfirm)}${past.map(notAskedHtml)}`
}<p class="m">Your name and what you answer are shown in the workbooks and mails of this project. Names and notes are removed after ${questions.nameDays} days. Whoever has this link can answer for <bdi>${questions.cut.name}</bdi>; this page does not show who did.</p>
<p class="m"><a href="${of.week}">The plan of ${questions.weekName}, day by day</a>, with your answers · Questions: ${askHtml(page.contact)}</p>
</main>
<footer><div><label>Your name<input type="text" name="name" value="${view.name}" maxlength="${maxNameLength}" autocomplete="name" required></label><button>Send</button></div></footer>
<input type="hidden" name="nonce" value="${view.nonce}">
</form>`,
  );
}

/** Drawn from what was sent alone, where not even the page can be read: sent again, it is stored. */
export function sendAgainPage(fields: URLSearchParams, status: 503 | 429): string {
  const hidden = [...fields].filter(([name]) => name !== 'name' && name !== 'fill');
  return documentOf(
    'Not stored yet',
    html`<header><h1>Not stored yet</h1>
<p class="say err" role="alert">${status === 503 ? outcomeWords.failed : tooOftenWords} Nothing that you chose or wrote is lost: it is in this page.</p></header>
<form method="post">${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<footer><div><label>Your name<input type="text" name="name" value="${fields.get('name') ?? ''}" autocomplete="name"></label><button>Send again</button></div></footer>
</form>`,
  );
}

function documentOf(title: string, body: Markup): string {
  return markupText(html`${pageHead(title, answerStyle)}${body}
</body>
</html>
`);
}

function closesWords({ isClosed }: AnswerView, { closes }: Questions): Markup {
  return isClosed
    ? html`<b>Promises closed ${closes.label}.</b> Say here what was done, or what will not be. A promise from now on is marked late.`
    : html`<b>Answer until ${closes.label}.</b> You can change it until then.`;
}

const tooOftenWords = 'An answer page was sent very often in the last minute. Press Send again in a minute.';

function outcomeHtml(outcome: Outcome, view: AnswerView, { questions }: AnswerPage): Markup {
  if (outcome.kind !== 'stored') {
    const faulty = view.blocks.findIndex(({ problem }) => problem !== undefined);
    const tone = { filled: '', 'nothing new': 'ok', test: '' }[String(outcome.kind)] ?? 'err';
    return html`<p class="say ${tone}" role="${tone === 'err' ? 'alert' : 'status'}">${outcomeWords[outcome.kind]}${faulty === -1 ? '' : html` <a href="#b${faulty}">Go to the first</a>`}</p>`;
  }
  const byWord = Map.groupBy(outcome.entries, ({ says }) => saidWords[says]);
  const said = Array.from(byWord, ([word, own]) => `${own.length} ${word}`).join(', ');
  const until = view.isClosed ? '' : ` You can change it until ${questions.closes.label}.`;
  return html`<p class="say ok" role="status"><b>Stored: ${said}.</b>${until}</p>`;
}

/** `Answered so far for week 48: 5 promised, 1 not as planned, 1 not answered.`; nothing before the first answer. */
function soFarHtml({ blocks }: AnswerView, { questions }: AnswerPage): Markup | string {
  const own = blocks.filter(({ question }) => question.week === questions.week);
  const byWord = Map.groupBy(own, ({ standing }) => {
    const last = standing.at(-1);
    return last === undefined ? 'not answered' : saidWords[last.entry.says];
  });
  if (byWord.size === 0 || byWord.get('not answered')?.length === own.length) return '';
  const counts = Array.from(byWord, ([word, all]) => `${all.length} ${word}`).join(', ');
  return html`<p>Answered so far for ${questions.weekName}: ${counts}.</p>`;
}

/** The tasks to confirm come after those to promise, screens below. */
function toConfirmHtml(
  toConfirm: readonly AnswerBlock[],
  { questions: { toClose: lastWeek } }: AnswerPage,
): Markup | string {
  const open = toConfirm.filter(({ standing }) => standing.length === 0).length;
  return open === 0
    ? ''
    : html`<p><a href="#close">And close ${lastWeek?.weekName}: was ${countText(open, 'task')} done?</a></p>
`;
}

type Drawing = {
  readonly place: number;
  /** Undefined for a task of last week. */
  readonly task: PageTask | undefined;
  readonly of: AnswerPage;
};

const choices = {
  promise: [
    ['promise', 'We will do it'],
    ['decline', 'Not as planned'],
  ],
  done: [
    ['done', 'Done'],
    ['undone', 'Not done'],
  ],
} as const;

function blockHtml(block: AnswerBlock, { place, task, of }: Drawing): Markup {
  const { asks, typed, isNoted, problem, question } = block;
  const past = of.questions.toClose?.tasks.find(({ id }) => id === question.id);
  const isPast = question.week !== of.questions.week;
  const { name = '', ref = '' } = (isPast ? past : task) ?? {};
  const about = isPast
    ? [past?.planned, past?.place, ref === name ? '' : ref]
    : [task?.dates, shiftWords(task, of), task?.place, ref === name ? '' : ref];
  return html`<fieldset${problem === undefined ? '' : raw(` id="b${place}"`)}><legend><bdi>${name}</bdi></legend>
<p class="m">${about.filter((part) => part !== undefined && part !== '').join(' · ')}</p>
${isPast || asks === 'done' || task === undefined ? '' : html`${needsHtml(task)}${task.missing.filter(({ isGap }) => !isGap).map(missingHtml)}`}${standingHtml(block, of)}${
  asks === 'promise' && question.people !== undefined && question.people > 0
    ? html`<label class="people">people per day <input type="number" name="p${place}" value="${typed.people}" min="0" step="any" inputmode="decimal"> planned ${question.people}</label>`
    : ''
}
<div class="two">${choices[asks].map(
    ([value, words], index) =>
      html`<label${index === 1 ? raw(' class="no"') : ''}><input type="radio" name="a${place}" value="${value}"${typed.choice === value ? raw(' checked') : ''}>${words}</label>`,
  )}</div>${
    problem === undefined
      ? ''
      : html`
<p class="x" role="alert">${problem}</p>`
  }
<div class="more"><label>Why<select name="r${place}"><option value="">Choose a reason</option>${of.questions.reasons.map(
    (reason) => html`<option${reason === typed.reason ? raw(' selected') : ''}>${reason}</option>`,
  )}</select></label><label>${asks === 'promise' ? 'From when instead' : 'Done by when'}<input type="date" name="f${place}" value="${typed.from}"></label><label>Note<textarea name="n${place}" rows="2" maxlength="${maxNoteLength}">${typed.note}</textarea>${isNoted ? html`<span>A note is stored; write a new one to replace it.</span>` : ''}</label></div>${typed.shown === '' ? '' : html`<input type="hidden" name="s${place}" value="${typed.shown}">`}
</fieldset>`;
}

function notAskedHtml({ question, notAsked }: AnswerBlock): Markup | string {
  return notAsked === undefined
    ? ''
    : html`<p class="m">Not asked whether it was done: <bdi>${question.name}</bdi>, ${notAsked}.</p>
`;
}

/** `night shift, 21:00–05:00` */
function shiftWords(task: PageTask | undefined, { page }: AnswerPage): string {
  const { hours } = page.shifts.find(({ name }) => name === task?.shift) ?? {};
  return [task?.shift.toLowerCase(), ...(hours === undefined ? [] : [hoursText(hours)])].join(', ');
}

function missingHtml({ says, ask }: PageTask['missing'][number]): Markup {
  return html`<p class="x">✗ ${says}${ask === undefined ? '' : html`. Ask ${askHtml(ask)}`}</p>`;
}

const saidWords = {
  promise: 'promised',
  decline: 'not as planned',
  done: 'done',
  undone: 'not done',
} as const;

/** `Answered Sat 21 Nov, 10:12: promised. Before: not as planned, Fri 20 Nov, 18:40.` */
function standingHtml({ standing, question }: AnswerBlock, { page }: AnswerPage): Markup | string {
  const last = standing.at(-1);
  if (last === undefined) return '';
  const { entry, at, isLate } = last;
  const before = standing.findLast((one) => one.entry.says !== entry.says);
  const isMoved = entry.start !== question.start || entry.finish !== question.finish;
  const earlier =
    before === undefined ? '' : ` Before: ${saidWords[before.entry.says]}, ${timeText(before.at, page)}.`;
  return html`<p class="m">Answered ${timeText(at, page)}: ${saidWords[entry.says]}${isLate && isAboutPromise(entry) ? ', late' : ''}${isMoved ? ', for other dates' : ''}${entry.noted ? ', with a note' : ''}.${earlier}</p>`;
}

/** `Sat 21 Nov, 10:12` in the project's zone. */
function timeText(instant: string, { project }: StoredPage): string {
  const at = new Date(instant);
  const part = (options: Intl.DateTimeFormatOptions) =>
    at.toLocaleString('en-GB', { timeZone: project.timeZone, ...options });
  const day = part({ weekday: 'short', day: 'numeric', month: 'short' }).replaceAll(',', '');
  return `${day}, ${part({ hour: '2-digit', minute: '2-digit' })}`;
}
