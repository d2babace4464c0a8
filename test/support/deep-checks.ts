import process from 'node:process';

/**
 * `npm test` shows each kind of fault once, in two minutes. With DEEP_CHECKS=1 the files `*.deep.test.ts` run too, and
 * other tests go through more cases; with DEEP_CHECKS=all also through what takes too long for every change.
 */
export const deep = ['1', 'all'].includes(process.env['DEEP_CHECKS'] ?? '');
export const all = process.env['DEEP_CHECKS'] === 'all';
