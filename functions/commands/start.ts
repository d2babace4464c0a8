import { join } from 'node:path';
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { createDirectoryObjectRemover, createDirectoryStore } from '#archive/directory.ts';
import { failureFields } from '#base/log.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import { systemClock, systemRandomSource } from '#base/system.ts';
import { version } from '#base/version.ts';
import type { Configuration } from '#config/configuration.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import { isReachedLocallyOnly, machineSettingsOf, noPagesText } from '#config/machine-settings.ts';
import { scheduleNotes } from '#config/schedule-notes.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { createWaitingClock, isClockPlausible } from '#machine/clock.ts';
import { createHealthMonitor, createHealthReportingMailer } from '#machine/health.ts';
import { readLastCheck, saveLastCheck } from '#machine/last-check.ts';
import { createLineLog, type LogFormat } from '#machine/line-log.ts';
import { linkSecretObjectKey, readOrCreateLinkSecret } from '#machine/link-secret.ts';
import { createLinkServer } from '#machine/link-server.ts';
import { createLocalQueue } from '#machine/local-queue.ts';
import { runMachine } from '#machine/machine.ts';
import { createMachineWorld, openMachineArchive, outboxFolder } from '#machine/machine-world.ts';
import { removeOldNamesAndNotes } from '#machine/remove-old-names-and-notes.ts';
import { nextFirings } from '#machine/schedule-timer.ts';
import { createWorkerPool } from '#machine/worker-pool.ts';
import { listen } from '#planning-server/http/listen.ts';
import { signingSecretObject } from '#planning-server/keys/objects.ts';
import { schedulesOf } from '#queue/due-reports.ts';
import type { ReceivedMessage } from '#queue/job-queue.ts';
import { checkMessagesGoToFiles, markArchiveAsSendingMail } from '#runs/store/archive-use.ts';
import { readRestoredAt, restoreGapText, saveArchiveRestored } from '#runs/store/restored-archive.ts';
import { openArchiveAt } from './archive-place.ts';
import { badInputError, describeFailure } from './failure.ts';
import { fileOption, flagOption, folderOption, parseOptions, requireOutWithTakeOver } from './options.ts';
import { serveProgrammeVersions } from './planning/serve.ts';
import { type MailStopNotice, readMailStopNotice } from './stop.ts';
import type { Terminal } from './terminal.ts';
import { warnOfExposedSecret } from './warn-of-exposed.ts';

const schema = z.object({
  config: fileOption,
  json: flagOption,
  out: z.optional(folderOption),
  restored: flagOption,
  takeOver: flagOption,
});

/**
 * Runs Lookahead on this machine until SIGINT or SIGTERM: schedules, deliveries, checks, and the links in messages.
 * @throws BadInput and ConfigurationError before anything begins, and ListenError
 */
export async function startCommand(words: unknown, terminal: Terminal): Promise<void> {
  const options = parseOptions(schema, words);
  const use = requireOutWithTakeOver(options);
  const configuration = await loadConfiguration(options.config);
  if (schedulesOf(configuration).length === 0) {
    throw badInputError(
      `No report in ${options.config} has a schedule, so there is nothing to wait for`,
      'Add when: to a report, or use the command run.',
    );
  }
  const isMailed = configuration.mail !== undefined;
  const archive = options.out ?? (isMailed ? 'sent' : 'out');
  const machine = machineSettingsOf(configuration);
  const logFormat: LogFormat = options.json ? 'json' : 'text';
  const clock = createWaitingClock(systemClock);
  const log = createLineLog(logFormat, { write: (line) => process.stdout.write(line), now: clock.now });
  const settings = { ...machine, configurationFile: options.config, archive };
  const store = await openMachineArchive(settings, clock);
  await (isMailed ? markArchiveAsSendingMail(store, use) : checkMessagesGoToFiles(store));
  const secret = await readOrCreateLinkSecret(store);
  const health = createHealthMonitor(clock);
  const links = await listen(
    createLinkServer({
      store,
      // No page is served before the clock is set, because answers are stored with the time.
      secret: () => (isClockPlausible(clock.now()) ? secret() : throwClockNotSet()),
      url: machine.url,
      log,
      now: clock.now,
      health: health.answer,
    }),
    machine,
  );
  const { signal, overdue } = interruption();
  if (!isClockPlausible(clock.now())) {
    terminal.warn(
      `The clock of this machine says ${clock.now()}: nothing is checked or sent until it is set. ${links.url}/health answers 503 until then.`,
    );
    await clock.until(clock.now(), signal);
    if (signal.aborted) {
      terminal.warn('Stopped.');
      return links.close();
    }
  }
  const since = clock.now();
  const programmes = machine.planning && createDirectoryStore(machine.planning.data);
  if (options.restored) {
    const from = await saveArchiveRestored(store, since, (await readLastCheck(archive))?.at);
    terminal.warn(
      from
        ? restoreGapText({ from, at: since }, Temporal.Now.timeZoneId())
        : `${archive} has no record of an earlier check. Is it the restored backup?`,
    );
  }
  const own = {
    configuration,
    store,
    programmes,
    log,
    chance: systemRandomSource,
    restoredAt: await readRestoredAt(store),
  };
  const queue = createLocalQueue(clock, systemRandomSource.id);
  const { mail } = health;
  const machineParts = createMachineWorld(settings, process.env, { ...own, clock });
  const world = {
    ...machineParts,
    mailer: createHealthReportingMailer(machineParts.mailer, mail),
    clock,
    queue,
  };
  const pool = createWorkerPool(
    { ...settings, logFormat },
    { queue, log, mail, script: new URL('../worker.ts', import.meta.url) },
  );
  const planning =
    machine.planning &&
    (await serveProgrammeVersions(
      await openArchiveAt({ name: machine.planning.data }),
      {
        onRequest: (entry) => log.info('planning request answered', entry),
        onError: (error, request) =>
          log.error('planning request failed', { ...request, ...failureFields(error) }),
      },
      machine.planning,
    ));
  announce(
    {
      configuration,
      links: links.url,
      planning: planning?.url,
      archive,
      stop: isMailed ? await readMailStopNotice({ store, name: archive }) : undefined,
      since,
    },
    terminal,
  );
  await warnOfExposedSecret(terminal, { folder: archive, key: linkSecretObjectKey });
  if (machine.planning) {
    await warnOfExposedSecret(terminal, { folder: machine.planning.data, key: signingSecretObject.key({}) });
  }
  // If the secret is damaged, only links fail, and mails that contain a link.
  await warnIfFails(secret, terminal);
  for (const project of configuration.projects) {
    await warnIfFails(() => world.connect(project), terminal, `${project.key}: `);
  }
  const names = { store, remove: createDirectoryObjectRemover(archive) };
  const daily = () => removeOldNamesAndNotes(names, { days: configuration.answerNameDays, now: clock.now() });
  const work = (received: ReceivedMessage) => pool.work(received).finally(health.alive);
  const checked = async (failed: string | undefined) => {
    const at = clock.now();
    const problem = await saveLastCheck(archive, { at, problem: failed });
    if (problem !== undefined) log.error('the archive cannot be used', { reason: problem });
    health.checked({ at, stored: problem === undefined });
  };
  const running = runMachine(world, { workers: machine.workers, work, since, signal, daily, checked });
  const ended = running.then(() => Promise.all([pool.close(), links.close(), planning?.drain()]));
  const isEnded = await Promise.race([ended, overdue]);
  terminal.warn('Stopped.');
  // The work takes too long, so the process ends here: finished steps are stored, and the next process continues from
  // there.
  if (!isEnded) process.exit();
}

