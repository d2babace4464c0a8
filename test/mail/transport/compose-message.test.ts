import PostalMime, { type Email } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { workbookContentType } from '#archive/object-store.ts';
import { resentSubject } from '#mail/subject.ts';
import { composeMessage, MessageError } from '#mail/transport/compose-message.ts';
import type { Attachment } from '#mail/transport/mailer.ts';
import { composeReportMail } from '#mail/write-mail.ts';
import { aFullLookahead } from '../../support/builders/a-mail-lookahead.ts';
import { aMessageContent } from '../../support/builders/a-message.ts';

/** Bytes of all values, in an order with a long period. */
function someBytes(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8) * 7) % 256);
}

const workbook: Attachment = {
  fileName: 'Riverside Tower – Weekly lookahead 2026-W48 rev 2.xlsx',
  contentType: workbookContentType,
  bytes: someBytes(30_001),
};

async function parsed(
  over: Parameters<typeof aMessageContent>[0],
  files: readonly Attachment[] = [],
): Promise<Email> {
  return PostalMime.parse((await composeMessage(aMessageContent(over), files)).raw);
}

function headerBlock(raw: Uint8Array): string {
  const text = Buffer.from(raw).toString('latin1');
  return text.slice(0, text.indexOf('\r\n\r\n'));
}

describe('a recipient', () => {
  it('in both to and cc gets one copy, ignoring case', async () => {
    const of = { to: ['Ana@example.com'], cc: ['ANA@example.com', 'ben@example.com'] };
    const { recipients } = await composeMessage(aMessageContent(of), []);
    expect(recipients).toEqual(['Ana@example.com', 'ben@example.com']);
  });
});

