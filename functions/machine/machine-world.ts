/** The services of a process on one machine: its archive is a folder, and its keys are environment variables. */

import { dirname } from 'node:path';
import { createDirectoryStore, type DirectoryStore } from '#archive/directory.ts';
import type { ObjectStore } from '#archive/object-store.ts';
import type { Clock } from '#base/system.ts';
import type { Configuration } from '#config/configuration.ts';
import { isReachedLocallyOnly } from '#config/machine-settings.ts';
import { signLink } from '#display/signed-link.ts';
import type { Mailer } from '#mail/transport/mailer.ts';
import { createOutboxMailer } from '#mail/transport/outbox.ts';
import { createSmtpMailer } from '#mail/transport/smtp.ts';
import { smtpServerOf } from '#mail/transport/smtp-settings.ts';
import { parsePageKey, signPageLink } from '#pages/page-link.ts';
import { createOutageBrake, type OutageBrake } from '#queue/outage.ts';
import { maxResponseBytesForMemory, planningConnector } from '#runs/connect.ts';
import { resumeCommandText, stoppableMailer } from '#runs/messages/stoppable-mailer.ts';
import type { RunWorld, SignPageLink } from '#runs/world.ts';
import { machineSendAgainFormatter } from '#watch/send-again-command.ts';
import type { CheckWorld } from '#watch/world.ts';
import { createWorkbookRenderer } from '#workbook/render-workbook.ts';
import { environmentApiKeyFinder } from './environment-keys.ts';
import { readOrCreateLinkSecret } from './link-secret.ts';

export const outboxFolder = 'outbox';

export type MachineSettings = {
  readonly configurationFile: string;
  readonly archive: string;
  readonly url: string;
  readonly linkDays: number;
  readonly workerMemoryMB: number;
};

export type MachineEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Opens the archive. Links in messages lead to the server of this process. `link` rejects and `signPage` throws if the
 * stored secret that signs links is damaged.
 */
export async function openMachineArchive(
  { archive, url, linkDays }: Pick<MachineSettings, 'archive' | 'url' | 'linkDays'>,
  { now }: Pick<Clock, 'now'>,
): Promise<DirectoryStore & { readonly signPage: SignPageLink }> {
  const store = createDirectoryStore(archive);
  const secret = await readOrCreateLinkSecret(store);
  return {
    ...store,
    link: async (key) =>
      signLink({ baseUrl: url, key, expires: now().add({ hours: 24 * linkDays }), secret: secret() }),
    signPage: async (key, kind) => signPageLink(parsePageKey(key), { baseUrl: url, kind, secret: secret() }),
  };
}

type MachineInput = Pick<
  CheckWorld,
  'configuration' | 'programmes' | 'restoredAt' | 'log' | 'clock' | 'chance'
> & {
  readonly store: ObjectStore & { readonly signPage: SignPageLink };
};

/** The services that a worker has too. The queue is not one of them: only the main process has it. */
type MachineParts = RunWorld &
  Pick<CheckWorld, 'log' | 'programmes' | 'sendAgain'> & { readonly brake: OutageBrake };

/** Mails through the configured mail server, or writes files if there is none. @throws SmtpPasswordError */
export function createMachineWorld(
  settings: MachineSettings,
  environment: MachineEnvironment,
  own: MachineInput,
): MachineParts {
  const { store, clock, chance } = own;
  const { mail } = own.configuration;
  return {
    ...own,
    // Readers' phones cannot reach an address such as localhost, so no page is linked.
    signPage: isReachedLocallyOnly(settings.url) ? undefined : store.signPage,
    renderer: createWorkbookRenderer(dirname(settings.configurationFile)),
    brake: createOutageBrake(store, clock, chance),
    mailer:
      mail === undefined
        ? openOutboxMailer(store)
        : openSmtpMailer({ ...own.configuration, mail }, environment, { ...own, archive: settings.archive }),
    connect: planningConnector(environmentApiKeyFinder(environment), {
      maxTotalBytes: maxResponseBytesForMemory(settings.workerMemoryMB),
      moreMemory: 'raise deployment.machine.workerMemoryMB in lookahead.yaml and start again',
    }),
    sendAgain: machineSendAgainFormatter([
      ...(mail === undefined ? [] : ['--send']),
      ...['--config', settings.configurationFile, '--out', settings.archive],
    ]),
  };
}

/** The mail server of the configuration; nothing is sent while mail is stopped. @throws SmtpPasswordError */
export function openSmtpMailer(
  { mail, from, deployment }: Configuration & { readonly mail: NonNullable<Configuration['mail']> },
  environment: Readonly<Record<string, string | undefined>>,
  world: { readonly store: ObjectStore; readonly clock: Clock; readonly archive: string },
): Mailer {
  const resume = resumeCommandText('--out', world.archive);
  const server = smtpServerOf(mail.smtp, { from, url: deployment?.machine?.url }, environment);
  return stoppableMailer(createSmtpMailer(server), { ...world, resume });
}

export function openOutboxMailer(store: ObjectStore): Mailer {
  return createOutboxMailer({
    putOnce: (name, body, contentType) => store.putOnce(`${outboxFolder}/${name}`, body, contentType),
    get: (name) => store.get(`${outboxFolder}/${name}`),
  });
}
