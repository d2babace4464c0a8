/**
 * Writes the body as HTML that mail programs can show: tables and inline styles, no external resources, at most
 * 640 pixels wide and readable at 320. The style sheet only adds rules for phones and dark mode, in programs that keep
 * it.
 */

import { html, raw } from 'hono/html';
import { mailtoLink } from '#base/text/mail-address.ts';
import { type Markup, markupText } from '#base/text/markup.ts';
import { palette } from '#display/colors.ts';
import type { TextWithPersonToAsk } from '#display/task-words.ts';
import type {
  DaysBlock,
  FiguresBlock,
  ItemsBlock,
  MailBlock,
  MailBody,
  MailItem,
  NoticeBlock,
  Tone,
} from './mail-body.ts';

const { ink, muted, hairline, heavyRule, link } = palette;
const font = "font-family:'Segoe UI',-apple-system,Roboto,Helvetica,Arial,sans-serif";
const tints: Readonly<Record<Tone, { fill: string; edge: string }>> = {
  calm: { fill: palette.group, edge: palette.calm },
  attention: { fill: palette.attention, edge: palette.attentionEdge },
  alarm: { fill: palette.alarm, edge: palette.bad },
};

const styleSheet = `
  body { margin: 0; padding: 0; -webkit-text-size-adjust: 100%; }
  @media (max-width: 480px) {
    .outer { padding: 0 0 24px !important; }
    .pad { padding-left: 14px !important; padding-right: 14px !important; }
    .day { font-size: 14px !important; }
    .label { font-size: 12px !important; }
  }
  @media (max-width: 340px) {
    .day { font-size: 12px !important; }
    .label { font-size: 11px !important; }
  }
  @media (prefers-color-scheme: dark) {
    .page { background: #11171E !important; }
    .card { background: #1A232D !important; border-color: #33404D !important; }
    .ink { color: #E8EDF2 !important; border-color: #33404D !important; }
    .head { color: #BFD4EA !important; border-color: #4A5A6A !important; }
    .muted { color: #A9B5C1 !important; border-color: #33404D !important; }
    .calm { background: #223142 !important; color: #E8EDF2 !important; }
    .attention { background: #3A2F17 !important; color: #F7EBD0 !important; }
    .alarm { background: #4A1F1C !important; color: #FFDAD6 !important; }
    .link { color: #9CC7F5 !important; }
    .button { background: #3B73B4 !important; }
  }
`;

export function htmlBody({ title, preview, blocks }: MailBody): string {
  const page = html`<!DOCTYPE html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${title}</title>
<style>${raw(styleSheet)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#${palette.ground}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="page" style="background:#${palette.ground}">
<tr><td class="outer" align="center" style="padding:16px 8px 32px">
${raw('<!--[if mso]><table role="presentation" width="640" cellpadding="0" cellspacing="0"><tr><td><![endif]-->')}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="card" style="max-width:640px;background:#${palette.paper};border:1px solid #${hairline};${font};font-size:15px;line-height:1.45;color:#${ink};text-align:left">
${blocks.map(blockHtml)}
</table>
${raw('<!--[if mso]></td></tr></table><![endif]-->')}
</td></tr>
</table>
</body>
</html>
`;
  return markupText(page);
}

function blockHtml(block: MailBlock): Markup {
  switch (block.kind) {
    case 'masthead':
      return html`<tr><td class="pad" style="background:#${heavyRule};color:#${palette.paper};padding:20px 24px">
<h1 style="margin:0 0 6px;font-size:22px;line-height:1.25;font-weight:600;overflow-wrap:anywhere;color:#${palette.paper}"><bdi>${block.title}</bdi></h1>
${block.lines.map((text) => html`<div style="font-size:14px;color:#${palette.head};overflow-wrap:anywhere">${text}</div>\n`)}${block.strong === undefined ? '' : html`<div style="padding-top:6px;font-size:16px;line-height:1.3;font-weight:700;color:#${palette.paper};overflow-wrap:anywhere">${block.strong}</div>`}</td></tr>
`;
    case 'notice':
      return paddedRow('padding:14px 24px 0', noticeHtml(block));
    case 'figures':
      return paddedRow('padding:6px 24px 0', figuresHtml(block));
    case 'heading':
      return paddedRow(
        'padding:20px 24px 0',
        html`<h2 class="head" style="margin:0;padding:0 0 4px;border-bottom:2px solid #${heavyRule};font-size:16px;line-height:1.3;font-weight:600;color:#${heavyRule}">${block.text}</h2>`,
      );
    case 'paragraph':
      return paddedRow(
        'padding:8px 24px 0',
        html`<p class="ink" style="margin:0;overflow-wrap:anywhere">${block.text}</p>`,
      );
    case 'note':
      return paddedRow(
        'padding:4px 24px 0',
        html`<p class="muted" style="margin:0;font-size:14px;color:#${muted};overflow-wrap:anywhere">${block.text}</p>`,
      );
    case 'command':
      return paddedRow(
        'padding:10px 24px 0',
        html`<pre class="calm" style="margin:0;background:#${tints.calm.fill};padding:10px 12px;font-family:Consolas,Menlo,'Courier New',monospace;font-size:12px;line-height:1.5;color:#${ink};white-space:pre-wrap;overflow-wrap:anywhere;word-break:break-word">${block.text}</pre>`,
      );
    case 'button':
      return paddedRow(
        'padding:20px 24px 0',
        html`<a class="button" href="${block.url}" style="display:block;background:#${link};padding:12px;border-radius:4px;text-align:center;text-decoration:none;font-weight:600;color:#${palette.paper}">${block.text}</a>`,
      );
    case 'items':
      return paddedRow('padding:4px 24px 0', itemsHtml(block));
    case 'days':
      return paddedRow('padding:4px 24px 0', daysHtml(block));
    case 'footer':
      return paddedRow(
        'padding:24px 24px 20px',
        html`<div class="muted" style="border-top:1px solid #${hairline};padding-top:10px;font-size:13px;color:#${muted};overflow-wrap:anywhere">${block.lines.map((line) => html`<div>${detailHtml(line)}</div>`)}</div>`,
      );
  }
}

