/** Each command of the planning service loads its code when it is called. */
import type { Command } from 'commander';
import { collectValues, lazyAction, regionFlag, seedFlag } from '#commands/typed-options.ts';

export function addPlanningCommands(program: Command): void {
  program
    .command('serve')
    .description('serve the Planning Read API on loopback, until interrupted')
    .option('--port <n>', 'port to listen on; 0 takes a free one', '8787')
    .option('--data <place>', 'a folder or s3://<bucket> of imported projects, instead of samples')
    .option(...regionFlag)
    .option('--tasks <n>', 'tasks in each sample project, 10 to 50000', '300')
    .option(...seedFlag)
    .option('--date <YYYY-MM-DD>', 'the date of the sample projects; today by default')
    .option('--origin <url>', 'where links lead, if behind a proxy')
    .option('--allow-origin <url>', 'an origin whose pages may call the service; repeatable', collectValues)
    .option('--requests-per-minute <n>', 'for each key', '60000')
    .option('--access-log <file>', 'append a line of JSON for each request')
    .option('--json', 'print address, key and projects as one line of JSON')
    .addHelpText(
      'after',
      `
With --data the folder or bucket holds what import stored. A new or empty folder is filled with the sample projects
first, and says so; a folder or bucket without keys gets a first key, which is printed.

Examples:
  npm run lookahead -- serve
  npm run lookahead -- serve --tasks 2000 --port 0 --json
  npm run lookahead -- serve --data ./planning-data
  npm run lookahead -- serve --data s3://programmes --region eu-west-2`,
    )
    .action(lazyAction(async () => (await import('./serve.ts')).serveCommand));

  program
    .command('import')
    .description('import a programme as a version of a project')
    .argument('<file>', 'the file: .xer, .xml (MS Project), .xlsx, .csv or .json, or a folder of .json files')
    .option('--inspect', 'print what is in the file, as a mapping for --map')
    .option('--map <file>', 'the mapping: how codes, fields and calendars become tasks')
    .option('--project <region/id>', 'the project of the planning service, such as gb/riverside')
    .option('--data-date <YYYY-MM-DD>', 'the day up to which progress is known; by default that of the file')
    .option('--to <place>', 'where versions are kept: a folder, or s3://<bucket>', 'data')
    .option(...regionFlag)
    .option('--dry-run', 'say what would be imported; store nothing')
    .option(
      '--force',
      'also import a file that removes over 20% of the tasks, is older than the last version, or has many unreadable dates',
    )
    .option('--init', 'then write a configuration with the project and a weekly report')
    .option(
      '--config <file>',
      'the file that --init writes; an existing file is kept: exit code 2',
      'lookahead.yaml',
    )
    .option('--json', 'the import report as one JSON object; with --init the configuration as another')
    .addHelpText(
      'after',
      `
Either all of the file is imported as one version, or nothing. docs/import.md describes the mapping, which JSON of the
Planning Read API does without.

Examples:
  npm run -s lookahead -- import plan.xer --inspect > plan-map.yaml
  npm run lookahead -- import plan.xer --map plan-map.yaml --project gb/riverside --dry-run
  npm run lookahead -- import plan.xer --map plan-map.yaml --project gb/riverside --init
  npm run lookahead -- import plan.xer --map plan-map.yaml --project gb/riverside --to s3://programmes --region eu-west-2`,
    )
    .action(lazyAction(async () => (await import('./import.ts')).importCommand, 'file'));

  program
    .command('probe')
    .description('ask a planning service everything that reports depend on, and check the answers')
    .argument('<url>', 'the address of the service, without the region')
    .requiredOption('--project <region/id>', 'a project that the key may read, such as gb/riverside-tower')
    .option('--time-zone <name>', "the project's, such as Australia/Perth; by default the region's")
    .option('--pause <ms>', 'milliseconds between two requests', '200')
    .option('--strict', 'exit code 1 if an answer differs from what reports expect')
    .option('--json', 'the answers as one JSON object')
    .addHelpText(
      'after',
      `
The key is read from PLANNING_API_KEY; without it, a token is fetched with PLANNING_CLIENT_ID and PLANNING_CLIENT_SECRET.
What the project's data cannot show is "not seen", which is no difference. It sends some 40 requests, one at a time, and
ends with lines for lookahead.yaml if finish or duration clearly mean something else than reports assume.

Example:
  npm run lookahead -- probe https://planning.example.com --project gb/riverside-tower --strict`,
    )
    .action(lazyAction(async () => (await import('./probe.ts')).probeCommand, 'url'));

  addKeyCommands(program);
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
  npm run lookahead -- keys revoke 0123456789ab --to s3://programmes --region eu-west-2`,
    );
  const subcommand = (name: string, description: string) =>
    keys
      .command(name)
      .description(description)
      .option('--to <place>', 'where programmes and keys are kept: a folder, or s3://<bucket>', 'data')
      .option(...regionFlag)
      .option('--json', 'one line of JSON');

  subcommand('create', 'create a key and print it once')
    .option('--name <name>', 'who gets the key: a program or a team')
    .option('--project <region/id>', 'what it may read, or all; repeatable', collectValues)
    .option('--expires <time>', 'how long it works, such as 12h or 90d', '365d')
    .action(lazyAction(async () => (await import('./keys.ts')).createKeyCommand));
  subcommand('list', 'list who has keys, what they read and when they were last used').action(
    lazyAction(async () => (await import('./keys.ts')).listKeysCommand),
  );
  subcommand('rotate', 'create a successor with the same name, projects and lifetime, and print it')
    .argument('<id>', 'the id of the key')
    .option('--overlap <time>', 'how long the old key still works', '7d')
    .action(lazyAction(async () => (await import('./keys.ts')).rotateKeyCommand, 'id'));
  subcommand('revoke', 'end a key and its tokens at once')
    .argument('<id>', 'the id of the key')
    .action(lazyAction(async () => (await import('./keys.ts')).revokeKeyCommand, 'id'));
}
