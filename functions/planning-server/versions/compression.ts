import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress, type ZstdCompress } from 'node:zlib';

/** Bytes: larger pieces cost more time than they save. */
const chunkSize = 1024 * 1024;

export async function readAndCompressFile(path: string): Promise<Uint8Array> {
  // With a checksum, so that a damaged object is noticed when it is read.
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const [bytes] = await Promise.all([buffer(compress), writeFileTo(compress, path)]);
  return bytes;
}

/** Reuses one buffer: a stream would allocate one for each piece, and soon hold the whole file. */
async function writeFileTo(stream: ZstdCompress, path: string): Promise<void> {
  await using file = await open(path);
  const piece = Buffer.allocUnsafe(chunkSize);
  for (;;) {
    const { bytesRead } = await file.read(piece);
    if (bytesRead === 0) break;
    await new Promise<void>((resolve, reject) => {
      stream.write(piece.subarray(0, bytesRead), (error) => (error ? reject(error) : resolve()));
    });
  }
  stream.end();
}

/** @throws the zlib error for damaged bytes */
export async function decompressToFile(path: string, bytes: Uint8Array): Promise<void> {
  await pipeline(
    chunksOf(bytes),
    createZstdDecompress({ chunkSize }),
    createWriteStream(path, { flags: 'wx', highWaterMark: 8 * chunkSize }),
  );
}

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
}
