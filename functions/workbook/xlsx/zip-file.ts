/**
 * A zip archive in memory. Parts are compressed in Node's own threads while the next ones are made. Every entry has the
 * archive's date, so that the same parts give the same bytes.
 */
import { setImmediate as othersFirst } from 'node:timers/promises';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';

/** Maximum number of chunks, of all parts, that wait for the compressors while further ones are created. */
const maxWaiting = 8;
const packedSize = 131_072;

const methods = { stored: 0, deflated: 8 } as const;
/** Version 2.0, the first version of the format with compression. */
const version = 20;
const namesAreUtf8 = 0x08_00;

type Entry = {
  readonly name: string;
  readonly method: keyof typeof methods;
  readonly packed: readonly Uint8Array[];
  readonly crc: number;
  /** Size in bytes before compression. */
  readonly size: number;
};

export type PartByteWriter = { readonly write: (chunk: Uint8Array) => void; readonly end: () => void };

/** Date and time as MS-DOS stores them, in UTC: from 1980 to 2107, in steps of two seconds. */
function dosDate(date: Date): { readonly day: number; readonly time: number } {
  const year = date.getUTCFullYear() - 1980;
  if (year < 0) return { day: 0x00_21, time: 0 };
  if (year > 127) return { day: 0xff_9f, time: 0xbf_7d };
  return {
    day: (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
    time: (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1),
  };
}

function totalLength(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

export class ZipFile {
  readonly #date: Date;
  readonly #level: number;
  readonly #entries: (Entry | Promise<Entry>)[] = [];
  readonly #waiting: Promise<void>[] = [];

  constructor({ date, level }: { readonly date: Date; readonly level: number }) {
    this.#date = date;
    this.#level = level;
  }

  /** @param method 'stored' for bytes that are compressed already, such as a picture */
  add(name: string, bytes: Uint8Array, method: Entry['method']): void {
    const packed = method === 'stored' ? bytes : deflateRawSync(bytes, { level: this.#level });
    this.#entries.push({ name, method, packed: [packed], crc: crc32(bytes), size: bytes.length });
  }

  /**
   * Adds a part whose chunks are created no faster than they are compressed, so that a long part is never completely in
   * memory. If `chunks` yields undefined, the compressors may also take their next chunks. Resolves once the last chunk
   * has been created; `finish` waits until it is compressed.
   *
   * @throws what `chunks` throws
   */
  async addStreamed(name: string, chunks: Iterable<Uint8Array | undefined>): Promise<void> {
    const part = this.open(name);
    for (const chunk of chunks) {
      if (chunk) part.write(chunk);
      // Lets the compressors deliver what they have done and take their next chunks.
      await othersFirst();
      while (this.#waiting.length > maxWaiting) await this.#waiting.shift();
    }
    part.end();
  }

  /** Opens a part that is written while others are added. `addStreamed` also waits for the chunks of this part. */
  open(name: string): PartByteWriter {
    const deflate = createDeflateRaw({ level: this.#level, chunkSize: packedSize });
    const packed: Uint8Array[] = [];
    let crc = 0;
    let size = 0;
    const entry = new Promise<Entry>((resolve, reject) => {
      deflate.on('data', (bytes: Uint8Array) => packed.push(bytes));
      deflate.on('end', () => resolve({ name, method: 'deflated', packed, crc, size }));
      deflate.on('error', reject);
    });
    // `finish` reports the error.
    entry.catch(() => {});
    this.#entries.push(entry);
    return {
      write: (chunk) => {
        crc = crc32(chunk, crc);
        size += chunk.length;
        this.#waiting.push(new Promise((resolve) => deflate.write(chunk, () => resolve())));
      },
      end: () => {
        deflate.end();
      },
    };
  }

  /**
   * Waits for all parts, and returns the bytes of the archive.
   *
   * @throws RangeError if the archive or a part has 4 GB, which this format cannot hold
   */
  async finish(): Promise<Uint8Array> {
    const files: Uint8Array[] = [];
    const directory: Uint8Array[] = [];
    let offset = 0;
    for (const entry of await Promise.all(this.#entries)) {
      const name = Buffer.from(entry.name);
      const header = this.#header(entry, name.length);
      const file = [Buffer.from('PK\x03\x04', 'latin1'), header, name, ...entry.packed];
      const place = Buffer.alloc(14);
      place.writeUInt32LE(offset, 10);
      directory.push(Buffer.from([0x50, 0x4b, 1, 2, version, 0]), header, place, name);
      files.push(...file);
      offset += totalLength(file);
    }
    const end = Buffer.alloc(22);
    end.write('PK\x05\x06', 'latin1');
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(totalLength(directory), 12);
    end.writeUInt32LE(offset, 16);
    return Buffer.concat([...files, ...directory, end]);
  }

  #header({ method, packed, crc, size }: Entry, nameLength: number): Uint8Array {
    const { day, time } = dosDate(this.#date);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(version, 0);
    header.writeUInt16LE(namesAreUtf8, 2);
    header.writeUInt16LE(methods[method], 4);
    header.writeUInt16LE(time, 6);
    header.writeUInt16LE(day, 8);
    header.writeUInt32LE(crc, 10);
    header.writeUInt32LE(totalLength(packed), 14);
    header.writeUInt32LE(size, 18);
    header.writeUInt16LE(nameLength, 22);
    return header;
  }
}
