/** `stop`: nothing more is mailed, until `--resume`. */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { saveStop, stoppedSince } from '../delivery/messages/stoppable-mailer.ts';
import { archiveOptions, openPlace } from './archive-place.ts';
import { parseOptions } from './options.ts';
import type { Terminal } from './terminal.ts';

const schema = z.object({
  ...archiveOptions,
  json: z._default(z.boolean(), false),
  resume: z._default(z.boolean(), false),
});

/** @throws BadInput, and ArchiveError where the archive cannot be written */
export async function stop(words: unknown, terminal: Terminal): Promise<void> {
  const { resume, ...place } = parseOptions(schema, words);
  const { store, name } = await openPlace(place);
  const at = Temporal.Now.instant();
  const since = await stoppedSince(store);
  if (resume === (since !== undefined)) await saveStop(store, { at, became: resume ? 'resumed' : 'stopped' });
  terminal.json({
    archive: name,
    mail: resume ? 'goes on' : 'stopped',
    since: (resume ? at : (since ?? at)).toString(),
  });
  if (resume) {
    terminal.line(
      since === undefined
        ? `Mail of ${name} is not stopped.`
        : `Mail of ${name} goes on. Reports whose deadline has not passed are sent within a quarter of an hour.`,
    );
    return;
  }
  terminal.line(`Within a minute nothing more is mailed from ${name}: no report, no notice, no request.`);
  terminal.line('Reports wait until their deadline. With --resume, the same command lets the mail go on.');
}
