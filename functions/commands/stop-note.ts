import type { ObjectStore } from '#archive/object-store.ts';
import { readStop, stopText } from '#runs/messages/stoppable-mailer.ts';
import { describeFailure } from './failure.ts';

export type StopNote = {
  readonly text: string;
  readonly json: { readonly since: string | null; readonly by: string | null };
};

/**
 * The first line of a command while nothing is mailed: mail is stopped, or the archive does not say.
 * @param resume the command that resumes the mail of this archive
 */
export async function stopNote(store: ObjectStore, resume: string): Promise<StopNote | undefined> {
  try {
    const stop = await readStop(store);
    if (stop?.became !== 'stopped') return undefined;
    return {
      text: `All mail was ${stopText(stop)}: nothing is mailed until \`${resume}\`.`,
      json: { since: stop.at.toString(), by: stop.by },
    };
  } catch (error) {
    const reason = describeFailure(error).lines.join(' ');
    return {
      text: `Nothing is mailed, as it cannot be read whether mail is stopped: ${reason} \`${resume}\` lets it go on.`,
      json: { since: null, by: null },
    };
  }
}