function throwClockNotSet(): never {
  throw new LookaheadError('The clock of this machine is not set', {
    kind: 'retryable',
    remedy: 'Set it, or let it reach a time server.',
  });
}

/**
 * Prints a warning if a part fails, such as the key of a project. The rest goes on, and the contact is notified later.
 */
async function warnIfFails(part: () => unknown, terminal: Terminal, name = ''): Promise<void> {
  try {
    await part();
  } catch (error) {
    for (const line of describeFailure(error).lines) terminal.warn(`${name}${line}`);
  }
}

type Announced = {
  readonly configuration: Configuration;
  readonly links: string;
  readonly planning: string | undefined;
  readonly archive: string;
  /** Since when and by whom all mail is stopped, for the first line. */
  readonly stop: MailStopNotice | undefined;
  readonly since: Temporal.Instant;
};

function announce(
  { configuration, links, planning, archive, stop, since }: Announced,
  terminal: Terminal,
): void {
  const { url } = machineSettingsOf(configuration);
  const schedules = schedulesOf(configuration);
  const firings = nextFirings(
    schedules.map(({ schedule }) => schedule),
    since,
  ).map((firing) => {
    const own = schedules.find(({ schedule }) => schedule === firing.schedule)?.reports ?? [];
    return { ...firing, keys: [...new Set(own.map(({ report }) => report.key))] };
  });
  const { projects, reports, mail } = configuration;
  const notes = scheduleNotes(configuration);
  const way = mail
    ? `sent through the mail server ${mail.smtp.host}`
    : `files in ${join(archive, outboxFolder)}: mail.smtp is not configured`;
  const lines = [
    stop?.text,
    `Lookahead ${version} runs: ${countText(projects.length, 'project')}, ${countText(reports.length, 'report')}, ${countText(firings.length, 'schedule')}.`,
    `  workbooks and the run store             ${archive}`,
    `  messages                                ${way}`,
    `  links in messages                       ${url}, served on ${links}`,
    isReachedLocallyOnly(url) && `  week pages                              ${noPagesText(configuration)}`,
    planning && `  Planning Read API                       ${planning}`,
    ...firings.slice(0, maxAnnounced).map(({ schedule, time, keys }) => {
      const local = time.toZonedDateTimeISO(schedule.timeZone).toPlainDateTime().toString().replace('T', ' ');
      return `  next at ${local.slice(0, 16)} ${schedule.timeZone}: ${keys.join(', ')}`;
    }),
    firings.length > maxAnnounced && `  and ${countText(firings.length - maxAnnounced, 'more schedule')}`,
    ...notes.map((note) => `  note: ${note}`),
    'Press Ctrl-C to stop.\n',
  ];
  terminal.print(lines, {
    version,
    stopped: stop?.json,
    notes,
    url,
    links,
    planning,
    archive,
    projects: projects.length,
    reports: reports.length,
    next: firings.map(({ schedule, time, keys }) => ({
      ...schedule,
      time: time.toString(),
      reports: keys,
    })),
  });
}

const maxAnnounced = 5;

/**
 * The first SIGINT or SIGTERM aborts the signal; a second one ends the process at once. `overdue` resolves if the work
 * in progress takes too long to stop after the first.
 */
function interruption() {
  const stopping = new AbortController();
  const { promise: overdue, resolve } = Promise.withResolvers<void>();
  const stop = () => {
    stopping.abort();
    process.off('SIGINT', stop).off('SIGTERM', stop);
    setTimeout(resolve, maxStopMs).unref();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return { signal: stopping.signal, overdue };
}

/**
 * Maximum milliseconds that work in progress may take to stop: process managers kill a process after 10 seconds or
 * more.
 */
const maxStopMs = 8_000;
