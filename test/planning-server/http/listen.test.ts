import { afterEach, describe, expect, it } from 'vitest';
import { type ListeningServer, listen } from '#planning-server/http/listen.ts';

const app = { fetch: () => new Response('served') };
const open: ListeningServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close()));
});

async function serve(port = 0) {
  const server = await listen(app, { port, host: '127.0.0.1' });
  open.push(server);
  return server;
}

describe('listening on a port', () => {
  it('serves on a free port until it is closed', async () => {
    const { url, close } = await serve();
    expect(await (await fetch(url)).text()).toBe('served');
    open.length = 0;
    await close();
    await expect(fetch(url)).rejects.toThrow(TypeError);
  });

  it('says in one line what to do if the port is in use', async () => {
    const { url } = await serve();
    const port = Number(new URL(url).port);
    const second = listen(app, { port, host: '127.0.0.1' });
    await expect(second).rejects.toMatchObject({
      name: 'ListenError',
      kind: 'curable',
      message: `Cannot listen on 127.0.0.1:${port}: the port is in use. Stop the other program or choose another port.`,
    });
  });

  it('says what to do if this machine does not have the address', async () => {
    const elsewhere = listen(app, { port: 0, host: '192.0.2.1' });
    await expect(elsewhere).rejects.toThrow(/this machine has no such address/);
  });
});
