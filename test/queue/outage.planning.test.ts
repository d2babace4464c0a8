import { describe, expect, it } from 'vitest';
import { PlanningError } from '#planning/client/planning-error.ts';
import { isOutageError, showsServiceIsUp } from '#queue/outage.ts';
import { missingObjectError } from '#runs/store/stored-object.ts';

const details = { operation: 'tasks', remedy: 'Do something.' } as const;
const unavailable = (status?: number) =>
  new PlanningError('PlanningUnavailableError', 'it is down', { ...details, status });

describe('the planning service', () => {
  it.each([
    ['broke the connection', unavailable()],
    ['answered 408', unavailable(408)],
    ['answered 500', unavailable(500)],
    ['answered 503', unavailable(503)],
    ['did not answer in time', new PlanningError('PlanningTimeoutError', 'it is slow', details)],
  ])('seems to be down if it %s', (_, error) => {
    expect(isOutageError(error)).toBe(true);
    expect(showsServiceIsUp(error)).toBe(false);
  });

  it.each([
    ['it is too busy', unavailable(429)],
    ['it is too early', unavailable(425)],
    ['it answers half a body', unavailable(200)],
    ['the key is wrong', new PlanningError('PlanningRefusedError', '401', { ...details, status: 401 })],
    ['the credentials are wrong', new PlanningError('PlanningKeyError', '401', { ...details, status: 401 })],
    [
      'its answer does not match the contract',
      new PlanningError('PlanningContractError', 'no results', details),
    ],
    ['its pages never end', new PlanningError('PlanningPagingError', 'a loop', details)],
    ['its certificate has expired', new PlanningError('PlanningConnectionError', 'it has expired', details)],
  ])('is up if %s', (_, error) => {
    expect(isOutageError(error)).toBe(false);
    expect(showsServiceIsUp(error)).toBe(true);
  });

  it.each([
    [
      'of a key that could not be read',
      new PlanningError('PlanningKeyError', 'the secret cannot be read', details),
    ],
    [
      'of an address that cannot be used',
      new PlanningError('PlanningInputError', 'baseUrl is wrong', details),
    ],
    ['of the archive', missingObjectError('issues/riverside/issue.json')],
    ['of the program', new TypeError('Cannot read properties of undefined')],
  ])('may be up or down after a failure %s', (_, error) => {
    expect(isOutageError(error)).toBe(false);
    expect(showsServiceIsUp(error)).toBe(false);
  });
});
