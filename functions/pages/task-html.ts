/** Parts of a task that the week page and the answer page show alike. */
import { html } from 'hono/html';
import type { Markup } from '#base/text/markup.ts';
import type { PageAsk, PageTask } from './stored-page.ts';

/** Characters of notes, seven lines of a phone; the rest is one tap away. */
const beginOfNotes = /^(?:.{1,300}(?!\S)|.{300})/su;

export function askHtml({ name, link }: PageAsk): Markup {
  return link === undefined ? html`<bdi>${name}</bdi>` : html`<a href="${link}">${name}</a>`;
}

/** Notes, plant and materials, which a foreman must know before promising. */
export function needsHtml({ notes = '', plant, materials }: PageTask): Markup {
  const [first = ''] = beginOfNotes.exec(notes) ?? [];
  const rest = notes.slice(first.length).trim();
  return html`${notes === '' ? '' : html`<div class="s nt">${first}${rest === '' ? '' : html`<details><summary>more</summary>${rest}</details>`}</div>`}${
    plant === undefined ? '' : html`<div class="s">Plant: ${plant}</div>`
  }${materials === undefined ? '' : html`<div class="s">Materials: ${materials}</div>`}`;
}
