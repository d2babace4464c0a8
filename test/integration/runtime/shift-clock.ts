/**
 * Loaded before a function's own code: its clock is so many milliseconds ahead of the machine's as CLOCK_FILE says, a
 * 64-bit floating-point number that is read whenever the time is. So a lease of twenty minutes runs out without
 * waiting for it, also in a warm process, and the deployed code needs no hook for tests. With SHORT_WAITS, what the
 * code waits for between two tries takes a hundredth of its time.
 */
import { openSync, readSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';
import timers from 'node:timers/promises';

const file = process.env['CLOCK_FILE'];
if (file !== undefined) {
  const handle = openSync(file, 'r');
  const ahead = new Float64Array(1);
  const trueNow = Date.now.bind(Date);
  const now = () => {
    readSync(handle, ahead, 0, ahead.byteLength, 0);
    return trueNow() + (ahead[0] ?? 0);
  };
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new Date().toString(),
    get: (target, property, receiver) => (property === 'now' ? now : Reflect.get(target, property, receiver)),
  });
}

if (process.env['SHORT_WAITS'] !== undefined) {
  const wait = timers.setTimeout;
  timers.setTimeout = (milliseconds = 0, ...rest) => wait(milliseconds / 100, ...rest);
  syncBuiltinESMExports();
}
