import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { ProgrammeError } from '../../programme.ts';

/** Maximum bytes that all entries together may unpack to: several times the largest workbook that is a programme. */
const maxUnpackedBytes = 300_000_000;

export type ZipEntry = {
  readonly name: string;
  readonly read: () => AsyncGenerator<Uint8Array>;
};

const endRecord = { signature: Buffer.from('504b0506', 'hex'), bytes: 22, maxCommentBytes: 65_535 };
const directoryRecord = { signature: 0x02014b50, bytes: 46 };
const localRecord = { signature: 0x04034b50, bytes: 30 };
const encrypted = 1;
const stored = 0;
const deflated = 8;

const remedy = 'Open it in Excel, save it again as .xlsx without a password, and copy the file whole.';

/**
 * Entries by name. Nothing is unpacked yet.
 * @throws ProgrammeError for a broken archive; reading an entry throws one if it is broken, encrypted or too large
 */
export function unzip(bytes: Uint8Array, budget = { left: maxUnpackedBytes }): ReadonlyMap<string, ZipEntry> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = view.lastIndexOf(endRecord.signature);
  const isEnd = end >= 0 && end >= view.length - endRecord.bytes - endRecord.maxCommentBytes;
  if (!isEnd || end + endRecord.bytes > view.length)
    throw broken('it has no list of contents: it was cut off');
  const entries = new Map<string, ZipEntry>();
  const count = view.readUInt16LE(end + 10);
  let at = view.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (at + directoryRecord.bytes > view.length || view.readUInt32LE(at) !== directoryRecord.signature)
      throw broken('its list of contents cannot be read');
    const nameEnd = at + directoryRecord.bytes + view.readUInt16LE(at + 28);
    const name = view.toString('utf8', at + directoryRecord.bytes, nameEnd);
    const record = view.subarray(at, nameEnd);
    entries.set(name, { name, read: () => contentOf(view, name, { record, budget }) });
    at = nameEnd + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32);
  }
  return entries;
}

async function* contentOf(
  view: Buffer,
  name: string,
  { record, budget }: { readonly record: Buffer; readonly budget: { left: number } },
): AsyncGenerator<Uint8Array> {
  const flags = record.readUInt16LE(8);
  const method = record.readUInt16LE(10);
  const checksum = record.readUInt32LE(16);
  const packedBytes = record.readUInt32LE(20);
  const unpackedBytes = record.readUInt32LE(24);
  const offset = record.readUInt32LE(42);
  if ((flags & encrypted) !== 0) throw broken(`its part ${name} is encrypted`);
  const isThere =
    offset + localRecord.bytes <= view.length && view.readUInt32LE(offset) === localRecord.signature;
  if (!isThere || (method !== stored && method !== deflated))
    throw broken(`its part ${name} cannot be unpacked`);
  if (unpackedBytes > budget.left) throw tooLarge(name);
  const start = offset + localRecord.bytes + view.readUInt16LE(offset + 26) + view.readUInt16LE(offset + 28);
  const packed = view.subarray(start, start + packedBytes);
  let found = 0;
  try {
    for await (const piece of method === stored ? [packed] : inflated(packed)) {
      budget.left -= piece.length;
      if (budget.left < 0) throw tooLarge(name);
      found = crc32(piece, found);
      yield piece;
    }
  } catch (error) {
    if (error instanceof ProgrammeError) throw error;
    throw broken(`its part ${name} cannot be unpacked`, error);
  }
  if (found !== checksum) throw broken(`its part ${name} is damaged`);
}

async function* inflated(packed: Uint8Array): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw();
  const pieces: AsyncIterable<Buffer> = Readable.from([packed]).pipe(inflate);
  yield* pieces;
}

function tooLarge(name: string): ProgrammeError {
  return new ProgrammeError(
    `the workbook's part ${name} unpacks to more than ${maxUnpackedBytes / 1_000_000} MB`,
    {
      remedy:
        'Delete the rows and columns beyond the programme, which may be filled or formatted to the last one, or save the worksheet with the programme as a workbook of its own, or as CSV.',
    },
  );
}

function broken(problem: string, cause?: unknown): ProgrammeError {
  return new ProgrammeError(`the workbook is broken: ${problem}`, { remedy, cause });
}
