import { describe, expect, it } from 'vitest';
import {
  attachmentLimit,
  encodedLength,
  gateAttachments,
  messageLimit,
} from '../../functions/mail/attachment-gate.ts';

const file = (length: number) => ({ fileName: `${length}.xlsx`, bytes: new Uint8Array(length) });

describe('the gate for attachments', () => {
  it('lets files through up to 7 MB together', () => {
    const files = [file(3_000_000), file(4_000_000)];
    expect(gateAttachments(files)).toEqual({ attached: files, heldBack: [] });
  });

  it('holds all of them back above that, and drops none', () => {
    const files = [file(10), file(7_000_000)];
    expect(gateAttachments(files)).toEqual({ attached: [], heldBack: files });
  });

  it('leaves room for the bodies within what SES takes', () => {
    expect(encodedLength(attachmentLimit)).toBe(9_578_952);
    expect(messageLimit - encodedLength(attachmentLimit)).toBeGreaterThan(400_000);
  });

  it('reckons base64 with its line ends', () => {
    expect([0, 1, 3, 57, 58].map(encodedLength)).toEqual([0, 6, 6, 78, 84]);
  });
});
