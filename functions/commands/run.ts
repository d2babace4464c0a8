import { dirname, join } from 'node:path';
import process from 'node:process';
import { getHeapStatistics } from 'node:v8';
import * as z from 'zod/mini';
import { createDirectoryStore } from '#archive/directory.ts';
import type { ObjectStore } from '#archive/object-store.ts';
import { formatDay } from '#base/day.ts';
import { systemClock } from '#base/system.ts';
import { commandText } from '#base/text/shell.ts';
import type { Configuration } from '#config/configuration.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import { isReachedLocallyOnly, machineSettingsOf, noPagesText } from '#config/machine-settings.ts';
import { shiftsOrNone } from '#lookahead/tasks/select-tasks.ts';
import { environmentApiKeyFinder } from '#machine/environment-keys.ts';
import { isCheckMissingOrFailed, readLastCheck } from '#machine/last-check.ts';
import {
  openMachineArchive,
  openOutboxMailer,
  openSmtpMailer,
  outboxFolder,
} from '#machine/machine-world.ts';
import type { Mailer } from '#mail/transport/mailer.ts';
import { beginRequest, requestedReports } from '#queue/begin-request.ts';
import { RequestError } from '#queue/parse-report-request.ts';
import { maxResponseBytesForMemory, planningConnector } from '#runs/connect.ts';
import { checkMessagesGoToFiles, markArchiveAsSendingMail } from '#runs/store/archive-use.ts';
import { readRestoredAt } from '#runs/store/restored-archive.ts';
import { createWorkbookRenderer } from '#workbook/render-workbook.ts';
import { badInputError } from './failure.ts';
import {
  dayOption,
  fileOption,
  flagOption,
  folderOption,
  optionWords,
  parseOptions,
  requireOutWithTakeOver,
  unusableOptionsError,
  wholeNumberOption,
} from './options.ts';
import { runReports } from './run-reports.ts';
import type { Terminal } from './terminal.ts';

const schema = z.object({
  config: fileOption,
  out: z.optional(folderOption),
  send: flagOption,
  takeOver: flagOption,
  reports: z.array(z.string()),
  project: z._default(z.array(z.string()), []),
  date: z.optional(dayOption),
  weeks: z.optional(wholeNumberOption(1, 6)),
  shift: z.optional(z.array(z.enum(shiftsOrNone, `use ${shiftsOrNone.join(', ')}`))),
  runId: z.optional(z.string()),
  dryRun: flagOption,
});

export async function runCommand(words: unknown, terminal: Terminal): Promise<void> {
  const options = parseOptions(schema, words);
  const use = requireOutWithTakeOver(options);
  const now = systemClock.now();
  const configuration = await loadConfiguration(options.config);
  const out = options.out ?? (options.send ? 'sent' : 'out');
  const store = createDirectoryStore(out);
  const mailer = options.send ? mailServerOf(configuration, store, out) : undefined;
  const name = options.runId ?? now.toString().toLowerCase().replaceAll(/[:.]/g, '-');
  const request = {
    projects: options.project,
    reports: options.reports,
    reportDay: options.date,
    weeks: options.weeks,
    shifts: options.shift,
    mode: options.dryRun ? 'dry-run' : 'send',
    runId: name,
  } as const;
  const again = commandText(commandWithRunId(options, name));
  try {
    if (!options.dryRun)
      await (mailer ? markArchiveAsSendingMail(store, use) : checkMessagesGoToFiles(store));
    const linked = mailer && !options.dryRun ? await linkedArchive(configuration, out, terminal) : undefined;
    const selected = requestedReports(request, { configuration, now });
    const findKey = environmentApiKeyFinder(process.env);
    // All keys are read before any report runs, so that a missing key ends the command at once.
    for (const { project } of selected) await findKey(project);
    const connect = planningConnector(findKey, {
      maxTotalBytes: maxResponseBytesForMemory(getHeapStatistics().heap_size_limit / bytesPerMB),
      moreMemory: 'give Node more memory, such as NODE_OPTIONS=--max-old-space-size=8192',
    });
    if (options.runId === undefined && !options.dryRun) {
      terminal.print([`This is run ${name}. If it is interrupted, this continues it:`, `  ${again}`]);
    }
    const runs = await beginRequest(request, { configuration, store, now });
    const world = {
      configuration,
      store: linked ?? store,
      signPage: linked?.signPage,
      restoredAt: await readRestoredAt(store),
      mailer: mailer ?? openOutboxMailer(store),
      renderer: createWorkbookRenderer(dirname(options.config)),
      connect,
      clock: systemClock,
    };
    const outbox = mailer ? undefined : join(out, outboxFolder);
    const laptop = { out, outbox, again: `run it again with \`${again}\`` };
    await runReports(runs, { ...laptop, worldOf: () => world }, terminal);
  } catch (error) {
    throw error instanceof RequestError ? unusableOptionsError(error) : error;
  }
}

/** The command that continues the run. It has the same options, so that it does the same. */
function commandWithRunId(options: z.infer<typeof schema>, runId: string): readonly string[] {
  const { reports, project, date, weeks, shift, send, config, out } = options;
  const words = optionWords({
    project,
    date: date === undefined ? date : formatDay(date),
    weeks: weeks?.toString(),
    shift,
    send,
    'run-id': runId,
    config,
    out,
  });
  return ['run', ...reports, ...words];
}

function mailServerOf(configuration: Configuration, store: ObjectStore, out: string): Mailer {
  const { mail } = configuration;
  if (mail === undefined) {
    throw badInputError(
      '--send needs a mail server, and the configuration names none',
      'Add mail: { smtp: { host: smtp.example.com, user: lookahead, password: { env: SMTP_PASSWORD } } }, or leave out --send for messages in files.',
    );
  }
  return openSmtpMailer({ ...configuration, mail }, process.env, { store, clock: systemClock, archive: out });
}

/**
 * The archive, with links to the address at which `start` serves it. Undefined if only this machine reaches that
 * address or `start` has never run; then a warning says what is left out and why. If `start` no longer checks the
 * archive, a warning says so.
 */
async function linkedArchive(configuration: Configuration, archive: string, terminal: Terminal) {
  const machine = machineSettingsOf(configuration);
  const last = await readLastCheck(archive);
  if (isReachedLocallyOnly(machine.url) || last === undefined) {
    const why = isReachedLocallyOnly(machine.url)
      ? undefined
      : `\`start\` has never run with --out ${archive}`;
    terminal.warn(`Week pages: ${noPagesText(configuration, why)}.`);
    return undefined;
  }
  if (isCheckMissingOrFailed(last, systemClock.now())) {
    terminal.warn(
      `\`start\` last checked ${archive} at ${last.at}: links in these mails open only while it runs.`,
    );
  }
  return openMachineArchive({ ...machine, archive }, systemClock);
}

const bytesPerMB = 1024 * 1024;
