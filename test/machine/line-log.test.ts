import { describe, expect, it } from 'vitest';
import { createLineLog, type LogFormat } from '#machine/line-log.ts';

function logged(format: LogFormat): string[] {
  const lines: string[] = [];
  const log = createLineLog(format, { write: (line) => lines.push(line), now: () => '2026-11-20T14:00:00Z' });
  log.info('sent', { project: 'riverside', number: 3, absent: undefined });
  log.error('failed', { reason: 'The file "a=b" is\nnot there.' });
  return lines;
}

describe('a log line', () => {
  it('is text for people: time, level, step, and details', () => {
    expect(logged('text')).toEqual([
      '2026-11-20T14:00:00Z info  sent project=riverside number=3\n',
      '2026-11-20T14:00:00Z error failed reason="The file \\"a=b\\" is\\nnot there."\n',
    ]);
  });

  it('is one line of JSON for programs', () => {
    expect(logged('json').map((line) => JSON.parse(line))).toEqual([
      { time: '2026-11-20T14:00:00Z', level: 'info', message: 'sent', project: 'riverside', number: 3 },
      {
        time: '2026-11-20T14:00:00Z',
        level: 'error',
        message: 'failed',
        reason: 'The file "a=b" is\nnot there.',
      },
    ]);
  });

  it.each(['text', 'json'] as const)('cannot control the terminal that shows it: %s', (format) => {
    const lines: string[] = [];
    const log = createLineLog(format, { write: (line) => lines.push(line), now: () => 'now' });
    log.info('opened\u001b[2J', { path: '/a\u001b[31m', address: 'a\u202e@example.com' });
    expect(lines.join('')).toMatch(/\\u001b\[2J.*\\u001b\[31m.*\\u202e@example/);
    expect(lines.join('')).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
  });
});
