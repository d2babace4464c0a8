/**
 * Loaded before a function's own code: its clock starts at CLOCK_STARTS_AT (ISO 8601) and runs on from there. So
 * a lease of twenty minutes runs out without waiting for it, and the deployed code needs no hook for tests.
 */
import process from 'node:process';

const begins = Date.parse(process.env['CLOCK_STARTS_AT'] ?? '');
if (Number.isFinite(begins)) {
  const shift = begins - Date.now();
  const trueNow = Date.now.bind(Date);
  const now = () => trueNow() + shift;
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new Date().toString(),
    get: (target, property, receiver) => (property === 'now' ? now : Reflect.get(target, property, receiver)),
  });
}
