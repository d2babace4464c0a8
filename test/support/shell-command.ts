import { spawnSync } from 'node:child_process';

/** The words that a POSIX shell hands to `aws` when a person pastes the line. What else is in the line does nothing. */
export function awsArguments(line: string): readonly string[] {
  const said = spawnSync('sh', ['-c', `aws() { printf '%s\\0' "$@"; }\ncat() { :; }\n${line}`], {
    encoding: 'utf8',
  });
  if (said.status !== 0) throw new Error(`The shell cannot read it: ${said.stderr}`);
  return said.stdout.split('\0').slice(0, -1);
}

/** What `aws lambda invoke` sends as the event, where the payload is given as text. */
export function invokePayload(line: string): unknown {
  const words = awsArguments(line);
  if (words[words.indexOf('--cli-binary-format') + 1] !== 'raw-in-base64-out') {
    throw new Error('The payload would be read as base64.');
  }
  return JSON.parse(words[words.indexOf('--payload') + 1] ?? '');
}
