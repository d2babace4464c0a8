import { expect, it } from 'vitest';
import { workbookContentType } from '#archive/object-store.ts';
import { composeNotice } from '#mail/notice-layout.ts';
import { mailingListOf } from '#mail/report-list.ts';
import { composeMessage, type MessageContent } from '#mail/transport/compose-message.ts';
import { aMessageContent } from '../../support/builders/a-message.ts';

/** Maximum line length of RFC 5322 2.1.1, without the line end. */
const maxLine = 998;

const letters = [
  ['Latin', 'a'],
  ['Latin with blanks', 'ab '],
  ['Chinese', '基'],
  ['Arabic', 'ع'],
  ['combining', 'e\u0301\u0323'],
  ['emoji', '🏗'],
  ['right-to-left marks', '\u202eא'],
  ['percent signs', '%'],
  ['quotation marks', '"'],
  ['question marks after equals signs', '=?'],
] as const;

/** The longest allowed address, with this letter in its local part. */
function runAddress(letter: string): string {
  const label = 'd'.repeat(59);
  return `${letter.repeat(64)}@${label}.${label}.${label}.example`;
}

/** A name of 120 characters, the maximum in the configuration. */
function nameOf(letter: string): string {
  return letter.repeat(120).slice(0, 120);
}

async function longestLine(content: Partial<MessageContent>, fileName: string): Promise<number> {
  const attachments = [{ fileName, contentType: workbookContentType, bytes: new Uint8Array(200) }];
  const { raw } = await composeMessage(aMessageContent(content), attachments);
  const lines = Buffer.from(raw).toString('latin1').split('\r\n');
  return Math.max(...lines.map((line) => line.length));
}

it.each(letters)('no line of a report message is too long if its names consist of: %s', async (_, letter) => {
  const name = nameOf(letter);
  const [from, contact] = [runAddress('&'), runAddress('%')];
  const addresses = Array.from({ length: 25 }, (_, at) => `${at}${runAddress('+').slice(2)}`);
  const list = mailingListOf({
    project: { key: 'p'.repeat(40), name },
    report: { key: 'r'.repeat(40), name },
    from,
    contact,
  });
  const content: Partial<MessageContent> = {
    run: `p/${name}`,
    from,
    fromName: name,
    to: addresses,
    cc: addresses.map((address) => `c${address.slice(1)}`),
    replyTo: addresses,
    list,
    subject: `${name} W48: 12 tasks (${name} rev 2)`,
    text: name,
    html: `<p>${name}</p>`,
  };
  const file = `${name.slice(0, 60)} – ${name} 2026-W48 rev 2.xlsx`;
  expect(await longestLine(content, file)).toBeLessThanOrEqual(maxLine);
});

it.each(letters)('no line of a notice is too long if its names consist of: %s', async (_, letter) => {
  const name = nameOf(letter).repeat(4);
  const reason = `${name} ${'x'.repeat(2_000)}`;
  const notice = composeNotice({
    title: `Not delivered: ${name}, ${name}`,
    lines: [
      { kind: 'text', text: reason },
      { kind: 'item', text: name, details: [reason] },
      { kind: 'command', text: `npm run lookahead -- run ${reason}` },
    ],
    reason,
  });
  expect(await longestLine({ ...notice, to: [runAddress('%')] }, 'a.xlsx')).toBeLessThanOrEqual(maxLine);
});
