import { printable } from '../base/one-line.ts';

/**
 * Where a command writes: lines for people, or JSON for machines, with progress separate from both. No text acts on the
 * terminal, wherever it came from.
 */
export interface Terminal {
  /** A line for people; silent with `--json`. */
  line(text?: string): void;
  /** One JSON object on one line; only with `--json`. */
  json(value: unknown): void;
  /** A message for people that is not part of the result; goes to standard error. */
  warn(text: string): void;
  /** Current progress: a spinner on a terminal, plain lines elsewhere, nothing with `--json`. */
  progress(): Promise<Progress>;
}

export interface Progress {
  step(text: string): void;
  /** Leaves a tick on a terminal; the result follows on standard output. */
  done(text: string): void;
  /** Clears the display; called on every way out. */
  stop(): void;
}

type Streams = {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: NodeJS.WriteStream;
};

const silent: Progress = { step: () => {}, done: () => {}, stop: () => {} };

export function createTerminal(format: 'text' | 'json', streams: Streams): Terminal {
  const { stdout, stderr } = streams;
  const say = (text: string) => stderr.write(`${printable(text)}\n`);
  return {
    line: (text = '') => {
      if (format === 'text') stdout.write(`${printable(text)}\n`);
    },
    json: (value) => {
      if (format === 'json') stdout.write(`${printable(JSON.stringify(value))}\n`);
    },
    warn: say,
    progress: async () => {
      if (format === 'json') return silent;
      return stderr.isTTY ? spinner(stderr) : { ...silent, step: say };
    },
  };
}

async function spinner(stream: NodeJS.WriteStream): Promise<Progress> {
  // Loaded only where it is needed: with what it needs itself it takes a tenth of a second.
  const { default: ora } = await import('ora');
  const display = ora({ stream });
  return {
    step: (text) => void display.start(printable(text)),
    done: (text) => void display.succeed(printable(text)),
    stop: () => void display.stop(),
  };
}
