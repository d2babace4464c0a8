/** The `World` of a process on one machine: a folder as the archive, the environment for keys, and no cloud. */
import { dirname } from 'node:path';
import { createDirectoryStore, type DirectoryStore } from '../archive/directory.ts';
import type { Clock } from '../base/system.ts';
import { answerBytesFor, connectWith } from '../delivery/connect.ts';
import { createOutageBrake } from '../delivery/queue/outage.ts';
import { byCommandLine } from '../delivery/send-again-command.ts';
import type { World } from '../delivery/world.ts';
import { signLink } from '../mail/signed-link.ts';
import { createRenderer } from '../workbook/render-workbook.ts';
import { environmentKeys } from './environment-keys.ts';
import { linkSecretOf } from './link-secret.ts';
import { openMailServer, openOutbox } from './local-mailer.ts';

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

/** Where a process has its passwords and keys. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The archive of this machine. Links in messages lead to the server of this process; where their secret is damaged, there
 * is none: `link` throws.
 */
export async function openMachineArchive(
  { archive, url, linkDays }: MachineSettings,
  { now }: Pick<Clock, 'now'>,
): Promise<DirectoryStore> {
  const store = createDirectoryStore(archive);
  const secret = await linkSecretOf(store);
  return {
    ...store,
    link: async (key) =>
      signLink({ baseUrl: url, key, expires: now().add({ hours: 24 * linkDays }), secret: secret() }),
  };
}

/** Messages go through the mail server of the configuration, or to files where it names none. @throws SmtpPasswordError */
export function machineWorld(
  settings: MachineSettings,
  environment: Environment,
  own: Pick<World, 'configuration' | 'store' | 'programmes' | 'restoredAt' | 'log' | 'clock' | 'chance'>,
): Omit<World, 'queue'> {
  const { store, clock, chance } = own;
  const { mail } = own.configuration;
  return {
    ...own,
    renderer: createRenderer(dirname(settings.configurationFile)),
    brake: createOutageBrake(store, clock, chance),
    mailer:
      mail === undefined
        ? openOutbox(store)
        : openMailServer({ ...own.configuration, mail }, environment, { ...own, archive: settings.archive }),
    connect: connectWith(environmentKeys(environment), {
      maxTotalBytes: answerBytesFor(settings.workerMemoryMB),
      moreMemory: 'raise deployment.machine.workerMemoryMB in lookahead.yaml and start again',
    }),
    sendAgain: byCommandLine([
      ...(mail === undefined ? [] : ['--send']),
      ...['--config', settings.configurationFile, '--out', settings.archive],
    ]),
  };
}
