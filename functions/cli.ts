#!/usr/bin/env node
/** The command line: `npm run lookahead -- <command>`. Parses the arguments, runs one command, and reports failures. */
import { enableCompileCache } from 'node:module';
import process from 'node:process';
import { Command, CommanderError } from 'commander';
import { describeFailure } from './commands/describe-failure.ts';
import { surviveOutputErrors } from './commands/output-errors.ts';
import { createTerminal, type Terminal } from './commands/terminal.ts';
import { loadZodWithoutLanguages } from './commands/without-zod-languages.ts';

const done = 0;
const failed = 1;
const badInput = 2;

const exitCodes = `
Exit codes: 0 done, 1 failed, 2 bad input (an option, a name or the configuration file; nothing was done).`;

type Words = { readonly json?: boolean };

function terminalFor(options: Words): Terminal {
  return createTerminal(options.json === true ? 'json' : 'text', process);
}

/** Options that may be repeated, or take several values with commas between. */
function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.split(',')];
}

function buildProgram(): Command {
  const program = new Command('lookahead')
    .description('Lookahead reports for construction projects.')
    .usage('<command> [options]')
    .showHelpAfterError('(--help shows the commands and options)')
    .exitOverride()
    .addHelpText('after', exitCodes);

  program
    .command('demo')
    .description('serve sample projects in this process, run all reports and print where the files are')
    .option('--tasks <n>', 'tasks in each sample project, 10 to 50000', '300')
    .option('--seed <n>', 'which sample projects: the same seed gives the same ones', '1')
    .option(
      '--advance [weeks]',
      'advance the sample projects by this many weeks (default: 1) and run that week',
    )
    .option('--config <file>', 'the configuration', 'lookahead.yaml')
    .option('--out <folder>', 'where workbooks, messages and the run store go', 'out')
    .option('--json', 'one line of JSON for each report of a project')
    .addHelpText(
      'after',
      `
Examples:
  npm run demo
  npm run demo -- --advance            the following week: changes, slip and PPC
  npm run demo -- --tasks 2000`,
    )
    .action(async (options: Words) => {
      const { demo } = await import('./commands/demo.ts');
      await demo(options, terminalFor(options));
    });

  program
    .command('run')
    .description('pull, plan, render, store and send reports now; messages go to files unless --send')
    .argument('[report...]', 'keys of reports; all by default')
    .option('--project <key>', 'only this project; repeat it for several', collect)
    .option('--date <YYYY-MM-DD>', 'the day of the run, which decides the window; today by default')
    .option('--weeks <n>', 'length of the window, 1 to 6, instead of the configured one')
    .option(
      '--shift <shift>',
      'only this shift: day, afternoon, night, 24hr or none; repeat it for several',
      collect,
    )
    .option('--run-id <id>', 'name of the run: the same name never makes or sends anything twice')
    .option('--send', 'mail the messages through mail.smtp of the configuration')
    .option('--dry-run', 'say what would happen; write and send nothing')
    .option('--config <file>', 'the configuration', 'lookahead.yaml')
    .option(
      '--out <folder>',
      'where workbooks, messages and the run store go (default: "out", with --send "sent")',
    )
    .option('--json', 'one line of JSON for each report of a project')
    .addHelpText(
      'after',
      `
A folder holds either reports whose messages went to files, or reports that were mailed, so that nothing in a file
counts as sent.

Examples:
  npm run lookahead -- run                              every report of every project
  npm run lookahead -- run weekly --project riverside
  npm run lookahead -- run weekly --send                send it by mail
  npm run lookahead -- run weekly --weeks 6 --shift night --dry-run --json`,
    )
    .action(async (reports: string[], options: Words) => {
      const { run } = await import('./commands/run.ts');
      await run({ ...options, reports }, terminalFor(options));
    });

  program
    .command('start')
    .description('run on this machine: reports on their schedules, retries, notices and links, until stopped')
    .option('--config <file>', 'the configuration', 'lookahead.yaml')
    .option(
      '--out <folder>',
      'where workbooks and the run store are kept (default: "sent", or "out" for messages in files)',
    )
    .option('--json', 'the log as lines of JSON')
    .addHelpText(
      'after',
      `
Messages go through mail.smtp of the configuration; without it they go to files.
The process may be stopped or killed at any time; the next one goes on where it stopped.

Example:
  npm run lookahead -- start --out /var/lib/lookahead`,
    )
    .action(async (options: Words) => {
      const { start } = await import('./commands/start.ts');
      await start(options, terminalFor(options));
    });

  program
    .command('status')
    .description('show who got what: reports that were due or requested, and each recipient')
    .argument('[report...]', 'keys of reports; all by default')
    .option('--project <key>', 'only this project; repeat it for several', collect)
    .option('--since <day>', 'a date, a weekday, today or yesterday; a week ago by default')
    .option('--late', 'only what is late, waits for somebody, or did not reach everybody')
    .option('--out <folder>', 'the archive of this machine (default: "sent", or "out" if nothing was mailed)')
    .option('--bucket <name>', 'the archive of a deployed stack instead, with your AWS credentials')
    .option('--json', 'one line of JSON for each report of a project')
    .addHelpText(
      'after',
      `
The states of a recipient: waiting; sent (the mail service took the message; in outbox, where it is a file);
delivered; delayed (still tried); soft-bounced (refused for now); bounced (refused for good); complained
(marked as spam); rejected and failed (never sent). Times are those of the project.

Examples:
  npm run lookahead -- status                           the last seven days
  npm run lookahead -- status weekly --since friday     who got what last Friday?
  npm run lookahead -- status --late --bucket lookahead-prod-archive`,
    )
    .action(async (reports: string[], options: Words) => {
      const { status } = await import('./commands/status.ts');
      await status({ ...options, reports }, terminalFor(options));
    });

  program
    .command('serve')
    .description('serve the Planning Read API on loopback, until interrupted')
    .option('--port <n>', 'port to listen on; 0 takes a free one', '8787')
    .option('--data <place>', 'serve the projects of a folder, or of s3:// and a bucket, not samples')
    .option('--tasks <n>', 'tasks in each sample project, 10 to 50000', '300')
    .option('--seed <n>', 'which sample projects: the same seed gives the same ones', '1')
    .option('--date <YYYY-MM-DD>', 'the date of the sample projects; today by default')
    .option('--origin <url>', 'where links lead, behind a proxy; by default the address it listens on')
    .option(
      '--allow-origin <url>',
      'an origin whose pages may call the service; repeat it for several',
      collect,
    )
    .option('--requests-per-minute <n>', 'that each key may send', '60000')
    .option('--access-log <file>', 'append a line of JSON for each request')
    .option('--json', 'print address, key and projects as one line of JSON')
    .addHelpText(
      'after',
      `
With --data the folder or bucket holds what import stored. A folder may also hold JSON files:
<region>/<project>/{users,subcontractors,folders,packages,calendars,locations,tasks}.json. A new or empty folder is
filled with the sample projects first, and says so; a folder or bucket without keys gets a first key, which is printed.

Examples:
  npm run lookahead -- serve
  npm run lookahead -- serve --tasks 2000 --port 0 --json
  npm run lookahead -- serve --data ./planning-data
  npm run lookahead -- serve --data s3://programmes`,
    )
    .action(async (options: Words) => {
      const { serve } = await import('./commands/planning/serve.ts');
      await serve(options, terminalFor(options));
    });

  program
    .command('import')
    .description('import a programme of Primavera P6, MS Project, Excel or CSV as a version of a project')
    .argument('<file>', 'the file: .xer, .xml (MS Project), .xlsx or .csv')
    .option('--inspect', 'print what is in the file, as a mapping that works with --map')
    .option('--map <file>', 'the mapping: how codes, fields and calendars become tasks')
    .option('--project <region/id>', 'the project of the planning service, such as gb/riverside')
    .option('--to <place>', 'where versions are kept: a folder, or s3:// and a bucket', 'data')
    .option('--dry-run', 'say what would be imported; store nothing')
    .option('--force', 'also import what removes over 20% of the tasks, or is older than the last version')
    .option('--json', 'the import report as one JSON object')
    .addHelpText(
      'after',
      `
Either all of the file is imported as one version, or nothing. docs/import.md describes the mapping.

Examples:
  npm run lookahead -- import plan.xer --inspect > plan-map.yaml
  npm run lookahead -- import plan.xer --map plan-map.yaml --project gb/riverside --dry-run
  npm run lookahead -- import plan.xer --map plan-map.yaml --project gb/riverside`,
    )
    .action(async (file: string, options: Words) => {
      const { importCommand } = await import('./commands/planning/import.ts');
      await importCommand({ ...options, file }, terminalFor(options));
    });

  program
    .command('init')
    .description('write a configuration for a project that was imported')
    .requiredOption('--from <region/id>', 'the project, such as gb/riverside')
    .option('--data <place>', 'where its versions are kept: a folder, or s3:// and a bucket', 'data')
    .option('--config <file>', 'the file to write; never one that exists', 'lookahead.yaml')
    .option('--json', 'the result as one JSON object')
    .addHelpText('after', '\nExample:\n  npm run lookahead -- init --from gb/riverside')
    .action(async (options: Words) => {
      const { init } = await import('./commands/planning/init.ts');
      await init(options, terminalFor(options));
    });

  program
    .command('validate')
    .description('check the configuration, without contacting the planning service')
    .argument('[file]', 'the configuration', 'lookahead.yaml')
    .option('--json', 'the problems, or what is configured, as one JSON object')
    .addHelpText('after', '\nExample:\n  npm run lookahead -- validate lookahead.yaml')
    .action(async (file: string, options: Words) => {
      const { validate } = await import('./commands/validate.ts');
      await validate(file, terminalFor(options));
    });

  program
    .command('probe')
    .description('ask a real service, with a real key, whether our reading of its open points holds')
    .option('--project <key>', 'a project of the configuration; the first by default')
    .option('--pause <ms>', 'milliseconds between two requests', '200')
    .option('--config <file>', 'the configuration', 'lookahead.yaml')
    .option('--json', 'the table as one JSON object')
    .addHelpText('after', '\nExample:\n  npm run lookahead -- probe --project riverside')
    .action(async (options: Words) => {
      const { probe } = await import('./commands/planning/probe.ts');
      await probe(options, terminalFor(options));
    });

  program
    .command('conformance')
    .description('check that a planning service of your own keeps to the contract: exit code 0 or 1')
    .requiredOption('--base-url <url>', 'the address of the service, without the region')
    .requiredOption('--project <region/id>', 'a project whose tasks it may read, such as gb/riverside-tower')
    .option(
      '--strict',
      'also count our reading of open points, and what the service offers beyond the contract',
    )
    .option('--junit <file>', 'also write the result as JUnit XML')
    .option('--json', 'the table as one JSON object')
    .addHelpText(
      'after',
      `
The key is read from PLANNING_API_KEY. With PLANNING_CLIENT_ID and PLANNING_CLIENT_SECRET tokens are checked too.
What the project's data cannot show is "not seen", and breaks nothing.
Some requests are wrong on purpose, or take other methods than GET: do not ask a service that others work with; probe
asks such a one.

Example:
  npm run lookahead -- conformance --base-url http://127.0.0.1:8080 --project gb/riverside-tower --strict`,
    )
    .action(async (options: Words) => {
      const { conformance } = await import('./commands/planning/conformance.ts');
      await conformance(options, terminalFor(options));
    });

  addKeyCommands(program);
  for (const command of program.commands) {
    for (const each of [command, ...command.commands]) each.exitOverride();
  }
  return program;
}

