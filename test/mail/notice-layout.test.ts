import { describe, expect, it } from 'vitest';
import { composeNotice, itemLine, textLine } from '#mail/notice-layout.ts';

const hostile = '<b>&"quoted"</b> <img src=x onerror=alert(1)>';

describe('a notice', () => {
  it('shows the markup of a title or a reason as text', () => {
    const notice = composeNotice({
      title: `Not delivered: ${hostile}`,
      lines: [
        { kind: 'text', text: `Cause: ${hostile}` },
        { kind: 'item', text: `Report: ${hostile}` },
        { kind: 'command', text: `aws lambda invoke --payload '${hostile}'` },
      ],
      reason: 'You are the contact.',
    });
    expect(notice.html).not.toMatch(/<img|<b>/);
    expect(notice.html.match(/&lt;img src=x/g)?.length).toBeGreaterThanOrEqual(4);
    expect(notice.text).toContain(`Cause: ${hostile}`);
    expect(notice.text).toContain(`--payload '${hostile}'`);
  });

  it('never wraps a command, and has each text on one line or wrapped at words', () => {
    const command = `aws lambda invoke ${'x '.repeat(2_000)}`.trimEnd();
    const { text } = composeNotice({
      title: 'Not delivered',
      lines: [
        { kind: 'text', text: 'first\nsecond' },
        { kind: 'item', text: 'one' },
        { kind: 'item', text: 'two' },
        { kind: 'command', text: command },
      ],
      reason: 'You are the contact.',
    });
    expect(text).toBe(
      `Not delivered\n=============\n\nfirst second\n\n- one\n- two\n\n${command}\n\n-- \nYou are the contact.\n`,
    );
  });

  it('shows a command in a font of its own, and ends with a margin', () => {
    const { html } = composeNotice({
      title: 'Not delivered',
      lines: [{ kind: 'command', text: 'aws lambda invoke' }],
      reason: 'You are the contact.',
    });
    expect(html).toMatch(/font-family:[^"]*monospace[^"]*">aws lambda invoke</);
    expect(html).toMatch(/padding:24px 24px 20px"><div[^>]*><div>You are the contact\.</);
  });

  it('shows a button with its link, and markup in its text as text', () => {
    const url = 'https://links.example.com/?answer=a&token=b';
    const { text, html } = composeNotice({
      title: 'No answer yet',
      lines: [{ kind: 'button', text: `Answer ${hostile}`, url }],
      reason: 'You were asked.',
    });
    expect(text).toContain(`Answer ${hostile}:\n${url}\n`);
    expect(html).toMatch(/<a class="button" href="https:\/\/links\.example\.com\/\?answer=a&amp;token=b"/);
    expect(html).not.toMatch(/<img|<b>/);
  });

  it('shows headings, and the details of an item below it', () => {
    const { text, html } = composeNotice({
      title: 'Late · Old programme',
      lines: [
        { kind: 'heading', text: 'Late' },
        textLine('Nothing has to be done yet.'),
        itemLine('Weekly', ['For week 48', 'Only: night shift']),
        { kind: 'heading', text: `Old programme: ${hostile}` },
        itemLine('Harbour Quay'),
      ],
      reason: 'You are the contact.',
    });
    expect(text.split('\n\n\n').slice(1)).toEqual([
      'LATE\n----\nNothing has to be done yet.\n\n- Weekly\n    For week 48\n    Only: night shift',
      expect.stringMatching(/^OLD PROGRAMME: .*\n-+\n- Harbour Quay\n\n-- \nYou are the contact\.\n$/),
    ]);
    expect(html).toMatch(/<h2[^>]*>Late<\/h2>/);
    expect(html).toMatch(/<h2[^>]*>Old programme: &lt;b&gt;/);
    expect(html).not.toMatch(/<img|<b>/);
  });

  it('has the first line that is not a heading as its preview', () => {
    const { html } = composeNotice({
      title: 'Late',
      lines: [{ kind: 'heading', text: 'Late' }, textLine('Nothing has to be done yet.')],
      reason: 'You are the contact.',
    });
    expect(html).toMatch(/<div style="display:none[^>]*>Nothing has to be done yet\./);
  });

  it('without lines has its subject as its preview', () => {
    const { text, html } = composeNotice({ title: 'All is well', lines: [], reason: 'You are the contact.' });
    expect(text).toBe('All is well\n===========\n\n-- \nYou are the contact.\n');
    expect(html).toMatch(/<div style="display:none[^>]*>All is well/);
  });
});
