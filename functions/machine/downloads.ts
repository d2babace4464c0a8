/** Downloads under way: how many there may be, and how long each may take, so that slow readers take no memory from reports. */
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** Of one reader's address, all the people of an office may be behind it. */
const maxOfAddress = 25;
const maxInAll = 200;
/** Milliseconds. A workbook of 12 MB at 20 kB a second. */
const maxDuration = 600_000;

export type Downloads = {
  /** The bytes of a file, which is closed at their end; undefined where too many are under way. */
  readonly stream: (file: FileHandle, address: string) => ReadableStream<Uint8Array> | undefined;
};

export function limitDownloads(): Downloads {
  const underWay = new Map<string, number>();
  let inAll = 0;
  const count = (address: string, change: 1 | -1) => {
    const left = (underWay.get(address) ?? 0) + change;
    if (left === 0) underWay.delete(address);
    else underWay.set(address, left);
    inAll += change;
  };
  return {
    stream: (file, address) => {
      if (inAll >= maxInAll || (underWay.get(address) ?? 0) >= maxOfAddress) return undefined;
      count(address, 1);
      const bytes = file.createReadStream();
      const tooSlow = setTimeout(() => bytes.destroy(new Error('The download took too long')), maxDuration);
      bytes.once('close', () => {
        clearTimeout(tooSlow);
        count(address, -1);
      });
      return Readable.toWeb(bytes);
    },
  };
}

/**
 * The address of a reader. A proxy on this machine adds the address that asked it to the end of a list; from elsewhere,
 * anyone could write such a list.
 */
export function readerAddress(remoteAddress = '', forwardedFor = ''): string {
  const isOfThisMachine = /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress);
  const last = forwardedFor.slice(forwardedFor.lastIndexOf(',') + 1).trim();
  return isOfThisMachine && last !== '' ? last.replace(port, '') : remoteAddress;
}

/** Some proxies add the port of the connection, which is another one each time: `192.0.2.1:50123`, `[2001:db8::1]:50123`. */
const port = /(?<=^[\d.]+|\]):\d+$/;
