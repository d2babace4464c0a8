import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createDownloadLimiter, readerNetworkAddress } from '#machine/link-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

it('a download that takes longer than ten minutes is ended, and its file is closed', async () => {
  const path = join(await temporaryDirectory(), 'workbook.xlsx');
  await writeFile(path, new Uint8Array(1_000_000));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const file = await open(path);
    const reader = createDownloadLimiter().stream(file, '192.0.2.1')?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    vi.advanceTimersByTime(599_999);
    expect((await reader?.read())?.done).toBe(false);
    vi.advanceTimersByTime(1);
    await expect(reader?.closed).rejects.toThrow('The download took too long');
    await expect(file.stat()).rejects.toMatchObject({ code: 'EBADF' });
  } finally {
    vi.useRealTimers();
  }
});

it.each([
  ['192.0.2.1:50123', '192.0.2.1'],
  ['[2001:db8::1]:50123', '[2001:db8::1]'],
  ['2001:db8::1', '2001:db8::1'],
])('%s, as a proxy of this machine writes it, is the address of the reader %s', (forwarded, address) => {
  expect(readerNetworkAddress('127.0.0.1', forwarded)).toBe(address);
});
