/** Output that cannot be written: a pipe that its reader has closed (`| head`), a disk that is full. */

/**
 * Lets a command finish although its output cannot be written, so that no report is given up for it. At the end it is
 * said once on standard error, if that still works, and the exit code is 1 instead of 0.
 */
export function surviveOutputErrors(program: NodeJS.Process): void {
  let failure: string | undefined;
  for (const [stream, name] of [
    [program.stdout, 'standard output'],
    [program.stderr, 'standard error'],
  ] as const) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      failure ??= `Not everything was printed: ${name} could not be written (${error.code ?? error.message}). The command went on without it. Check the disk, or what reads the output.`;
    });
  }
  program.once('exit', (code) => {
    if (failure === undefined) return;
    if (code === 0) program.exitCode = 1;
    program.stderr.write(`${failure}\n`);
  });
}
