/** An execution environment: one process that runs one bundled function, started as Lambda does. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { openRuntimeApi, type RuntimeAnswer } from './runtime-api.ts';
import { type RuntimeClient, runtimeClient, withoutTypes } from './runtime-client.ts';

/** A function as a template deploys it. */
export type DeployedFunction = {
  readonly name: string;
  /** The folder that is uploaded; it contains `index.mjs`. */
  readonly code: string;
  /** Such as `index.handler`. */
  readonly handler: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly memoryMB: number;
  readonly timeoutSeconds: number;
};

export type Surroundings = {
  readonly environment: Readonly<Record<string, string>>;
  /** The function's clock, and the file from which its process reads it; the machine's own time by default. */
  readonly clock?: { readonly now: () => number; readonly file: string } | undefined;
  /** AWS's own by default, if it is installed. */
  readonly client?: RuntimeClient;
};

export interface Sandbox {
  /**
   * Invokes the function, with one event at a time. If it exceeds its time limit, it is killed, and the answer is
   * 'died'.
   */
  readonly invoke: (event: unknown) => Promise<RuntimeAnswer>;
  /** Kills the process with SIGKILL; resolves when it has ended. */
  readonly kill: () => Promise<void>;
  readonly alive: () => boolean;
  /** Resolves once the handler is loaded: milliseconds from the start of the process, or how loading failed. */
  readonly loaded: Promise<number | RuntimeAnswer>;
  /** Peak resident memory so far, in MB; NaN if the system does not report it. */
  readonly peakMB: () => number;
  readonly log: () => string;
  readonly close: () => Promise<void>;
}

const region = 'eu-west-2';
const shiftClock = `data:text/javascript,${encodeURIComponent(withoutTypes('shift-clock.ts'))}`;

export async function startSandbox(deployed: DeployedFunction, around: Surroundings): Promise<Sandbox> {
  const api = await openRuntimeApi();
  const { clock } = around;
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      // Lambda's runtime gives these shares of the memory to the heap.
      `--max-semi-space-size=${Math.floor(deployed.memoryMB * 0.05)}`,
      `--max-old-space-size=${Math.floor(deployed.memoryMB * 0.9)}`,
      ...(clock === undefined ? [] : ['--import', shiftClock]),
      ...runtimeClient(deployed.handler, around.client),
    ],
    {
      cwd: deployed.code,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        TZ: 'UTC',
        ...around.environment,
        ...deployed.environment,
        ...(clock === undefined ? {} : { CLOCK_FILE: clock.file }),
        AWS_LAMBDA_RUNTIME_API: api.address,
        _HANDLER: deployed.handler,
        LAMBDA_TASK_ROOT: deployed.code,
        AWS_REGION: region,
        AWS_LAMBDA_FUNCTION_NAME: deployed.name,
        AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(deployed.memoryMB),
        AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${deployed.name}`,
        AWS_LAMBDA_LOG_STREAM_NAME: '2026/11/20/[$LATEST]0123456789abcdef0123456789abcdef',
        AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
        AWS_LAMBDA_LOG_FORMAT: 'JSON',
        AWS_LAMBDA_LOG_LEVEL: 'INFO',
        AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      },
    },
  );
  const printed: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
  let alive = true;
  const exited = new Promise<void>((resolve) => {
    const end = (how: string) => {
      alive = false;
      api.abandon(how);
      resolve();
    };
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
  });
  const kill = () => {
    child.kill('SIGKILL');
    return exited;
  };

  return {
    invoke: async (event) => {
      const limit = deployed.timeoutSeconds * 1_000;
      const timer = setTimeout(kill, limit);
      const answer = await api.invoke({
        event,
        deadline: (clock?.now() ?? Date.now()) + limit,
        functionArn: `arn:aws:lambda:${region}:123456789012:function:${deployed.name}`,
      });
      clearTimeout(timer);
      return answer;
    },
    kill,
    alive: () => alive,
    loaded: api.loaded.then((failure) => failure ?? performance.now() - began),
    peakMB: () => peakMB(child.pid),
    log: () => Buffer.concat(printed).toString('utf8'),
    close: async () => {
      await kill();
      await api.close();
    },
  };
}

function peakMB(pid: number | undefined): number {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? Number.NaN) / 1_024;
  } catch {
    return Number.NaN;
  }
}
