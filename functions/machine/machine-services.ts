/** What a process on one machine is made of: a folder as the archive, the environment for keys, and no cloud. */
import { dirname } from 'node:path';
import { createDirectoryStore } from '../archive/directory.ts';
import type { ObjectStore } from '../archive/object-store.ts';
import type { Configuration } from '../config/configuration.ts';
import { answerBytesFor } from '../delivery/answer-bytes.ts';
import { byCommandLine } from '../delivery/notify/send-again-command.ts';
import type { JobServices } from '../delivery/report-services.ts';
import { createOutageBrake } from '../delivery/retry/outage.ts';
import type { Metrics, StepLog } from '../delivery/step-log.ts';
import { signLink } from '../mail/signed-link.ts';
import { createSmtpMailer } from '../mail/transport/smtp.ts';
import { smtpServerOf } from '../mail/transport/smtp-settings.ts';
import { createRenderer } from '../workbook/renderer.ts';
import { environmentKeys } from './environment-keys.ts';
import { linkSecretOf } from './link-secret.ts';
import { openOutbox } from './local-mailer.ts';
import type { MachineParts } from './machine.ts';

/** Where a process on one machine keeps and finds things. */
export type MachineSettings = {
  readonly configurationFile: string;
  /** The folder of the archive. */
  readonly archive: string;
  /** Where links in messages lead: an address that reaches `port`. */
  readonly url: string;
  readonly linkDays: number;
  /** MB that each worker may use. */
  readonly workerMemoryMB: number;
};

/** The log and the alarms of the cloud are made of metrics; here the log says the same. */
const noMetrics: Metrics = { count: () => {}, bytes: () => {}, took: () => {}, publish: () => {} };

/** What a process has of the world outside. */
export type MachineProcess = Pick<JobServices, 'now' | 'elapsed' | 'drawId' | 'random'> & {
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** The archive of this machine. Links in messages lead to the server of this process. */
export async function openMachineArchive(
  { archive, url, linkDays }: MachineSettings,
  now: MachineProcess['now'],
): Promise<ObjectStore> {
  const store = createDirectoryStore(archive);
  const secret = await linkSecretOf(store);
  return {
    ...store,
    link: async (key) =>
      signLink({ baseUrl: url, key, expires: now().add({ hours: 24 * linkDays }), secret }),
  };
}

/** Messages go through the mail server of the configuration, or to files where it names none. @throws SmtpPasswordError */
export function machineServices(
  settings: MachineSettings,
  parts: {
    readonly configuration: Configuration;
    readonly store: ObjectStore;
    /** That of the planning service, where this process serves it. */
    readonly programmes?: ObjectStore | undefined;
    readonly log: StepLog;
  },
  { environment, ...process }: MachineProcess,
): MachineParts['services'] {
  const { store } = parts;
  const { mail } = parts.configuration;
  return {
    ...parts,
    ...process,
    renderer: createRenderer(dirname(settings.configurationFile)),
    brake: createOutageBrake({ store, ...process }),
    mailer: mail === undefined ? openOutbox(store) : createSmtpMailer(smtpServerOf(mail.smtp, environment)),
    keyOf: environmentKeys(environment),
    metrics: noMetrics,
    sendAgain: byCommandLine([
      ...(mail === undefined ? [] : ['--send']),
      ...['--config', settings.configurationFile, '--out', settings.archive],
    ]),
    answerBytes: answerBytesFor(settings.workerMemoryMB),
    moreMemory: 'raise deployment.machine.workerMemoryMB in lookahead.yaml and start again',
  };
}
