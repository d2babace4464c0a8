import process from 'node:process';

/** `npm test` shows each kind of fault once, in minutes; with DEEP_CHECKS=1 the tests go through all of them. */
export const deep = process.env['DEEP_CHECKS'] === '1';
