/**
 * The body as HTML that mail programs can show: tables and inline styles, no external resources, at most 640 pixels
 * wide and readable at 320. The style sheet only improves it for phones and dark mode, in programs that keep it.
 */
import { html, raw } from 'hono/html';
import { mailtoLink } from '../../base/text/mail-address.ts';
import type {
  Block,
  DaysBlock,
  Detail,
  FiguresBlock,
  Item,
  ItemsBlock,
  MailBody,
  NoticeBlock,
  TableBlock,
  Tone,
} from './mail-body.ts';

const navy = '#1F2D3D';
const ink = '#1B2530';
const muted = '#54616E';
const line = '#D9DFE5';
const font = "font-family:'Segoe UI',-apple-system,Roboto,Helvetica,Arial,sans-serif";
const tints: Readonly<Record<Tone, { fill: string; edge: string }>> = {
  calm: { fill: '#EEF3F8', edge: '#5B7DA0' },
  attention: { fill: '#FFF6E0', edge: '#B7791F' },
  alarm: { fill: '#FDE8E8', edge: '#B42318' },
};

const styleSheet = `
  body { margin: 0; padding: 0; -webkit-text-size-adjust: 100%; }
  @media (max-width: 480px) {
    .outer { padding: 0 0 24px !important; }
    .pad { padding-left: 14px !important; padding-right: 14px !important; }
    .cell { padding-left: 3px !important; padding-right: 3px !important; font-size: 13px !important; }
    .figure { font-size: 19px !important; }
  }
  @media (prefers-color-scheme: dark) {
    .page { background: #11171E !important; }
    .card { background: #1A232D !important; border-color: #33404D !important; }
    .ink, .cell { color: #E8EDF2 !important; border-color: #33404D !important; }
    .head { color: #BFD4EA !important; border-color: #4A5A6A !important; }
    .muted { color: #A9B5C1 !important; border-color: #33404D !important; }
    .calm { background: #223142 !important; color: #E8EDF2 !important; }
    .attention { background: #3A2F17 !important; color: #F7EBD0 !important; }
    .alarm { background: #4A1F1C !important; color: #FFDAD6 !important; }
    .link { color: #9CC7F5 !important; }
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
<body class="page" style="margin:0;padding:0;background:#F3F5F7">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="page" style="background:#F3F5F7">
<tr><td class="outer" align="center" style="padding:16px 8px 32px">
${raw('<!--[if mso]><table role="presentation" width="640" cellpadding="0" cellspacing="0"><tr><td><![endif]-->')}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="card" style="max-width:640px;background:#FFFFFF;border:1px solid ${line};${font};font-size:15px;line-height:1.45;color:${ink};text-align:left">
${blocks.map(blockHtml)}
</table>
${raw('<!--[if mso]></td></tr></table><![endif]-->')}
</td></tr>
</table>
</body>
</html>
`;
  return stringOf(page);
}

type Markup = ReturnType<typeof html>;

/** hono returns a promise if a part of the markup is one; no part of this body is. */
function stringOf(markup: Markup): string {
  if (markup instanceof Promise) throw new TypeError('The body of a message must not contain promises.');
  return markup.toString();
}

function blockHtml(block: Block): Markup {
  switch (block.kind) {
    case 'masthead':
      return html`<tr><td class="pad" style="background:${navy};color:#FFFFFF;padding:20px 24px">
<h1 style="margin:0 0 6px;font-size:22px;line-height:1.25;font-weight:600;overflow-wrap:anywhere;color:#FFFFFF"><bdi>${block.title}</bdi></h1>
${block.lines.map((text) => html`<div style="font-size:14px;color:#DCE5EE;overflow-wrap:anywhere">${text}</div>\n`)}${block.strong === undefined ? '' : html`<div style="padding-top:6px;font-size:16px;line-height:1.3;font-weight:700;color:#FFFFFF;overflow-wrap:anywhere">${block.strong}</div>`}</td></tr>
`;
    case 'notice':
      return paddedRow('padding:14px 24px 0', noticeHtml(block));
    case 'figures':
      return paddedRow('padding:14px 24px 0', figuresHtml(block));
    case 'heading':
      return paddedRow(
        'padding:24px 24px 0',
        html`<h2 class="head" style="margin:0;padding:0 0 4px;border-bottom:2px solid ${navy};font-size:16px;line-height:1.3;font-weight:600;color:${navy}">${block.text}</h2>`,
      );
    case 'paragraph':
      return paddedRow(
        'padding:8px 24px 0',
        html`<p class="ink" style="margin:0;overflow-wrap:anywhere">${block.text}</p>`,
      );
    case 'note':
      return paddedRow(
        'padding:4px 24px 0',
        html`<p class="muted" style="margin:0;font-size:14px;color:${muted};overflow-wrap:anywhere">${block.text}</p>`,
      );
    case 'command':
      return paddedRow(
        'padding:10px 24px 0',
        html`<pre class="calm" style="margin:0;background:${tints.calm.fill};padding:10px 12px;font-family:Consolas,Menlo,'Courier New',monospace;font-size:12px;line-height:1.5;color:${ink};white-space:pre-wrap;overflow-wrap:anywhere;word-break:break-word">${block.text}</pre>`,
      );
    case 'table':
      return paddedRow('padding:8px 24px 0', tableHtml(block));
    case 'items':
      return paddedRow('padding:4px 24px 0', itemsHtml(block));
    case 'days':
      return paddedRow('padding:4px 24px 0', daysHtml(block));
    case 'footer':
      return paddedRow(
        'padding:24px 24px 20px',
        html`<div class="muted" style="border-top:1px solid ${line};padding-top:10px;font-size:13px;color:${muted};overflow-wrap:anywhere">${block.lines.map((text) => html`<div>${text}</div>`)}</div>`,
      );
  }
}

