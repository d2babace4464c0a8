import { crc32, deflateSync } from 'node:zlib';

type Size = { readonly width?: number; readonly height?: number };

/** A whole PNG picture: grey, of any size. */
export function aPng({ width = 48, height = 20 }: Size = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const pixels = deflateSync(Buffer.alloc(Math.min((width + 1) * height, 1_000_000)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A JPEG picture with every marker that it needs: start, an APP0 segment, a frame header, a scan, the end. */
export function aJpeg({ width = 48, height = 20 }: Size = {}): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  return Buffer.concat([
    Buffer.from('ffd8ffe000040102ffc0001108', 'hex'),
    size,
    Buffer.from('03012200021101030000ffda000801010000003f00aabbff00ccffd9', 'hex'),
  ]);
}