function paddedRow(style: string, content: Markup): Markup {
  return html`<tr><td class="pad" style="${style}">${content}</td></tr>
`;
}

function noticeHtml({ tone, lines }: NoticeBlock): Markup {
  const { fill, edge } = tints[tone];
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="${tone}" style="background:#${fill};border-left:4px solid #${edge};padding:10px 12px;color:#${ink};overflow-wrap:anywhere;word-break:break-word">${lines.map((text) => html`<div>${text}</div>`)}</td></tr></table>`;
}

/** With labels above, seven figures fit on a phone that is 320 pixels wide. */
function figuresHtml({ figures, labels }: FiguresBlock): Markup {
  const [name, cell] =
    labels === 'above'
      ? ['figure day', 'padding:4px 0;text-align:center']
      : ['figure', 'padding:4px 8px 4px 0'];
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed"><tr>${figures.map(
    (each) => {
      const value = html`<div class="${name}" style="font-size:22px;line-height:1.2;font-weight:600">${each.value}</div>`;
      const label = html`<div class="label muted" style="font-size:13px;line-height:1.3;color:#${muted}">${each.label}</div>`;
      const both = labels === 'above' ? [label, value] : [value, label];
      return html`<td class="ink" style="${cell};vertical-align:top;color:#${ink}">${both}</td>`;
    },
  )}</tr></table>`;
}

function itemsHtml({ items, more }: ItemsBlock): Markup {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${items.map(itemHtml)}${
  more === ''
    ? ''
    : html`<tr><td class="muted" style="padding:8px 0 0;font-size:14px;color:#${muted}">${more}</td></tr>`
}</table>`;
}

/** Each day is a heading above its tasks. Styles are set on the table, because a message may have a hundred rows. */
function daysHtml({ lines }: DaysBlock): Markup {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ink" style="font-size:14px;line-height:1.4;color:#${ink};overflow-wrap:anywhere;word-break:break-word">
${lines.map(({ days, title, ref, details, below }, index) => {
  const edge = index === 0 ? '' : `border-top:1px solid #${hairline};`;
  const head =
    lines[index - 1]?.days === days
      ? ''
      : html`<tr><td class="ink" style="#${edge}padding:5px 0 0;font-weight:600">${days}</td></tr>
`;
  return html`${head}<tr><td style="padding:1px 0 3px 12px">${title}${ref === '' ? '' : html` · <small class="muted" style="color:#${muted}">${ref}</small>`}${details === '' ? '' : html` · <span class="muted" style="color:#${muted}">${detailHtml(details)}</span>`}${below.map((line) => html`<div style="font-size:13px">${line}</div>`)}</td></tr>
`;
})}</table>`;
}

function itemHtml({ tag, tone, title, details }: MailItem): Markup {
  const { fill } = tints[tone];
  const badge =
    tag === ''
      ? ''
      : html`<span class="${tone}" style="background:#${fill};color:#${ink};padding:1px 6px;font-size:12px;white-space:nowrap">${tag}</span> `;
  return html`<tr><td class="ink" style="padding:8px 0 0;color:#${ink};overflow-wrap:anywhere;word-break:break-word">${badge}<strong style="font-weight:600"><bdi>${title}</bdi></strong>${details.map((detail) => html`<div class="muted" style="font-size:14px;color:#${muted}">${detailHtml(detail)}</div>`)}</td></tr>
`;
}

function detailHtml(detail: TextWithPersonToAsk): Markup {
  if (typeof detail === 'string') return html`${withNonBreakingMarks(detail)}`;
  const { text, ask } = detail;
  const href = mailtoLink(ask.address, ask.subject);
  return html`${withNonBreakingMarks(text)}${text === '' ? '' : ' · '}ask <a class="link" href="${href}" style="color:#${link}">${ask.name}</a>`;
}

function withNonBreakingMarks(text: string): string {
  return text.replaceAll(/([✗?]) /g, '$1\u00a0');
}
