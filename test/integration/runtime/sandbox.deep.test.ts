import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { type MovingClock, movingClock } from '../end-to-end/moving-clock.ts';
import { deployFunction } from './lambda-function.ts';
import { hasRuntimeInterfaceClient, type RuntimeClient, runtimeClients } from './runtime-client.ts';

/** A deployed function with the given code of a few lines. */
async function aFunction(
  client: RuntimeClient,
  source: string,
  changes: { readonly timeoutSeconds?: number; readonly clock?: MovingClock } = {},
) {
  const code = join(await temporaryDirectory(), 'code');
  await mkdir(code);
  await writeFile(join(code, 'index.mjs'), source);
  const deployed = {
    name: 'a-function',
    code,
    handler: 'index.handler',
    environment: { GREETING: 'hello' },
    memoryMB: 256,
    timeoutSeconds: changes.timeoutSeconds ?? 10,
  };
  const made = deployFunction(deployed, () => ({ environment: {}, clock: changes.clock, client }));
  onTestFinished(() => made.retire());
  return made;
}

describe.each(runtimeClients)('under %s client', (client) => {
  it('a handler gets the event, its environment and the context, and its answer is the invocation’s', async () => {
    const { invoke } = await aFunction(
      client,
      `export const handler = async (event, context) => ({
    event, greeting: process.env.GREETING, zone: process.env.TZ,
    id: context.awsRequestId.length, name: context.functionName, arn: context.invokedFunctionArn,
    memory: context.memoryLimitInMB, minutesLeft: Math.ceil(context.getRemainingTimeInMillis() / 60_000),
  });`,
      // A busy machine may take seconds to start the process.
      { timeoutSeconds: 900 },
    );
    expect(await invoke({ text: '“quoted” ✓' })).toEqual({
      kind: 'response',
      body: {
        event: { text: '“quoted” ✓' },
        greeting: 'hello',
        zone: 'UTC',
        id: 36,
        name: 'a-function',
        arn: 'arn:aws:lambda:eu-west-2:123456789012:function:a-function',
        memory: '256',
        minutesLeft: 15,
      },
    });
  });

  it('a warm process serves one invocation after the other; two concurrent invocations start two processes', async () => {
    const { invoke, started } = await aFunction(
      client,
      `let calls = 0;
    export const handler = async ({ wait }) => { await new Promise((go) => setTimeout(go, wait)); return ++calls; };`,
    );
    expect(await invoke({ wait: 0 })).toEqual({ kind: 'response', body: 1 });
    expect(await invoke({ wait: 0 })).toEqual({ kind: 'response', body: 2 });
    expect(started()).toBe(1);
    await Promise.all([invoke({ wait: 20 }), invoke({ wait: 20 })]);
    expect(started()).toBe(2);
  });

  it('an error that a handler throws is returned with its name and message, and the process stays alive', async () => {
    const { invoke, started } = await aFunction(
      client,
      `export const handler = async (event) => {
    if (event === 'fail') throw new RangeError('out of range'); };`,
    );
    expect(await invoke('fail')).toEqual({
      kind: 'error',
      errorType: 'RangeError',
      errorMessage: 'out of range',
    });
    expect(await invoke('work')).toEqual({ kind: 'response', body: null });
    expect(started()).toBe(1);
  });

  it('a function that cannot be loaded answers with the reason', async () => {
    const { invoke } = await aFunction(client, `throw new TypeError('not today'); export const handler = 1;`);
    expect(await invoke({})).toMatchObject({
      kind: 'error',
      errorMessage: expect.stringContaining('not today'),
    });
  });

  it('a killed process gives no answer, and the next invocation starts another', async () => {
    const made = await aFunction(
      client,
      `export const handler = async ({ stay }) => {
    if (stay) { console.log('staying'); await new Promise((go) => setTimeout(go, 60_000)); } return 'gone on'; };`,
    );
    const answer = made.invoke({ stay: true });
    await expect.poll(() => made.log(), { interval: 5 }).toContain('staying');
    made.killAll();
    expect(await answer).toEqual({ kind: 'died', how: 'SIGKILL' });
    expect(await made.invoke({ stay: false })).toEqual({ kind: 'response', body: 'gone on' });
  });

  it('a function that exceeds its time limit is killed', async () => {
    const { invoke } = await aFunction(
      client,
      `export const handler = () => new Promise((go) => setTimeout(go, 60_000));`,
      { timeoutSeconds: 0.5 },
    );
    expect(await invoke({})).toEqual({ kind: 'died', how: 'SIGKILL' });
  });

  it('a function uses the given clock and deadline, also after the clock was moved', async () => {
    const clock = movingClock('2030-05-06T07:08:09Z', join(await temporaryDirectory(), 'clock'));
    const { invoke, started } = await aFunction(
      client,
      `export const handler = async (_, context) => ({ now: new Date().toISOString().slice(0, 16),
      same: Math.abs(Date.now() - new Date()) < 50, year: new Date(2020, 1, 1).getFullYear(),
      isDate: new Date() instanceof Date, minutesLeft: Math.ceil(context.getRemainingTimeInMillis() / 60_000) });`,
      { clock, timeoutSeconds: 900 },
    );
    const at = (now: string) => ({
      kind: 'response',
      body: { now, same: true, year: 2020, isDate: true, minutesLeft: 15 },
    });
    expect(await invoke({})).toEqual(at('2030-05-06T07:08'));
    clock.advance({ minutes: 90 });
    expect(await invoke({})).toEqual(at('2030-05-06T08:38'));
    expect(started()).toBe(1);
  });
});

it('the deep checks use AWS’s own client', () => {
  expect(hasRuntimeInterfaceClient).toBe(true);
});
