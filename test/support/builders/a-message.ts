import type { MessageContent } from '#mail/transport/compose-message.ts';

export function aMessageContent(over: Partial<MessageContent> = {}): MessageContent {
  return {
    run: 'riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14:00:00Z',
    message: 'everyone',
    from: 'lookahead@example.com',
    fromName: 'Lookahead',
    to: ['works.manager@example.com'],
    cc: [],
    replyTo: [],
    subject: 'Riverside Tower W48: 9 tasks, 5 not ready (Weekly lookahead rev 2)',
    date: '2026-11-20T14:02:00Z',
    text: 'Riverside Tower\n',
    html: '<!DOCTYPE html><html lang="en-GB"><body><p>Riverside Tower</p></body></html>',
    ...over,
  };
}
