import { expect, it } from 'vitest';
import nodeHttp, { Agent, request } from '../../../infra/bundled/node-http.ts';

it('the replacement of an imported node:http is the runtime’s own module, under the names that packages import', () => {
  expect(nodeHttp).toBe(process.getBuiltinModule('node:http'));
  expect([Agent, request]).toEqual([nodeHttp.Agent, nodeHttp.request]);
});
