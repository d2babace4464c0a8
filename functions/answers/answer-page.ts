/** Draws the answer page of an audience as HTML: one request, no script, and all content is escaped text. */

import { html, raw } from 'hono/html';
import { type Markup, markupText } from '#base/text/markup.ts';
import { palette } from '#display/colors.ts';
import { hoursText } from '#lookahead/dates/shift-hours.ts';
import { isPromiseOrDecline } from '#lookahead/promises/answer.ts';
import { capitalised } from '#lookahead/text/clean-text.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { type LaterRevisionOrReport, laterPageText } from '#pages/find-later.ts';
import { contactHtml, notesAndResourcesHtml, pageHead, pageHeaders } from '#pages/page-html.ts';
import type { PageQuestions, PageTask, StoredPage } from '#pages/stored-page.ts';
import { maxAnswererNameLength, maxNoteLength } from './answer-form.ts';
import {
  type AnswerBlock,
  type AnswerFormOutcome,
  type AnswerPageContent,
  formOutcomeTexts,
} from './take-answers.ts';

export type AnswerPageInput = {
  readonly page: StoredPage;
  readonly questions: PageQuestions;
  readonly view: AnswerPageContent;
  /** Link to the week page. */
  readonly week: string;
  readonly later: (LaterRevisionOrReport & { readonly link: string | undefined }) | undefined;
};

export function answerPage(of: AnswerPageInput): string {
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
    ? html`<p class="say">${laterPageText(page, later)}${later.link === undefined ? '' : html` <a href="${later.link}">Answer that one</a>`}</p>`
    : ''
}</header>
<form method="post"><button class="first" tabindex="-1" aria-hidden="true">Send</button>
<main>
<h2>${open.length > 0 ? `Promise ${questions.weekName}` : capitalised(questions.weekName)}</h2>
<p class="m">${page.dates} · ${countText(own.length, 'task')}</p>
${own.length === 0 ? html`<p>None of your tasks is planned in this week.</p>` : ''}${
  open.length > 1
    ? html`<button class="all" name="fill" value="1" formnovalidate>Promise all ${open.length}</button>
<p class="m">This only fills in the answers. Nothing is sent until you press Send.</p>`
    : ''
}
${draw(own)}
${
  past.length === 0
    ? ''
    : html`<h2 id="close">Close ${questions.toClose?.weekName}</h2>
<p class="m">${toConfirm.length === 0 ? 'Nothing to answer.' : `${countText(toConfirm.length, 'task')}: done or not?`}</p>
${draw(toConfirm)}${past.map(notAskedHtml)}`
}<p class="m">Your name and answers are shown in the workbooks and mails of this project. Names and notes are removed after ${questions.nameDays} days. Anyone with this link can answer for <bdi>${questions.cut.name}</bdi>; this page does not show who did.</p>
<p class="m"><a href="${of.week}">The plan of ${questions.weekName}, day by day</a>, with your answers · Questions: ${contactHtml(page.contact)}</p>
</main>
<footer><div><label>Your name<input type="text" name="name" value="${view.name}" maxlength="${maxAnswererNameLength}" autocomplete="name" required></label><button>Send</button></div></footer>
<input type="hidden" name="nonce" value="${view.nonce}">
</form>`,
  );
}

/**
 * A page made from the form alone, for when the archive failed or the form was sent too often. Its button sends the
 * same form again.
 */
export function sendAgainPageHtml(fields: URLSearchParams, status: 503 | 429): string {
  const hidden = [...fields].filter(([name]) => name !== 'name' && name !== 'fill');
  return documentOf(
    'Not stored yet',
    html`<header><h1>Not stored yet</h1>
<p class="say err" role="alert">${status === 503 ? formOutcomeTexts.failed : tooOftenWords} Nothing that you chose or typed is lost: this page keeps it.</p></header>
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

function closesWords({ isClosed }: AnswerPageContent, { closes }: PageQuestions): Markup {
  return isClosed
    ? html`<b>Promises closed on ${closes.label}.</b> Report here what was done, or what you cannot do. A promise from now on is marked late.`
    : html`<b>Please answer by ${closes.label}.</b> You can change your answers until then.`;
}

const tooOftenWords = 'Too many answers were sent in the last minute. Press Send again in a minute.';

function outcomeHtml(
  outcome: AnswerFormOutcome,
  view: AnswerPageContent,
  { questions }: AnswerPageInput,
): Markup {
  if (outcome.kind !== 'stored') {
    const faulty = view.blocks.findIndex(({ problem }) => problem !== undefined);
    const tone = { filled: '', 'nothing new': 'ok', test: '' }[String(outcome.kind)] ?? 'err';
    return html`<p class="say ${tone}" role="${tone === 'err' ? 'alert' : 'status'}">${formOutcomeTexts[outcome.kind]}${faulty === -1 ? '' : html` <a href="#b${faulty}">Go to the first</a>`}</p>`;
  }
  const byWord = Map.groupBy(outcome.entries, ({ says }) => saidWords[says]);
  const said = Array.from(byWord, ([word, own]) => `${own.length} ${word}`).join(', ');
  const until = view.isClosed ? '' : ` You can change your answers until ${questions.closes.label}.`;
  return html`<p class="say ok" role="status"><b>Stored: ${said}.</b>${until}</p>`;
}

