/** Limits downloads, so that slow readers take no memory from reports. */
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** Maximum number of downloads in progress from one address, which may stand for all the people of an office. */
const maxDownloadsPerAddress = 25;
const maxDownloads = 200;
/** Milliseconds: time for a workbook of 12 MB at 20 kB a second. */
const maxDownloadMs = 600_000;

export type Downloads = {
  /** Streams and then closes a file; undefined if too many downloads are in progress. */
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
      if (inAll >= maxDownloads || (underWay.get(address) ?? 0) >= maxDownloadsPerAddress) return undefined;
      count(address, 1);
      const bytes = file.createReadStream();
      const tooSlow = setTimeout(() => bytes.destroy(new Error('The download took too long')), maxDownloadMs);
      bytes.once('close', () => {
        clearTimeout(tooSlow);
        count(address, -1);
      });
      return Readable.toWeb(bytes);
    },
  };
}

/**
 * The address of a reader. A proxy on this machine appends it to the `X-Forwarded-For` list; from elsewhere, anyone could
 * write such a list.
 */
export function readerAddress(remoteAddress = '', forwardedFor = ''): string {
  const isOfThisMachine = /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress);
  const last = forwardedFor.slice(forwardedFor.lastIndexOf(',') + 1).trim();
  return isOfThisMachine && last !== '' ? last.replace(port, '') : remoteAddress;
}

/** Some proxies append the port of the connection, which changes each time: `192.0.2.1:50123`, `[2001:db8::1]:50123`. */
const port = /(?<=^[\d.]+|\]):\d+$/;
