import { expect, it, onTestFinished } from 'vitest';
import { failedMessageIds } from './batch-answer.ts';
import { openRuntimeApi, type RuntimeAnswer } from './runtime-api.ts';

const batch = ['one', 'two', 'three'];
const response = (body: unknown): RuntimeAnswer => ({ kind: 'response', body });
const naming = (...failures: readonly unknown[]) => response({ batchItemFailures: failures });

it.each([
  ['nothing', response(null)],
  ['an empty object', response({})],
  ['an empty list of failures', naming()],
  ['null in place of the list', response({ batchItemFailures: null })],
])('the whole batch succeeds when the function answers %s', (_, answer) => {
  expect(failedMessageIds(answer, batch)).toEqual([]);
});

it('exactly the messages that the answer names fail', () => {
  expect(failedMessageIds(naming({ itemIdentifier: 'three' }, { itemIdentifier: 'one' }), batch)).toEqual([
    'three',
    'one',
  ]);
});

it.each<[string, RuntimeAnswer]>([
  ['an empty array', response([])],
  ['an array of results', response([{ outcome: 'imported' }])],
  ['an object of its own', response({ outcome: 'imported' })],
  ['a text', response('done')],
  ['a number', response(3)],
  ['true', response(true)],
  ['a list that is an object', response({ batchItemFailures: { itemIdentifier: 'one' } })],
  ['a list of texts', naming('one')],
  ['an empty identifier', naming({ itemIdentifier: '' })],
  ['null as an identifier', naming({ itemIdentifier: null })],
  ['a misnamed key', naming({ messageId: 'one' })],
  ['a message of another batch', naming({ itemIdentifier: 'one' }, { itemIdentifier: 'four' })],
  ['an error', { kind: 'error', errorType: 'Error', errorMessage: 'no' }],
  ['nothing because its process died', { kind: 'died', how: 'SIGKILL' }],
])('the whole batch fails when the function answers %s', (_, answer) => {
  expect(failedMessageIds(answer, batch)).toEqual(batch);
});

it('the whole batch fails if the process dies because it sent invalid JSON, which the Runtime API refuses', async () => {
  const api = await openRuntimeApi();
  onTestFinished(() => api.close());
  const answer = api.invoke({ event: {}, deadline: 0, functionArn: 'arn' });
  const runtime = `http://${api.address}/2018-06-01/runtime/invocation`;
  const requestId = (await fetch(`${runtime}/next`)).headers.get('lambda-runtime-aws-request-id');
  const body = '{"batchItemFailures": [';
  const { status } = await fetch(`${runtime}/${requestId}/response`, { method: 'POST', body });
  expect(status).toBe(400);
  api.abandon('exit code 1');
  expect(failedMessageIds(await answer, batch)).toEqual(batch);
});
