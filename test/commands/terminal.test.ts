import process from 'node:process';
import { expect, it, vi } from 'vitest';
import { createTerminal } from '#commands/terminal.ts';
import { callCli } from '../support/call-cli.ts';

const hostile = 'out\u001b[2J\u202e/plan\u009b31m';
const shown = 'out\\u001b[2J\\u202e/plan\\u009b31m';

function recorded(format: 'text' | 'json') {
  const written: string[] = [];
  const write = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((text) => written.push(String(text)) > 0);
  const stdout = { write: (text: string) => written.push(text) };
  return { written, terminal: createTerminal(format, { stdout, stderr: process.stderr }), write };
}

it('no printed line, warning or progress step can control the terminal', async () => {
  const { terminal, written, write } = recorded('text');
  terminal.print([hostile, false, undefined], { path: hostile });
  terminal.warn(hostile);
  (await terminal.progress()).step(hostile);
  write.mockRestore();
  expect(written).toEqual(Array(3).fill(`${shown}\n`));
});

it('JSON escapes the same characters, so that readers get the original text', () => {
  const { terminal, written, write } = recorded('json');
  terminal.print([hostile], { path: hostile });
  terminal.print([hostile]);
  write.mockRestore();
  expect(written).toEqual([`{"path":"${shown}"}\n`]);
  expect(JSON.parse(written.join(''))).toEqual({ path: hostile });
});

it.each([
  ['an option', ['run', `--${hostile}`]],
  ['a path', ['run', '--config', hostile]],
])('the message about a mistake in %s cannot control the terminal', async (_what, words) => {
  const { stderr } = await callCli(words);
  expect(stderr).toContain(shown);
  expect(stderr).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
});