/** `Answered so far for week 48: 5 promised, 1 not as planned, 1 not answered.`; empty before the first answer. */
function soFarHtml({ blocks }: AnswerPageContent, { questions }: AnswerPageInput): Markup | string {
  const own = blocks.filter(({ question }) => question.week === questions.week);
  const byWord = Map.groupBy(own, ({ standing }) => {
    const last = standing.at(-1);
    return last === undefined ? 'not answered' : saidWords[last.entry.says];
  });
  if (byWord.size === 0 || byWord.get('not answered')?.length === own.length) return '';
  const counts = Array.from(byWord, ([word, all]) => `${all.length} ${word}`).join(', ');
  return html`<p>Answered so far for ${questions.weekName}: ${counts}.</p>`;
}

/** A link to the tasks to confirm, several screens below, after the tasks to promise. */
function toConfirmHtml(
  toConfirm: readonly AnswerBlock[],
  { questions: { toClose: lastWeek } }: AnswerPageInput,
): Markup | string {
  const open = toConfirm.filter(({ standing }) => standing.length === 0).length;
  return open === 0
    ? ''
    : html`<p><a href="#close">Close ${lastWeek?.weekName} too: ${countText(open, 'task')} to answer</a></p>
`;
}

type BlockContext = {
  readonly place: number;
  /** Undefined for a task of last week. */
  readonly task: PageTask | undefined;
  readonly of: AnswerPageInput;
};

const answerChoices = {
  promise: [
    ['promise', 'We will do it'],
    ['decline', 'Not as planned'],
  ],
  done: [
    ['done', 'Done'],
    ['undone', 'Not done'],
  ],
} as const;