function paddedRow(style: string, content: Markup): Markup {
  return html`<tr><td class="pad" style="${style}">${content}</td></tr>
`;
}

function noticeHtml({ tone, lines, link }: NoticeBlock): Markup {
  const { fill, edge } = tints[tone];
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="${tone}" style="background:${fill};border-left:4px solid ${edge};padding:10px 12px;color:${ink};overflow-wrap:anywhere;word-break:break-word">${lines.map((text) => html`<div>${text}</div>`)}${
    link
      ? html`<div style="padding-top:6px"><a class="link" href="${link.url}" style="color:#1F4E82;font-weight:600">${link.text}</a></div>`
      : ''
  }</td></tr></table>`;
}

function figuresHtml({ figures }: FiguresBlock): Markup {
  const width = `${Math.floor(100 / Math.max(figures.length, 1))}%`;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${figures.map(
    ({ value, label }) =>
      html`<td class="ink" width="${width}" style="padding:4px 4px 4px 0;vertical-align:top;color:${ink}"><div class="figure" style="font-size:24px;line-height:1.2;font-weight:600">${value}</div><div class="muted" style="font-size:13px;line-height:1.3;color:${muted}">${label}</div></td>`,
  )}</tr></table>`;
}

function tableHtml({ caption, columns, rows }: TableBlock): Markup {
  const base = 'padding:5px 8px;font-size:14px;vertical-align:top;';
  const aligned = (index: number) => `text-align:${columns[index]?.align ?? 'left'};`;
  const cells = (texts: readonly string[], style: string) =>
    texts.map((text, index) =>
      index === 0
        ? html`<th scope="row" class="cell" style="${base}${style}${aligned(index)}font-weight:400;color:${ink}">${text}</th>`
        : html`<td class="cell" style="${base}${style}${aligned(index)}color:${ink}">${text}</td>`,
    );
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">${
    caption === ''
      ? ''
      : html`<caption class="muted" style="text-align:left;font-size:13px;color:${muted};padding-bottom:4px">${caption}</caption>`
  }
<thead><tr>${columns.map(({ title }, index) => html`<th scope="col" class="cell" style="${base}${aligned(index)}font-size:13px;font-weight:600;color:${muted};border-bottom:1px solid ${line}">${title}</th>`)}</tr></thead>
<tbody>
${rows.map((texts) => html`<tr>${cells(texts, `border-bottom:1px solid ${line};`)}</tr>\n`)}</tbody></table>`;
}

function itemsHtml({ items, more }: ItemsBlock): Markup {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${items.map(itemHtml)}${
  more === ''
    ? ''
    : html`<tr><td class="muted" style="padding:8px 0 0;font-size:14px;color:${muted}">${more}</td></tr>`
}</table>`;
}

/** Days stand once, above the tasks that have them. Styles stand on the table: a message may have a hundred of these rows. */
function daysHtml({ lines }: DaysBlock): Markup {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ink" style="color:${ink};overflow-wrap:anywhere;word-break:break-word">
${lines.map(({ days, title, ref, details }, index) => {
  const edge = index === 0 ? '' : `border-top:1px solid ${line};`;
  const head =
    lines[index - 1]?.days === days
      ? ''
      : html`<tr><td class="ink" style="${edge}padding:6px 0 0;font-weight:600">${days}</td></tr>
`;
  return html`${head}<tr><td style="padding:2px 0 4px 12px">${title}${ref === '' ? '' : html` · <small class="muted" style="color:${muted}">${ref}</small>`}${details === '' ? '' : html` · <span class="muted" style="color:${muted}">${detailHtml(details)}</span>`}</td></tr>
`;
})}</table>`;
}

function itemHtml({ tag, tone, title, details }: Item): Markup {
  const { fill } = tints[tone];
  const badge =
    tag === ''
      ? ''
      : html`<span class="${tone}" style="background:${fill};color:${ink};padding:1px 6px;font-size:12px;white-space:nowrap">${tag}</span> `;
  return html`<tr><td class="ink" style="padding:8px 0 0;color:${ink};overflow-wrap:anywhere;word-break:break-word">${badge}<strong style="font-weight:600"><bdi>${title}</bdi></strong>${details.map((detail) => html`<div class="muted" style="font-size:14px;color:${muted}">${detailHtml(detail)}</div>`)}</td></tr>
`;
}

function detailHtml(detail: Detail): Markup {
  if (typeof detail === 'string') return html`${marked(detail)}`;
  const { text, ask } = detail;
  const link = html`<a class="link" href="${mailtoLink(ask.address)}" style="color:#1F4E82">${ask.name}</a>`;
  return html`${marked(text)}${text === '' ? '' : ' · '}ask ${link}`;
}

function marked(text: string): string {
  return text.replaceAll(/([✗?]) /g, '$1\u00a0');
}
