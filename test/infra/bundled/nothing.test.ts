import { expect, it } from 'vitest';
import { sync } from '../../../infra/bundled/nothing.ts';

it('a call into a package that is not bundled fails with a clear message', () => {
  expect(() => sync()).toThrow('This package is not part of the bundle.');
});
