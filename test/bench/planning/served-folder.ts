/** A folder with versions of sample projects, served by the command line in a process of its own. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServeProcess } from '../../support/run-cli.ts';
import { connections, type Target } from './load.ts';

export const tasksOf = (projectId: string) => `/gb/v1/projects/${projectId}/tasks`;

export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'lookahead-bench-planning-'));
}

export function startImport(
  folder: string,
  projectId: string,
  tasks: number,
  seeds: readonly number[] = [1, 1],
) {
  const script = `${import.meta.dirname}/write-sample-version.ts`;
  const child = spawn(process.execPath, [script, folder, projectId, String(tasks), ...seeds.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, generated: once(child.stdout, 'data'), ended: once(child, 'close') };
}

export async function importSample(folder: string, projectId: string, tasks: number): Promise<void> {
  const [code] = await startImport(folder, projectId, tasks).ended;
  if (code !== 0) throw new Error(`The import of ${projectId} ended with ${code}.`);
}

/** Copies a project, with its versions, to `count` other projects: `p1`, `p2` and so on. @returns their ids */
export function copyProject(folder: string, projectId: string, count: number): readonly string[] {
  const projects = join(folder, 'programmes', 'gb');
  const ids = Array.from({ length: count }, (_, at) => `p${at + 1}`);
  for (const id of ids) cpSync(join(projects, projectId), join(projects, id), { recursive: true });
  return ids;
}

/** Stores version 1 of a project as version `number` too. */
export async function copyVersion(folder: string, projectId: string, number: number): Promise<void> {
  const versions = join(folder, 'programmes', 'gb', projectId);
  for (const ending of ['sqlite.zst', 'json']) {
    await cp(join(versions, `1.${ending}`), join(versions, `${number}.${ending}`));
  }
}

export type Service = Target & {
  /** Memory of the process, in megabytes. */
  readonly memory: () => number;
  readonly stop: () => Promise<void>;
};

/** Keys by folder, because the key is printed only once for each folder. */
const keys = new Map<string, string>();

export async function serveFolder(folder: string): Promise<Service> {
  const { line, child } = await startServeProcess(['--port', '0', '--data', folder]);
  const said: unknown = JSON.parse(line);
  if (typeof said !== 'object' || said === null || !('url' in said)) throw new Error(`serve said ${line}`);
  if ('key' in said) keys.set(folder, String(said.key));
  return {
    url: String(said.url),
    key: keys.get(folder) ?? '',
    memory: () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1_024,
    async stop() {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export async function answerOnce(target: Target, path: string, headers?: Readonly<Record<string, string>>) {
  const open = connections(target, 1);
  try {
    return await open.get(path, headers);
  } finally {
    open.close();
  }
}
