/** Draws links as QR codes: a PNG for the workbook, SVG for the print of a page. Loaded only when a code is drawn. */
import { crc32, deflateSync } from 'node:zlib';
import { encodeQR } from 'qr';

/** Number of light modules around the code, which scanners need. */
const border = 4;
/** Error correction: the code can be read with up to 15% of it damaged, such as by rain, a pin or a fold. */
const ecc = 'medium';

export function qrSvg(text: string): string {
  return encodeQR(text, 'svg', { ecc, border });
}

/** A PNG with one bit for each pixel. */
export function qrPng(text: string): Uint8Array {
  const rows = encodeQR(text, 'raw', { ecc, border });
  const size = rows.length * pixelsPerModule;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // One bit of grey; compression, filter and interlacing are 0.
  header[8] = 1;
  const data = Buffer.concat(rows.flatMap((row) => new Array<Buffer>(pixelsPerModule).fill(pixelRow(row))));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Width of a module in pixels: 8, so that it is one byte of the PNG; large enough to stay sharp when a printer scales
 * it.
 */
const pixelsPerModule = 8;

/** A row of the PNG, in which light is 1. Its first byte says that the row has no filter. */
function pixelRow(row: readonly boolean[]): Buffer {
  return Buffer.from([0, ...row.map((isDark) => (isDark ? 0x00 : 0xff))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
