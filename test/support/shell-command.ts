import { spawnSync } from 'node:child_process';

/**
 * The arguments that a POSIX shell passes to a program when a person pastes the line. `cat` and `rm` in the line do
 * nothing.
 */
export function argumentsOf(program: 'aws' | 'npm', line: string): readonly string[] {
  const run = spawnSync(
    'sh',
    ['-c', `${program}() { printf '%s\\0' "$@"; }\ncat() { :; }\nrm() { :; }\n${line}`],
    {
      encoding: 'utf8',
    },
  );
  if (run.status !== 0) throw new Error(`The shell cannot read it: ${run.stderr}`);
  return run.stdout.split('\0').slice(0, -1);
}

/** The event that `aws lambda invoke` sends, for a payload that is given as text. */
export function invokePayload(line: string): unknown {
  const words = argumentsOf('aws', line);
  if (words[words.indexOf('--cli-binary-format') + 1] !== 'raw-in-base64-out') {
    throw new Error('The payload would be read as base64.');
  }
  return JSON.parse(words[words.indexOf('--payload') + 1] ?? '');
}
