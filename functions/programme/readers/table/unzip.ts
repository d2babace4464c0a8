import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { ProgrammeError } from '#programme/programme.ts';

/**
 * Bytes to which an Excel workbook unpacks; a larger one is refused. That is several times the largest workbook that is
 * a programme.
 * @limit importing
 */
const maxUnpackedBytes = 300_000_000;
/** Maximum number of entries: each takes some time to list, and a workbook has at most a few hundred. */
const maxEntries = 10_000;

/** The record at the end of an archive; its last two bytes are the length of the comment behind it. */
const endSignature = Buffer.from('504b0506', 'hex');
const endBytes = 22;

export type ZipEntry = {
  readonly name: string;
  readonly read: () => AsyncGenerator<Uint8Array>;
};

/**
 * Lists the entries by name, without unpacking them.
 * @throws ProgrammeError for a broken archive; reading an entry throws one if it is broken, encrypted or too large
 */
export async function listZipEntries(bytes: Uint8Array, budget = { left: maxUnpackedBytes }) {
  const entries = new Map<string, ZipEntry>();
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = view.lastIndexOf(endSignature) + endBytes;
  try {
    // yauzl refuses an archive with further bytes behind it, as some downloads have.
    const whole = view.subarray(0, end + view.readUInt16LE(end - 2));
    // The budget counts what is unpacked, whatever size the archive declares.
    const archive = await fromBufferPromise(whole, { validateEntrySizes: false });
    for await (const entry of archive.eachEntry()) {
      const name = entry.fileName;
      if (archive.entriesRead > maxEntries)
        throw unreadableWorkbookError(`the workbook has more than ${maxEntries.toLocaleString('en')} parts`);
      entries.set(name, { name, read: () => contentOf(archive, entry, budget) });
    }
  } catch (error) {
    throw error instanceof ProgrammeError
      ? error
      : unreadableWorkbookError('the workbook was cut off, or its list of contents is damaged', error);
  }
  return entries;
}

async function* contentOf(
  archive: ZipFile,
  entry: Entry,
  budget: { left: number },
): AsyncGenerator<Uint8Array> {
  const part = `the workbook's part ${entry.fileName}`;
  if (entry.isEncrypted()) throw unreadableWorkbookError(`${part} is encrypted`);
  const tooLarge = unreadableWorkbookError(`${part} unpacks to more than ${maxUnpackedBytes / 1_000_000} MB`);
  if (entry.uncompressedSize > budget.left) throw tooLarge;
  let found = 0;
  try {
    const pieces: AsyncIterable<Buffer> = await archive.openReadStreamPromise(entry);
    for await (const piece of pieces) {
      budget.left -= piece.length;
      if (budget.left < 0) throw tooLarge;
      found = crc32(piece, found);
      yield piece;
    }
  } catch (error) {
    throw error instanceof ProgrammeError
      ? error
      : unreadableWorkbookError(`${part} cannot be unpacked`, error);
  }
  if (found !== entry.crc32) throw unreadableWorkbookError(`${part} is damaged`);
}

export function unreadableWorkbookError(problem: string, cause?: unknown): ProgrammeError {
  return new ProgrammeError(problem, {
    remedy:
      'Save it in Excel again as .xlsx, without a password or filled cells beyond the programme, and copy it whole.',
    cause,
  });
}