function addKeyCommands(program: Command): void {
  const keys = program
    .command('keys')
    .description('create, list, rotate and revoke the keys of the planning server')
    .addHelpText(
      'after',
      `
Examples:
  npm run lookahead -- keys create --name "Power BI" --project gb/riverside --expires 90d
  npm run lookahead -- keys list
  npm run lookahead -- keys rotate 0123456789ab
  npm run lookahead -- keys revoke 0123456789ab --to s3://programmes`,
    );
  const subcommand = (name: string, description: string) =>
    keys
      .command(name)
      .description(description)
      .option('--to <place>', 'where programmes and keys are kept: a folder, or s3://<bucket>', 'data')
      .option('--json', 'one line of JSON');

  subcommand('create', 'create a key and print it, this once')
    .option('--name <name>', 'who gets the key: a program or a team')
    .option('--project <region/id>', 'what it may read; repeat it for several, or say all', collect)
    .option('--expires <time>', 'how long it works, in hours or days', '365d')
    .action(async (options: Words) => {
      const { createKeyCommand } = await import('./commands/planning/keys.ts');
      await createKeyCommand(options, terminalFor(options));
    });
  subcommand('list', 'show all keys: who has them, what they read, when they were last used').action(
    async (options: Words) => {
      const { listKeysCommand } = await import('./commands/planning/keys.ts');
      await listKeysCommand(options, terminalFor(options));
    },
  );
  subcommand('rotate', 'create a successor with the same name, projects and lifetime, and print it')
    .argument('<id>', 'the id of the key')
    .option('--overlap <time>', 'how long the old key still works', '7d')
    .action(async (id: string, options: Words) => {
      const { rotateKeyCommand } = await import('./commands/planning/keys.ts');
      await rotateKeyCommand({ ...options, id }, terminalFor(options));
    });
  subcommand('revoke', 'end a key and its tokens at once')
    .argument('<id>', 'the id of the key')
    .action(async (id: string, options: Words) => {
      const { revokeKeyCommand } = await import('./commands/planning/keys.ts');
      await revokeKeyCommand({ ...options, id }, terminalFor(options));
    });
}

/** @returns the exit code, having said on standard error what failed, where, and what to do. */
function explain(error: unknown): number {
  // commander has printed its own message by now; a request for help is not an error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? done : badInput;
  const failure = describeFailure(error);
  process.stderr.write(`${failure.lines.join('\n')}\n`);
  return failure.badInput ? badInput : failed;
}

/**
 * Runs one command, in this process.
 * @param words the arguments, without the program's name
 * @returns the exit code
 */
export async function commandLine(words: readonly string[]): Promise<number> {
  try {
    await buildProgram().parseAsync(words, { from: 'user' });
    return done;
  } catch (error) {
    return explain(error);
  }
}

if (import.meta.main) {
  // Node keeps the compiled modules for the next run, which then starts in half the time.
  enableCompileCache();
  loadZodWithoutLanguages();
  surviveOutputErrors(process);
  process.exitCode = await commandLine(process.argv.slice(2));
}
