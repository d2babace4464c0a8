/** Parts that the week page and the answer page share: headers, the head of the page, contacts, needs of a task. */

import { html, raw } from 'hono/html';
import { sha256Of } from '#base/digest.ts';
import type { Markup } from '#base/text/markup.ts';
import type { PageContact, PageTask } from './stored-page.ts';

export const linkResponseHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
} as const;

/** 300 characters: seven lines on a phone. The rest is one tap away. */
const beginOfNotes = /^(?:.{1,300}(?!\S)|.{300})/su;

/** The beginning of a page, up to its content. Asks phones not to turn numbers and dates into links. */
export function pageHead(title: string, style: string): Markup {
  return html`<!DOCTYPE html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
`;
}

/** The person to ask, as a mail link if there is an address. */
export function contactHtml({ name, link }: PageContact): Markup {
  return link === undefined ? html`<bdi>${name}</bdi>` : html`<a href="${link}">${name}</a>`;
}

/** Notes, plant and materials, which a foreman needs before promising. */
export function notesAndResourcesHtml({ notes = '', plant, materials }: PageTask): Markup {
  const [first = ''] = beginOfNotes.exec(notes) ?? [];
  const rest = notes.slice(first.length).trim();
  return html`${notes === '' ? '' : html`<div class="s nt">${first}${rest === '' ? '' : html`<details><summary>more</summary>${rest}</details>`}</div>`}${
    plant === undefined ? '' : html`<div class="s">Plant: ${plant}</div>`
  }${materials === undefined ? '' : html`<div class="s">Materials: ${materials}</div>`}`;
}

/** Headers of a page that loads nothing and has only this style. @param form `form-action` of the policy */
export function pageHeaders(style: string, form: "'none'" | "'self'"): Readonly<Record<string, string>> {
  const hash = Buffer.from(sha256Of(style), 'hex').toString('base64');
  return {
    ...linkResponseHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action ${form}; frame-ancestors 'none'`,
  };
}
