import type { TextWithPersonToAsk } from '#display/task-words.ts';
import type {
  FiguresBlock,
  MailBlock,
  MailBody,
  MailFigure,
  MailItem,
  MailTaskWithDays,
} from './mail-body.ts';

/** Maximum characters of a plain-text line, as is usual in mails. Only a long word or a command exceeds it. */
const textLineLength = 78;

export function textBody({ blocks }: MailBody): string {
  const parts = blocks.map((block, index) => {
    const gap = index === 0 ? '' : blocks[index - 1]?.kind === 'heading' ? '\n' : '\n\n';
    return `${gap}${block.kind === 'heading' ? '\n' : ''}${blockText(block)}`;
  });
  return `${parts.join('')}\n`;
}

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'masthead':
      return [
        block.title,
        '='.repeat(Math.min(block.title.length, textLineLength)),
        ...block.lines.flatMap((line) => wrap(line)),
        ...(block.strong === undefined ? [] : wrap(block.strong)),
      ].join('\n');
    case 'notice':
      return block.lines.flatMap((line) => wrapHanging(block.tone === 'calm' ? '' : '! ', line)).join('\n');
    case 'figures':
      return wrap(block.figures.map((each) => figureText(each, block)).join(' · ')).join('\n');
    case 'heading':
      return `${block.text.toUpperCase()}\n${'-'.repeat(Math.min(block.text.length, textLineLength))}`;
    case 'paragraph':
    case 'note':
      return wrap(block.text).join('\n');
    case 'command':
      return block.text;
    case 'button':
      return `${block.text}:\n${block.url}`;
    case 'items':
      return [...block.items.map(itemText), ...(block.more === '' ? [] : [block.more])].join('\n');
    case 'days':
      return block.lines.flatMap(dayLine).join('\n');
    case 'footer':
      return ['-- ', ...block.lines.flatMap((line) => wrap(detailText(line)))].join('\n');
  }
}

/** `Mon 23: 12`, `67% PPC`. Lines break only between figures. */
function figureText({ value, label }: MailFigure, { labels }: FiguresBlock): string {
  return (labels === 'above' ? `${label}: ${value}` : `${value} ${label}`).replaceAll(' ', '\u00a0');
}

function dayLine({ days, title, ref, details, below }: MailTaskWithDays): readonly string[] {
  const words = [`${days}: ${title}`, ref, detailText(details)].filter((part) => part !== '').join(' · ');
  const [first = '', ...rest] = [words, ...below].flatMap((line) => wrap(line, textLineLength - 4));
  return [first, ...rest.map((line) => `    ${line}`)];
}

function itemText({ tag, title, details }: MailItem): string {
  const lead = tag === '' ? '' : /\w$/.test(tag) ? `${tag}: ` : `${tag} `;
  const first = wrapHanging('- ', `${lead}${title}`);
  return [...first, ...details.flatMap((detail) => wrapHanging('    ', detailText(detail)))].join('\n');
}

function detailText(detail: TextWithPersonToAsk): string {
  if (typeof detail === 'string') return detail;
  const { text, ask } = detail;
  const name = ask.name === ask.address ? '' : `${ask.name}, `;
  return `${text}${text === '' ? '' : ' · '}ask ${name}${ask.address}`;
}

function wrapHanging(prefix: string, text: string): readonly string[] {
  return wrap(text, textLineLength - prefix.length).map(
    (line, index) => (index === 0 ? prefix : ' '.repeat(prefix.length)) + line,
  );
}

function wrap(text: string, limit = textLineLength): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > limit) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
