import { failureFields, type LogWithoutMetrics } from '#base/log.ts';

/** Minimum milliseconds between two log lines of the same kind. */
const minTimeBetweenLines = 60_000;

type LinkLog = {
  readonly log: LogWithoutMetrics;
  readonly now: () => { readonly epochMilliseconds: number };
};

/** The log lines about links, the same on Lambda and in `start`. */
export function createLinkLog(to: LinkLog) {
  const { log } = to;
  return {
    opened: (folder: string) => log.info('link opened', { folder }),
    gone: (folder: string) => log.warn('link to an object that was removed', { folder }),
    refused: createFailedLinkLogger('links refused', to),
    postponed: createFailedLinkLogger('links not opened: too many at once', to),
    notStored: (error: Error) => log.error('an answer was not stored', failureFields(error)),
  };
}

/**
 * Logs at most one line a minute about links that were not opened, so that nobody can fill the log by opening many.
 * `links` is their number since the previous line.
 */
export function createFailedLinkLogger(message: string, { log, now }: LinkLog): () => void {
  let links = 0;
  let lastLine = Number.NEGATIVE_INFINITY;
  return () => {
    links += 1;
    const at = now().epochMilliseconds;
    if (at - lastLine < minTimeBetweenLines) return;
    log.info(message, { links });
    links = 0;
    lastLine = at;
  };
}
