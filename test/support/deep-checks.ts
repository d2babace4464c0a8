import process from 'node:process';

/**
 * `npm test` shows each kind of fault once. With DEEP_CHECKS=1 the files `*.deep.test.ts` run too, and
 * other tests go through more cases; with DEEP_CHECKS=all also through what takes too long for every change.
 */
export const deep = ['1', 'all'].includes(process.env['DEEP_CHECKS'] ?? '');
export const isEveryCheck = process.env['DEEP_CHECKS'] === 'all';

/** Seed of the random histories: the same in each `npm test`; CI gives each commit another one. */
export const historySeed = Number(process.env['HISTORY_SEED'] ?? 20_261_120);
