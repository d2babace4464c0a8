import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { LookaheadError } from '#base/lookahead-error.ts';
import { repositoryRoot } from '../bundling.ts';

/**
 * The files that determine what is deployed, as Git paths from the root. The configuration and its logos do so too.
 * `tsconfig.json` has no effect on a bundle.
 */
const deployedPaths = [
  'functions',
  'infra',
  // The code in this folder only writes documents.
  ':(exclude)infra/docs',
  // It has the feature flags of the CDK, which change the template.
  'cdk.json',
  // They have the versions of the packages in the bundles and of the CDK.
  'package.json',
  'package-lock.json',
];

export type DeployedCommit = {
  /** The commit, such as `1a2b3c4d5e6f`; followed by `-changed` if files differ from it; `unknown` without Git. */
  readonly name: string;
  /** Deployed files that differ from the commit or are not committed, as paths from the root. */
  readonly changedFiles: readonly string[];
};

class UncommittedError extends LookaheadError {
  override readonly name = 'UncommittedError';
}

/**
 * The last commit that changed what is deployed, so that a change of documents or tests updates no function.
 * @param root the top folder of the repository
 */
export function readDeployedCommit(
  { folder, logos }: { readonly folder: string; readonly logos: readonly string[] },
  root = repositoryRoot,
): DeployedCommit {
  if (git(root, 'rev-parse', '--verify', 'HEAD') === undefined) return { name: 'unknown', changedFiles: [] };
  const configuration = ['lookahead.yaml', ...logos].map((path) => relative(root, join(folder, path)));
  const isOutside = (path: string) => path.startsWith('..');
  const inside = configuration.filter((path) => !isOutside(path));
  const paths = [...deployedPaths, ...inside.map((path) => `:(literal)${path}`)];

  // In a shallow clone, the oldest commit seems to have added every file, so the last commit is used instead.
  const isShallow = git(root, 'rev-parse', '--is-shallow-repository')?.trim() !== 'false';
  const last = git(root, 'log', '-1', '--format=%h', '--abbrev=12', ...(isShallow ? [] : ['--', ...paths]));

  const tracked = entries(git(root, 'ls-files', '-z', '--', ...paths));
  const differing = entries(
    git(root, 'status', '--porcelain', '-z', '--no-renames', '-uall', '--', ...paths),
  );
  const changedFiles = new Set([
    ...configuration.filter((path) => !tracked.includes(path)),
    ...differing.map((entry) => entry.slice('XY '.length)),
  ]);
  return {
    name: `${last?.trim() || 'unknown'}${changedFiles.size === 0 ? '' : '-changed'}`,
    changedFiles: [...changedFiles].sort(),
  };
}

/** @throws UncommittedError for a production stage whose files differ from the commit */
export function requireCommit(
  { name, production }: { readonly name: string; readonly production: 'on' | 'off' },
  { changedFiles }: DeployedCommit,
): void {
  if (production === 'off' || changedFiles.length === 0) return;
  const named = changedFiles.slice(0, 5).join(', ');
  const more = changedFiles.length > 5 ? ` and ${changedFiles.length - 5} more` : '';
  const problem = `The stage ${name} is in production and is deployed from a commit only, but these files are not as committed: ${named}${more}`;
  const remedy = 'Commit them first, or undo the changes with git restore.';
  throw new UncommittedError(problem, { kind: 'input', remedy });
}

function git(root: string, ...words: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

function entries(output: string | undefined): readonly string[] {
  return (output ?? '').split('\0').filter((entry) => entry !== '');
}
