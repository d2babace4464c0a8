import { spawnSync } from 'node:child_process';
import { projectRoot } from './bundling.ts';

/** The commit that is deployed, such as `1a2b3c4d5e6f`, with `-changed` where files differ from it; `unknown` without Git. */
export function deployedCommit(): string {
  const git = (...words: string[]) => spawnSync('git', words, { cwd: projectRoot, encoding: 'utf8' });
  const { status, stdout } = git('rev-parse', '--short=12', 'HEAD');
  if (status !== 0) return 'unknown';
  const changes = git('status', '--porcelain').stdout.trim();
  return `${stdout.trim()}${changes === '' ? '' : '-changed'}`;
}
