import { describe, expect, it } from 'vitest';
import {
  canAttach,
  encodedLength,
  maxAttachmentBytes,
  maxMessageBytes,
} from '../../../functions/mail/transport/attachment-limit.ts';

describe('the attachment limit', () => {
  it.each([
    [7_000_000, true],
    [7_000_001, false],
  ])('allows a file of %i bytes: %s', (bytes, may) => {
    expect(canAttach(bytes)).toBe(may);
  });

  it('leaves room for the text within the limit of SES', () => {
    expect(encodedLength(maxAttachmentBytes)).toBe(9_578_952);
    expect(maxMessageBytes - encodedLength(maxAttachmentBytes)).toBeGreaterThan(400_000);
  });

  it('counts base64 with its line ends', () => {
    expect([0, 1, 3, 57, 58].map(encodedLength)).toEqual([0, 6, 6, 78, 84]);
  });
});