function blockHtml(block: AnswerBlock, { place, task, of }: BlockContext): Markup {
  const { asks, typed, isNoted, problem, question } = block;
  const past = of.questions.toClose?.tasks.find(({ id }) => id === question.id);
  const isPast = question.week !== of.questions.week;
  const { name = '', ref = '' } = (isPast ? past : task) ?? {};
  const about = isPast
    ? [past?.planned, past?.place, ref === name ? '' : ref]
    : [task?.dates, shiftWords(task, of), task?.place, ref === name ? '' : ref];
  return html`<fieldset${problem === undefined ? '' : raw(` id="b${place}"`)}><legend><bdi>${name}</bdi></legend>
<p class="m">${about.filter((part) => part !== undefined && part !== '').join(' · ')}</p>
${isPast || asks === 'done' || task === undefined ? '' : html`${notesAndResourcesHtml(task)}${task.missing.filter(({ isGap }) => !isGap).map(constraintHtml)}`}${standingHtml(block, of)}${
  asks === 'promise' && question.people !== undefined && question.people > 0
    ? html`<label class="people">people per day <input type="number" name="p${place}" value="${typed.people}" min="0" step="any" inputmode="decimal"> planned ${question.people}</label>`
    : ''
}
<div class="two">${answerChoices[asks].map(
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
function shiftWords(task: PageTask | undefined, { page }: AnswerPageInput): string {
  const { hours } = page.shifts.find(({ name }) => name === task?.shift) ?? {};
  return [task?.shift.toLowerCase(), ...(hours === undefined ? [] : [hoursText(hours)])].join(', ');
}

function constraintHtml({ says, ask }: PageTask['missing'][number]): Markup {
  return html`<p class="x">✗ ${says}${ask === undefined ? '' : html`. Ask ${contactHtml(ask)}`}</p>`;
}

const saidWords = {
  promise: 'promised',
  decline: 'not as planned',
  done: 'done',
  undone: 'not done',
} as const;

/** `Answered Sat 21 Nov, 10:12: promised. Before: not as planned, Fri 20 Nov, 18:40.` */
function standingHtml({ standing, question }: AnswerBlock, { page }: AnswerPageInput): Markup | string {
  const last = standing.at(-1);
  if (last === undefined) return '';
  const { entry, at, isLate } = last;
  const before = standing.findLast((one) => one.entry.says !== entry.says);
  const isMoved = entry.start !== question.start || entry.finish !== question.finish;
  const earlier =
    before === undefined
      ? ''
      : ` Before: ${saidWords[before.entry.says]}, ${answeredAtText(before.at, page)}.`;
  return html`<p class="m">Answered ${answeredAtText(at, page)}: ${saidWords[entry.says]}${isLate && isPromiseOrDecline(entry) ? ', late' : ''}${isMoved ? ', for other dates' : ''}${entry.noted ? ', with a note' : ''}.${earlier}</p>`;
}

/** `Sat 21 Nov, 10:12` in the project's time zone. */
function answeredAtText(instant: string, { project }: StoredPage): string {
  const at = new Date(instant);
  const part = (options: Intl.DateTimeFormatOptions) =>
    at.toLocaleString('en-GB', { timeZone: project.timeZone, ...options });
  const day = part({ weekday: 'short', day: 'numeric', month: 'short' }).replaceAll(',', '');
  return `${day}, ${part({ hour: '2-digit', minute: '2-digit' })}`;
}

const { ink, muted, hairline, heavyRule, link, paper, group, bad, attention, attentionEdge } = palette;

const answerStyle = `
:root{color-scheme:light dark;--ink:#${ink};--muted:#${muted};--line:#${hairline};--edge:#6B7885;--rule:#${heavyRule};--link:#${link};--paper:#${paper};--wash:#${group};--yes:#1B6B34;--yesw:#E0F3E5;--bad:#${bad};--badw:#FBE7E5;--note:#${attention};--noteedge:#${attentionEdge}}
*{box-sizing:border-box}
html{scroll-padding:1rem 0 6.5rem}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.4 system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
header,main,footer>div{max-width:36rem;margin:auto;padding:0 1rem}
header{padding-top:1rem}
h1{font-size:1.35rem;line-height:1.2;margin:0 0 .2rem}
h2{font-size:1.2rem;margin:1.8rem 0 .2rem}
p{margin:.2rem 0}
a{color:var(--link);display:inline-flex;align-items:center;min-height:44px}
.m{color:var(--muted);font-size:.95rem}
.x{color:var(--bad);font-weight:600;font-size:.95rem}
.say{border-left:4px solid var(--noteedge);background:var(--note);padding:.6rem .8rem;margin:.8rem 0}
.ok{border-color:var(--yes);background:var(--yesw)}
.err{border-color:var(--bad);background:var(--badw)}
.nt{white-space:pre-line}
summary{min-height:44px;padding:.7rem 0;cursor:pointer}
fieldset{border:0;border-top:1px solid var(--line);margin:.8rem 0 0;padding:.8rem 0 0;min-width:0}
fieldset+.m{margin-top:1.5rem}
legend{float:left;width:100%;padding:0;font-weight:600}
legend+*{clear:both}
.two{display:grid;grid-template-columns:1fr 1fr;gap:.5rem;margin-top:.6rem}
.two label{position:relative;display:flex;align-items:center;justify-content:center;min-height:3rem;border:1.5px solid var(--edge);border-radius:.5rem;font-weight:600;text-align:center;line-height:1.2;padding:.25rem}
.two input{position:absolute;opacity:0;inset:0;width:100%;height:100%;margin:0}
.two label:has(:checked){--own:var(--yes);border-color:var(--own);box-shadow:inset 0 0 0 1.5px var(--own);background:var(--yesw);color:var(--own)}
.two .no:has(:checked){--own:var(--bad);background:var(--badw)}
.two label:has(:checked)::after{content:"✓";position:absolute;top:-.6rem;right:-.4rem;width:1.4rem;height:1.4rem;border-radius:50%;background:var(--own);color:var(--paper);font-size:.9rem;line-height:1.4rem}
.two .no:has(:checked)::after{content:"✗"}
.two label:has(:focus-visible),button:focus-visible,a:focus-visible{outline:3px solid var(--noteedge);outline-offset:2px}
@supports not selector(:has(*)){.two input{position:static;opacity:1;width:auto;height:auto;margin-right:.5rem}}
.more{background:var(--wash);border-radius:.5rem;padding:.7rem;margin-top:.5rem;display:grid;gap:.6rem}
@supports selector(:has(*)){fieldset:not(:has(.no :checked)) .more{display:none}}
.more label{display:grid;gap:.2rem;font-size:.95rem}
select,textarea,input[type=text],input[type=date],input[type=number]{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--edge);border-radius:.4rem;min-height:44px;padding:.4rem .6rem;width:100%}
.people{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin-top:.5rem;font-size:.95rem;color:var(--muted)}
.people input[type]{width:5rem;color:var(--ink)}
button{font:inherit;font-weight:700;min-height:3rem;border-radius:.5rem;padding:0 1.3rem}
.all{display:block;width:100%;border:1.5px solid var(--yes);background:transparent;color:var(--yes);margin-top:.6rem}
.first{position:absolute;width:1px;height:1px;padding:0;border:0;opacity:0}
footer{position:sticky;bottom:0;background:var(--paper);border-top:1px solid var(--line);padding:.6rem 0;margin-top:1.5rem}
footer label{display:grid;font-size:.85rem;color:var(--muted)}
footer>div{display:grid;grid-template-columns:1fr auto;gap:.5rem;align-items:end}
footer button{border:0;background:var(--link);color:var(--paper)}
@media (prefers-color-scheme:dark){
:root{--ink:#E8EDF2;--muted:#A9B5C1;--line:#33404D;--edge:#8492A0;--rule:#BFD4EA;--link:#9CC7F5;--paper:#11171E;--wash:#1F2A36;--yes:#8FE0A6;--yesw:#173322;--bad:#FFB4AB;--badw:#3A1D1B;--note:#3A2F17;--noteedge:#D9A441}
}
@media (max-height:25rem){html{scroll-padding:1rem 0}footer{position:static}}
`;

export const answerPageHeaders = pageHeaders(answerStyle, "'self'");
