import { describe, expect, test } from 'vitest';
import { writeNotice } from '../../functions/mail/notice-layout.ts';

const hostile = '<b>&"quoted"</b> <img src=x onerror=alert(1)>';

describe('a notice', () => {
  test('shows the markup of a title or a reason as text', () => {
    const notice = writeNotice({
      title: `Not delivered: ${hostile}`,
      lines: [
        { kind: 'text', text: `Cause: ${hostile}` },
        { kind: 'command', text: `aws lambda invoke --payload '${hostile}'` },
      ],
    });
    expect(notice.html).not.toMatch(/<img|<b>/);
    expect(notice.html.match(/&lt;img src=x/g)?.length).toBeGreaterThanOrEqual(3);
    expect(notice.text).toContain(`Cause: ${hostile}`);
    expect(notice.text).toContain(`--payload '${hostile}'`);
  });

  test('keeps each line on one line, however long it is', () => {
    const command = `aws lambda invoke ${'x'.repeat(2_000)}`;
    const { text } = writeNotice({
      title: 'Not delivered',
      lines: [
        { kind: 'text', text: 'first\nsecond' },
        { kind: 'command', text: command },
      ],
    });
    expect(text).toBe(`Not delivered\n\nfirst second\n\n${command}\n`);
  });
});
