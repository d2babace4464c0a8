import { hostname, userInfo } from 'node:os';
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import {
  mailStopOrResumeText,
  readLatestMailStopOrResume,
  resumeCommandText,
  saveMailStopOrResume,
} from '#runs/messages/stoppable-mailer.ts';
import { archiveOptions, type OpenedArchive, openArchiveOfMailedReports } from './archive-place.ts';
import { describeFailure, unfinishedCommandError } from './failure.ts';
import { flagOption, optionWords, parseOptions } from './options.ts';
import type { Terminal } from './terminal.ts';

export type MailStopNotice = {
  readonly text: string;
  readonly json: { readonly since: string | null; readonly by: string | null };
};

/**
 * The first line of a command while nothing is mailed: mail is stopped, or the archive could not be read to find out.
 * @returns undefined if mail is not stopped
 */
export async function readMailStopNotice(archive: OpenedArchive): Promise<MailStopNotice | undefined> {
  const resume = resumeCommandOf(archive);
  try {
    const found = await readLatestMailStopOrResume(archive.store);
    if (found?.became !== 'stopped') return undefined;
    return {
      text: `All mail was ${mailStopOrResumeText(found)}: nothing is mailed until \`${resume}\`.`,
      json: { since: found.at.toString(), by: found.by },
    };
  } catch (error) {
    const reason = describeFailure(error).lines.join(' ');
    return {
      text: `Nothing is mailed, as it cannot be read whether mail is stopped: ${reason} \`${resume}\` lets it go on.`,
      json: { since: null, by: null },
    };
  }
}

const schema = z.object({
  ...archiveOptions,
  resume: flagOption,
});

function resumeCommandOf({ name, region }: OpenedArchive): string {
  return resumeCommandText(...optionWords(region === undefined ? { out: name } : { bucket: name, region }));
}

/**
 * Stops or resumes mail, and prints the state after that.
 * @throws BadInput, ArchiveError if the archive cannot be written, and RunFailed if another person stopped mail while
 *   this resumed it
 */
export async function stopCommand(words: unknown, terminal: Terminal): Promise<void> {
  const { resume, ...place } = parseOptions(schema, words);
  const archive = await openArchiveOfMailedReports(place);
  const { store, name, bucket } = archive;
  const became = resume ? 'resumed' : 'stopped';
  const asked = { became, at: Temporal.Now.instant(), by: userAtHost() } as const;
  const holds = await saveMailStopOrResume(store, asked).catch((error: unknown) => {
    terminal.warn(
      resume
        ? 'Mail was not resumed.'
        : `Mail is NOT stopped. To stop it now, ${bucket === undefined ? 'end the service' : 'pause sending in the console of SES'}.`,
    );
    throw error;
  });
  const goesOn = holds.became === 'resumed';
  const lines = goesOn
    ? ['It goes on. Reports whose deadline has not passed are sent within a quarter of an hour.']
    : [
        `Within a minute after that, nothing more is mailed from ${name}: no report, no mail to a contact, no request.`,
        `Reports wait until their deadline. \`${resumeCommandOf(archive)}\` lets the mail go on.`,
      ];
  terminal.print([`Mail of ${name} was ${mailStopOrResumeText(holds)}.`, ...lines], {
    archive: name,
    mail: goesOn ? 'goes on' : 'stopped',
    since: holds.at.toString(),
    by: holds.by,
  });
  if (resume && !goesOn) {
    throw unfinishedCommandError(
      'curable',
      'Mail does not go on: another person stopped it at the same time.',
    );
  }
}

function userAtHost(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return `${process.getuid?.()}@${hostname()}`;
  }
}
