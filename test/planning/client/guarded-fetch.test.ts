import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createConnectionServer } from 'node:net';
import process from 'node:process';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { guardedFetch } from '#planning/client/guarded-fetch.ts';
import { aPlanningClient, idsOf, planningErrorOf } from '../../support/planning/a-planning-client.ts';

let server: Server | undefined;
afterEach(() => server?.close());

const page = JSON.stringify({ results: [{ id: 'a' }] });

/** A service that sends the body with these encodings, and breaks off after it if `announced` is more bytes. */
async function startService(
  encodings: readonly string[],
  body: Uint8Array,
  { announced = body.length } = {},
) {
  server = createServer((_, response) => {
    response.setHeader('content-encoding', encodings);
    response.setHeader('content-length', announced);
    response.write(body);
    if (announced === body.length) response.end();
    else response.socket?.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

describe('an answer with more content encodings than Node accepts', () => {
  const many = Array.from({ length: 200 }, () => 'gzip');
  it.each([
    ['in one header', [many.join(', ')]],
    ['in a header each', many],
  ])('%s is reported as bytes that are not UTF-8', async (_, encodings) => {
    const url = await startService(encodings, gzipSync(page));
    expect(String(await planningErrorOf(aPlanningClient(url).users()))).toContain(
      'the service answered 200 with bytes that are not UTF-8',
    );
  });

  it('whose connection ends early is a broken connection, and does not end the process', async () => {
    const errors: Error[] = [];
    const onError = (error: Error) => errors.push(error);
    process.on('uncaughtException', onError);
    const url = await startService(many, gzipSync(page), { announced: 100_000 });
    expect(await planningErrorOf(aPlanningClient(url).users())).toMatchObject({
      name: 'PlanningUnavailableError',
    });
    for (let turns = 0; turns < 100; turns++) await turn();
    process.off('uncaughtException', onError);
    expect(errors).toEqual([]);
  });

  it('is not decoded, but one with two encodings is', async () => {
    const url = await startService(['gzip, gzip'], gzipSync(gzipSync(page)));
    expect(idsOf(await aPlanningClient(url).users())).toEqual(['a']);
  });
});

describe("the private parts of Node's fetch that are guarded", () => {
  const symbol = Symbol.for('undici.globalDispatcher.1');
  const renamed = 'Node has renamed it: correct guarded-fetch.ts, or drop what Node has mended';

  it('still exist: the dispatcher under its expected name, and the method onData of its handlers', async () => {
    void Response;
    const own: unknown = Reflect.get(globalThis, symbol);
    const dispatch: unknown = own instanceof Object ? Reflect.get(own, 'dispatch') : undefined;
    if (typeof dispatch !== 'function') throw new Error(renamed);
    onTestFinished(() => void Reflect.set(globalThis, symbol, own));
    const answers: unknown[] = [];
    Reflect.set(globalThis, symbol, {
      dispatch: (options: object, handler: object) => {
        const onData: unknown = Reflect.get(handler, 'onData');
        if (typeof onData !== 'function') throw new Error(renamed);
        const recorded = Object.assign(Object.create(handler), {
          onData(this: object, chunk: Uint8Array) {
            answers.push(onData.call(this, chunk));
            return true;
          },
        });
        return dispatch.call(own, options, recorded);
      },
    });
    // The body is larger than the reader's buffer, so that Node would pause the parser.
    const url = await startService([], Buffer.alloc(1_000_000, 'a'));
    await (await guardedFetch(url, {})).text();
    expect(answers.length, renamed).toBeGreaterThan(0);
    expect(new Set(answers)).toEqual(new Set([true]));
  });
});

describe('an answer after which the service ends the connection', () => {
  const body = Buffer.alloc(65_536, 'a');
  const framings: readonly (readonly [string, string, Buffer])[] = [
    ['with a length', `Content-Length: ${body.length}\r\n`, body],
    ['in chunks', 'Transfer-Encoding: chunked\r\n', Buffer.from(`10000\r\n${body}\r\n0\r\n\r\n`)],
    ['up to its end', '', body],
  ];
  it.each(framings)('%s is read to its end, however late', async (_, header, sent) => {
    const service = createConnectionServer().listen(0, '127.0.0.1');
    onTestFinished(() => void service.close());
    await once(service, 'listening');
    const closed = once(service, 'connection').then(async ([socket]) => {
      await once(socket, 'data');
      socket.write(`HTTP/1.1 200 OK\r\n${header}Connection: close\r\n\r\n`);
      socket.end(sent);
      await once(socket, 'close');
    });
    const address = service.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const response = await guardedFetch(`http://127.0.0.1:${port}/`, {});
    await closed;
    expect(await response.text()).toBe(body.toString());
  });
});
