/** Each command of reports and their configuration loads its code when it is called. */
import type { Command } from 'commander';
import {
  archiveFlag,
  bucketFlag,
  collectValues,
  configFlag,
  jsonOfReportsFlag,
  lazyAction,
  projectFlag,
  regionFlag,
  reportsArgument,
  seedFlag,
} from './typed-options.ts';

const takeOverFlag = [
  '--take-over',
  'mail from a folder whose messages were files: what was made counts as earlier issues, not as sent',
] as const;

export function addReportCommands(program: Command): void {
  program
    .command('demo')
    .description('run all reports on sample projects, and print where the files are')
    .option('--tasks <n>', 'tasks in each sample project, 10 to 50000', '900')
    .option(...seedFlag)
    .option('--advance [weeks]', 'weeks to advance the sample projects by before the run (default: 1)')
    .option('--serve [port]', 'then serve the links in the messages until Ctrl-C (default: 8080)')
    .option(...configFlag)
    .option('--out <folder>', 'where workbooks and messages go', 'out')
    .option(...jsonOfReportsFlag)
    .addHelpText(
      'after',
      `
Examples:
  npm run demo
  npm run demo -- --advance            the following week
  npm run demo -- --serve              and open the links in the messages
  npm run demo -- --tasks 9000`,
    )
    .action(lazyAction(async () => (await import('./demo/demo.ts')).demoCommand));

  program
    .command('run')
    .description('make reports now; messages go to files unless --send')
    .argument(...reportsArgument)
    .option(...projectFlag)
    .option(
      '--date <YYYY-MM-DD>',
      'the report day, which decides the window and the week of PPC; today by default',
    )
    .option('--weeks <n>', 'weeks of the window, 1 to 6; the configured ones by default')
    .option(
      '--shift <shift>',
      'only this shift: day, afternoon, night, 24hr or none; repeatable',
      collectValues,
    )
    .option('--run-id <id>', 'name of the run; the same name sends nothing twice')
    .option('--send', 'mail the messages through mail.smtp')
    .option(...takeOverFlag)
    .option('--dry-run', 'say what would happen; write and send nothing')
    .option(...configFlag)
    .option('--out <folder>', 'where workbooks and messages go (default: "out", with --send "sent")')
    .option(...jsonOfReportsFlag)
    .addHelpText(
      'after',
      `
A folder holds either reports whose messages went to files, or reports that were mailed, so that nothing in a file
counts as sent; --take-over turns the first kind into the second. Mails link to week pages, and ask for answers, if \`start\` runs on
the same folder and deployment.machine.url leads to it. A recipient whom the mail server refuses is named, and the command
ends with exit code 1.

Examples:
  npm run lookahead -- run                              every report of every project
  npm run lookahead -- run weekly --project riverside
  npm run lookahead -- run weekly --send                send it by mail
  npm run lookahead -- run weekly --weeks 6 --shift night --dry-run --json`,
    )
    .action(lazyAction(async () => (await import('./run.ts')).runCommand, 'reports'));

  program
    .command('start')
    .description('make and send reports on schedule on this machine, until stopped')
    .option(...configFlag)
    .option('--out <folder>', 'where workbooks are kept (default: "sent", or "out" for messages in files)')
    .option(
      '--restored',
      'the folder is a restored backup: mail that may have been sent is marked, or its contact is asked',
    )
    .option(...takeOverFlag)
    .option('--json', 'the log as lines of JSON')
    .addHelpText(
      'after',
      `
Messages go through mail.smtp of the configuration; without it they go to files.
The process may be stopped or killed at any time; the next one goes on where it stopped.

Example:
  npm run lookahead -- start --out /var/lib/lookahead`,
    )
    .action(lazyAction(async () => (await import('./start.ts')).startCommand));

  program
    .command('status')
    .description('show who got what: reports that were due or requested, and each recipient')
    .argument(...reportsArgument)
    .option(...projectFlag)
    .option('--since <day>', 'a date, a weekday, today or yesterday; a week ago by default')
    .option('--late', 'only what is late, waits for somebody, or did not reach everybody')
    .option(...archiveFlag)
    .option(...bucketFlag)
    .option(...regionFlag)
    .option(
      '--json',
      'one line of JSON for each report of a project; before them, one if mail is or was stopped',
    )
    .addHelpText(
      'after',
      `
The states of a recipient: waiting; sent (the mail service took the message); in outbox (the message is a file, and
reaches nobody by itself); delivered; delayed (still tried); soft-bounced (a bounce that ends nothing, such as an
automatic reply); undelivered (refused for now, and no longer tried); bounced (refused for good); complained (marked
as spam); rejected and failed (never sent); perhaps sent (the send began and has no answer on record); not sent (and
nobody tries it again). Times are those of the project.

Examples:
  npm run lookahead -- status                           the last seven days
  npm run lookahead -- status weekly --since friday     who got what last Friday?
  npm run lookahead -- status --late --bucket lookahead-uk-archivebucket-1a2b3c4d --region eu-west-2`,
    )
    .action(lazyAction(async () => (await import('./status.ts')).statusCommand, 'reports'));

  program
    .command('answers')
    .description('show the answers to the last two weeks of each report')
    .argument(...reportsArgument)
    .option('--csv', 'a line for each task, for a spreadsheet')
    .option('--forget <name>', 'ask, then remove this name and its notes')
    .option('--yes', 'do not ask')
    .option(...archiveFlag)
    .option(...bucketFlag)
    .option(...regionFlag)
    .option('--json', 'one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  npm run lookahead -- answers
  npm run lookahead -- answers weekly --csv > answers.csv
  npm run lookahead -- answers --forget "Ana Silva"`,
    )
    .action(lazyAction(async () => (await import('./answers.ts')).answersCommand, 'reports'));

  program
    .command('stop')
    .description('stop all mail now: reports, mails to contacts and requests, until --resume')
    .option('--resume', 'let the mail go on')
    .option('--out <folder>', 'the folder that start was given (default: "sent")')
    .option(...bucketFlag)
    .option(...regionFlag)
    .option('--json', 'whether mail is stopped now, since when and by whom, as one JSON object')
    .addHelpText(
      'after',
      `
Within a minute nothing more is mailed. Reports wait until their deadline, and go out once the mail goes on. On one
machine, the user of the service or root may run it.

Examples:
  npm run lookahead -- stop --bucket lookahead-uk-archivebucket-1a2b3c4d --region eu-west-2
  npm run lookahead -- stop --bucket lookahead-uk-archivebucket-1a2b3c4d --region eu-west-2 --resume`,
    )
    .action(lazyAction(async () => (await import('./stop.ts')).stopCommand));

  program
    .command('validate')
    .description('check the configuration, without contacting the planning service')
    .argument('[file]', 'the configuration (default: "lookahead.yaml")')
    .option('--config <file>', 'the same, as other commands take it')
    .option('--json', 'the problems, or what is configured, as one JSON object')
    .addHelpText('after', '\nExample:\n  npm run lookahead -- validate lookahead.yaml')
    .action(lazyAction(async () => (await import('./validate.ts')).validateCommand, 'file'));
}
