import { html, raw } from 'hono/html';
import type { Markup } from '#base/text/markup.ts';

/** What a page has before the content of its body. Phones make no links of numbers and dates. */
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
