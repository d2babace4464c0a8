import { describe, expect, it } from 'vitest';
import { workbookContentType } from '#archive/object-store.ts';
import { composeMessage, maxMessageBytes } from '#mail/transport/compose-message.ts';
import { canAttach, maxAttachmentBytes } from '#mail/transport/mailer.ts';
import { aMessageContent } from '../../support/builders/a-message.ts';

describe('the attachment limit', () => {
  it.each([
    [7_000_000, true],
    [7_000_001, false],
  ])('allows a file of %i bytes: %s', (bytes, may) => {
    expect(canAttach(bytes)).toBe(may);
  });

  it('leaves room for the text within the limit of SES', async () => {
    const bytes = new Uint8Array(maxAttachmentBytes);
    const file = { fileName: 'week 48.xlsx', contentType: workbookContentType, bytes };
    const { raw } = await composeMessage(aMessageContent({ text: '', html: '' }), [file]);
    expect(maxMessageBytes - raw.length).toBeGreaterThan(400_000);
  });
});
