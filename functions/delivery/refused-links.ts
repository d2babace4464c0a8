import type { StepLog } from './step-log.ts';

/** Milliseconds between two lines about refused links. */
const betweenLines = 60_000;

/**
 * Logs refused links, at most one line a minute, so that whoever opens many cannot fill the log. `links` is how many
 * were refused since the line before.
 * @returns to be called for each of them
 */
export function logRefusedLinks(log: StepLog, now: () => { readonly epochMilliseconds: number }): () => void {
  let links = 0;
  let lastLine = Number.NEGATIVE_INFINITY;
  return () => {
    links += 1;
    const at = now().epochMilliseconds;
    if (at - lastLine < betweenLines) return;
    log.info('links refused', { links });
    links = 0;
    lastLine = at;
  };
}
