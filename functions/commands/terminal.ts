import process from 'node:process';
import { escapeUnprintable } from '#base/text/one-line.ts';

/** The outputs of a command: one for its results, one for warnings and progress. Control characters are escaped. */
export interface Terminal {
  /**
   * Prints the lines for people; with `--json`, the value as one line for programs.
   * @param lines lines that are false or undefined are left out
   */
  print(lines: readonly (string | false | undefined)[], json?: unknown): void;
  warn(text: string): void;
  /** A spinner on a terminal, plain lines elsewhere, nothing with `--json`. */
  progress(): Promise<Progress>;
}

export interface Progress {
  step(text: string): void;
  done(text: string): void;
  stop(): void;
}

type Streams = {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: NodeJS.WriteStream;
};

export const silentProgress: Progress = { step: () => {}, done: () => {}, stop: () => {} };

export function createTerminal(format: 'text' | 'json', streams: Streams): Terminal {
  const { stdout, stderr } = streams;
  const say = (text: string) => stderr.write(`${escapeUnprintable(text)}\n`);
  return {
    print: (lines, json) => {
      for (const line of format === 'text' ? lines : [json && JSON.stringify(json)]) {
        if (typeof line === 'string') stdout.write(`${escapeUnprintable(line)}\n`);
      }
    },
    warn: say,
    progress: async () => {
      if (format === 'json') return silentProgress;
      return stderr.isTTY ? spinner(stderr) : { ...silentProgress, step: say };
    },
  };
}

async function spinner(stream: NodeJS.WriteStream): Promise<Progress> {
  // Loaded only when needed: it takes a tenth of a second.
  const { default: ora } = await import('ora');
  const display = ora({ stream });
  return {
    step: (text) => void display.start(escapeUnprintable(text)),
    done: (text) => void display.succeed(escapeUnprintable(text)),
    stop: () => void display.stop(),
  };
}

/**
 * Lets a command finish if its output cannot be written, for example because the disk is full, so that no report is
 * lost. At the end, a line on standard error says so, and the exit code is 1. A reader such as `| head`, which closes
 * the pipe, is no error.
 */
export function surviveOutputErrors(program: NodeJS.Process): void {
  let failure: string | undefined;
  for (const [stream, name] of [
    [program.stdout, 'standard output'],
    [program.stderr, 'standard error'],
  ] as const) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' && stream === program.stdout) return;
      failure ??= `Not everything was printed: ${name} could not be written (${error.code ?? error.message}). The command went on without it. Check the disk, or what reads the output.`;
    });
  }
  program.once('exit', (code) => {
    if (failure === undefined) return;
    if (code === 0) program.exitCode = 1;
    program.stderr.write(`${failure}\n`);
  });
}

export function waitForInterrupt(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => resolve();
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  });
}
