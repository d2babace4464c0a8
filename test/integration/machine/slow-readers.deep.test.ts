import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { createDirectoryStore } from '#archive/directory.ts';
import { systemClock } from '#base/system.ts';
import { signLink } from '#display/signed-link.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const key = 'issues/workbook.xlsx';
const secret = 'a secret of at least thirty-two characters';
const megabyte = 1_000_000;

/** A process that serves a workbook of 12 MB. */
async function aLinkProcess() {
  const folder = await temporaryDirectory();
  await createDirectoryStore(folder).putOnce(key, new Uint8Array(12 * megabyte), 'application/octet-stream');
  const script = fileURLToPath(new URL('link-process.ts', import.meta.url));
  const child = spawn(execPath, [script, folder, secret], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => {
    child.kill();
  });
  const [line] = await once(child.stdout, 'data');
  const baseUrl = String(line).trim();
  const expires = systemClock.now().add({ hours: 1 });
  return { link: new URL(signLink({ baseUrl, key, expires, secret })), pid: child.pid };
}

/** Opens the link and reads only the beginning of the answer. @returns its status and the open socket */
async function openSlowly(link: URL, forwardedFor: string): Promise<{ status: number; socket: Socket }> {
  const socket = connect(Number(link.port), link.hostname);
  onTestFinished(() => {
    socket.destroy();
  });
  socket.write(
    `GET ${link.pathname}${link.search} HTTP/1.1\r\nHost: ${link.host}\r\nX-Forwarded-For: ${forwardedFor}\r\n\r\n`,
  );
  const [head] = await once(socket, 'data');
  socket.pause();
  return { status: Number(String(head).slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)), socket };
}

/** Peak memory of a process, in bytes. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
}

it('four hundred clients that do not receive their downloads take little memory, and no connection once they disconnect', async () => {
  const { link, pid } = await aLinkProcess();
  const first = await openSlowly(link, '192.0.2.0');
  first.socket.destroy();
  const before = await peakOf(pid);
  const readers = await Promise.all(
    Array.from({ length: 400 }, (_, reader) => openSlowly(link, `192.0.2.${reader % 40}`)),
  );
  const opened = readers.filter(({ status }) => status === 200);
  expect(opened.length).toBe(200);
  expect((await peakOf(pid)) - before).toBeLessThan(200 * megabyte);
  for (const { socket } of readers) socket.destroy();
  await expect.poll(async () => (await openSlowly(link, '192.0.2.50')).status).toBe(200);
});