describe('a composed message', () => {
  it('shows a name that looks like an encoded word without decoding it', async () => {
    const name = '=?utf-8?q?Invoice_overdue?=';
    for (const project of [name, `${name} `.repeat(9).trim(), `Söhne ${name}`]) {
      const subject = `${project} W48: 9 tasks (Weekly lookahead rev 2)`;
      const { raw } = await composeMessage(aMessageContent({ subject, fromName: name }), []);
      const { subject: read, from } = await PostalMime.parse(raw);
      expect(read).toBe(subject.replaceAll('=?', '= ?'));
      expect(from).toEqual({ name: '= ?utf-8?q?Invoice_overdue?=', address: 'lookahead@example.com' });
    }
  });

  it('contains all parts of its content', async () => {
    const written = composeReportMail(aFullLookahead(), {
      workbookFileName: workbook.fileName,
      attached: true,
      contact: 'planner@example.com',
    });
    const content = aMessageContent({
      ...written,
      to: ['works.manager@example.com', 'site@example.com'],
      cc: ['planning@example.com'],
      replyTo: ['planner@example.com'],
    });
    const { raw, recipients, run, message, from } = await composeMessage(content, [workbook]);
    expect({ run, message, from }).toEqual({
      run: content.run,
      message: 'everyone',
      from: 'lookahead@example.com',
    });
    expect(recipients).toEqual(['works.manager@example.com', 'site@example.com', 'planning@example.com']);

    const mail = await PostalMime.parse(raw);
    expect(mail.from).toEqual({ name: 'Lookahead', address: 'lookahead@example.com' });
    expect(mail.to?.map(({ address }) => address)).toEqual(['works.manager@example.com', 'site@example.com']);
    expect(mail.cc?.map(({ address }) => address)).toEqual(['planning@example.com']);
    expect(mail.replyTo?.map(({ address }) => address)).toEqual(['planner@example.com']);
    expect(mail.bcc).toBeUndefined();
    expect(mail.subject).toBe(written.subject);
    expect(mail.date).toBe('2026-11-20T14:02:00.000Z');
    expect(mail.messageId).toMatch(/^<[0-9a-f]{32}@example\.com>$/);
    expect(mail.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(written.text.trimEnd());
    expect(mail.html?.replaceAll('\r\n', '\n').trimEnd()).toBe(written.html.trimEnd());
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    expect(mail.headers.filter(({ key }) => key.startsWith('x-mailer'))).toEqual([]);
    expect(mail.attachments).toHaveLength(1);
    expect(mail.attachments[0]).toMatchObject({
      filename: workbook.fileName,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      disposition: 'attachment',
    });
    expect(new Uint8Array(contentOf(mail))).toEqual(workbook.bytes);
  });

  it('has the line ends and line lengths of mail', async () => {
    const { raw } = await composeMessage(aMessageContent({ text: 'x'.repeat(5_000) }), [workbook]);
    const text = Buffer.from(raw).toString('latin1');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
  });

  it('grows by the base64 of its file plus a line end per 76 characters', async () => {
    const short = await composeMessage(aMessageContent(), [{ ...workbook, bytes: someBytes(3) }]);
    const long = await composeMessage(aMessageContent(), [{ ...workbook, bytes: someBytes(300_000) }]);
    const encoded = { short: 4 + 2, long: 400_000 + 5_264 * 2 };
    const grown = long.raw.length - short.raw.length;
    expect(Math.abs(grown - (encoded.long - encoded.short))).toBeLessThanOrEqual(2);
  });

  it('has the same bytes for the same content', async () => {
    const one = await composeMessage(aMessageContent(), [workbook]);
    const two = await composeMessage(aMessageContent(), [workbook]);
    expect(Buffer.compare(one.raw, two.raw)).toBe(0);
  });

  it('differs from its resent copy only by the mark in the subject', async () => {
    const content = aMessageContent();
    const first = await composeMessage(content, [workbook]);
    const second = await composeMessage({ ...content, subject: resentSubject(content.subject) }, [workbook]);
    const lines = (raw: Uint8Array) =>
      Buffer.from(raw).toString('latin1').replaceAll('\r\n ', ' ').split('\r\n');
    const others = lines(second.raw).filter((line, index) => line !== lines(first.raw)[index]);
    expect(others).toEqual([`Subject: ${content.subject} (resent)`]);
  });

  it('has a different id for each run and message', async () => {
    const ids = await Promise.all([
      parsed({}),
      parsed({ message: 'subcontractor-s-1' }),
      parsed({ run: 'other' }),
      parsed({ run: 'a', message: 'b/c' }),
      parsed({ run: 'a/b', message: 'c' }),
    ]);
    expect(new Set(ids.map(({ messageId }) => messageId)).size).toBe(5);
  });

  it('lists each recipient once, ignoring case', async () => {
    const content = aMessageContent({
      to: ['a@example.com', 'A@Example.com'],
      cc: ['a@example.com', 'b@example.com'],
    });
    const { recipients, raw } = await composeMessage(content, []);
    expect(recipients).toEqual(['a@example.com', 'b@example.com']);
    expect((await PostalMime.parse(raw)).cc).toHaveLength(1);
  });
});

function contentOf(mail: Email): ArrayBuffer {
  const content = mail.attachments[0]?.content;
  if (!(content instanceof ArrayBuffer)) throw new TypeError('The attachment has no bytes.');
  return content;
}

describe('names', () => {
  const names = [
    'Großbaustelle Süd – Größe «A»',
    '滨江大厦 周计划',
    'برج النهر',
    '👷‍♀️ Riverside',
    'Quote " and \\ backslash; semicolon, comma <angle>',
    'x'.repeat(240),
  ];

  it.each(names)('%s is kept in subject, sender and file name', async (name) => {
    const mail = await parsed({ subject: name, fromName: name }, [{ ...workbook, fileName: `${name}.xlsx` }]);
    expect(mail.subject).toBe(name);
    expect(mail.from?.name).toBe(name);
    const expected = `${name}.xlsx`.replaceAll(/[/\\:*?"<>|]+/g, '-');
    expect(mail.attachments[0]?.filename).toBe(expected);
  });

  it.each([
    'a\r\nBcc: thief@example.com',
    'a\nBcc: thief@example.com',
    'a\u2028Bcc: thief@example.com',
    'a\u0000b',
  ])('%j injects no header', async (name) => {
    const content = aMessageContent({ subject: name, fromName: name, message: name, run: name });
    const { raw } = await composeMessage(content, [{ ...workbook, fileName: `${name}.xlsx` }]);
    expect(headerBlock(raw)).not.toMatch(/^bcc:/im);
    const mail = await PostalMime.parse(raw);
    expect(mail.bcc).toBeUndefined();
    expect(mail.subject).toMatch(/^a (?:Bcc: thief@example\.com|b)$/);
    expect(mail.attachments[0]?.filename).not.toMatch(/[\p{Cc}\u2028]/u);
  });

  it.each([
    ['../../etc/passwd', '-..-etc-passwd'],
    ['C:\\temp\\plan.xlsx', 'C-temp-plan.xlsx'],
    ['plan\u202exslx.exe', 'planxslx.exe'],
    ['', 'attachment'],
  ])('%j as a file name is %j', async (fileName, safe) => {
    const mail = await parsed({}, [{ ...workbook, fileName }]);
    expect(mail.attachments[0]?.filename).toMatch(new RegExp(`^${safe}`));
  });
});

describe('a message that cannot be composed', () => {
  const wrong = (over: Parameters<typeof aMessageContent>[0]) => composeMessage(aMessageContent(over), []);

  it.each([
    [
      { to: ['a@example.com\r\nBcc: b@example.com'] },
      'to[0] is not an e-mail address: "a@example.com\\r\\nBcc: b@example.com".',
    ],
    [{ to: ['a@example.com, b@example.com'] }, 'to[0] is not an e-mail address'],
    [{ cc: ['a@example.com', 'Joe <joe@example.com>'] }, 'cc[1] is not an e-mail address'],
    [{ replyTo: ['nobody'] }, 'replyTo[0] is not an e-mail address'],
    [{ from: '' }, 'from is not an e-mail address'],
    [{ to: [] }, 'to has no address. Give the report a recipient.'],
    [{ date: 'yesterday' }, 'date is not an ISO 8601 instant: "yesterday".'],
  ])('%j: the error says why', async (over, message) => {
    await expect(wrong(over)).rejects.toThrow(MessageError);
    await expect(wrong(over)).rejects.toThrow(message);
  });

  it('because it is larger than SES accepts is a MessageError', async () => {
    const files = [{ ...workbook, bytes: new Uint8Array(7_400_000) }];
    await expect(composeMessage(aMessageContent(), files)).rejects.toThrow(
      /attachments make it 10\d{6} bytes, over the limit of 10000000\. Link to the files instead of attaching them\./,
    );
  });
});
