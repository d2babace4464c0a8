import { enableCompileCache } from 'node:module';
import process from 'node:process';
import { Command, CommanderError } from 'commander';
import { escapeUnprintable } from './base/text/one-line.ts';
import { commandPrefixText } from './base/text/shell.ts';
import { version } from './base/version.ts';
import { describeFailure } from './commands/failure.ts';
import { addPlanningCommands } from './commands/planning/planning-commands.ts';
import { addReportCommands } from './commands/report-commands.ts';
import { surviveOutputErrors } from './commands/terminal.ts';
import { skipZodLanguages } from './commands/without-zod-languages.ts';

const exitCodeDone = 0;
const exitCodeFailed = 1;
const exitCodeBadInput = 2;

const exitCodes = `
Exit codes: 0 done, 1 failed, 2 bad input (an option, a name or the configuration file; nothing was done).`;

/** All commands. Unlike `runCommandLine`, it prints nothing and throws what a command throws. */
export function buildProgram(): Command {
  const program = new Command('lookahead')
    .description('Lookahead reports for construction projects.')
    .usage('<command> [options]')
    .version(version)
    .showHelpAfterError('(--help shows the commands and options)')
    .exitOverride()
    .configureOutput({
      // The examples in the code are written for a clone; an installed program is called by another name.
      writeOut: (text) =>
        process.stdout.write(text.replaceAll(/npm run (?:-s )?lookahead --/g, commandPrefixText())),
      writeErr: (text) => process.stderr.write(escapeUnprintable(text)),
    })
    .addHelpText('after', exitCodes);

  addReportCommands(program);
  addPlanningCommands(program);
  for (const command of program.commands) {
    for (const each of [command, ...command.commands]) each.exitOverride();
  }
  return program;
}

/** Explains the failure on standard error. @returns the exit code */
function explain(error: unknown): number {
  // commander has already printed its message. A request for help is not an error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodeDone : exitCodeBadInput;
  const failure = describeFailure(error);
  process.stderr.write(escapeUnprintable(`${failure.lines.join('\n')}\n`));
  return failure.badInput ? exitCodeBadInput : exitCodeFailed;
}

/**
 * Runs one command in this process.
 * @param words the arguments, without the program's name
 * @returns the exit code
 */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  try {
    await buildProgram().parseAsync(words, { from: 'user' });
    return exitCodeDone;
  } catch (error) {
    return explain(error);
  }
}

/** Runs the command that a person wrote, and sets the exit code of this process. */
export async function main(words: readonly string[]): Promise<void> {
  // Keeps compiled modules, so that the next run starts in half the time.
  enableCompileCache();
  skipZodLanguages();
  surviveOutputErrors(process);
  process.exitCode = await runCommandLine(words);
  // A failed command may have left a server open, which would keep the process alive.
  if (process.exitCode !== exitCodeDone) setTimeout(() => process.exit(), 1_000).unref();
}
