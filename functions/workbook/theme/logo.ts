import { crc32 } from 'node:zlib';
import { LookaheadError } from '#base/lookahead-error.ts';

/** Maximum size of a logo. Every workbook carries it, and an attached workbook must stay below 7 MB. */
const maxLogoMebibytes = 2;
/** Maximum width and height of a logo in pixels. */
const maxLogoPixels = 10_000;

type PictureSize = {
  readonly format: 'png' | 'jpeg';
  readonly width: number;
  readonly height: number;
};

export type Logo = PictureSize & { readonly bytes: Uint8Array };

export class LogoError extends LookaheadError {
  override readonly name = 'LogoError';
  /** The problem with the file, worded to follow its name: `is an incomplete or damaged PNG picture`. */
  readonly problem: string;

  constructor(file: string, problem: string, remedy: string) {
    super(`The logo ${file} ${problem}`, { kind: 'input', remedy });
    this.problem = problem;
  }
}

const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/**
 * Reads the format and size of a picture, and checks that it is complete.
 * @param file its name, for messages
 * @throws LogoError if it is neither PNG nor JPEG, not complete, or not of a usable size
 */
export function readLogo(bytes: Uint8Array, file: string): Logo {
  const found = pictureIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (found === undefined) {
    throw new LogoError(file, 'is neither a PNG nor a JPEG picture', 'Save it as one of these.');
  }
  const { format, width, height, isWhole } = found;
  if (!isWhole) {
    const name = format === 'png' ? 'PNG' : 'JPEG';
    throw new LogoError(file, `is an incomplete or damaged ${name} picture`, 'Save it again.');
  }
  if (width < 1 || height < 1 || width > maxLogoPixels || height > maxLogoPixels) {
    const remedy = `Use a picture of 1 to ${maxLogoPixels} pixels each way.`;
    throw new LogoError(file, `is ${width} × ${height} pixels`, remedy);
  }
  if (bytes.length > maxLogoMebibytes * 1024 * 1024) {
    const remedy = 'Save it with fewer pixels: no sheet shows more than a few hundred.';
    throw new LogoError(file, `is larger than ${maxLogoMebibytes} MiB`, remedy);
  }
  return { bytes, format, width, height };
}

type Picture = PictureSize & { readonly isWhole: boolean };

function pictureIn(bytes: Buffer): Picture | undefined {
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature)) return pngIn(bytes);
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? jpegIn(bytes) : undefined;
}

/** A PNG is complete if its chunks begin with IHDR, include IDAT and end with IEND, and their checksums are right. */
function pngIn(bytes: Buffer): Picture {
  const types: string[] = [];
  let at = pngSignature.length;
  while (types.at(-1) !== 'IEND' && at + 12 <= bytes.length) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) break;
    types.push(bytes.toString('latin1', at + 4, at + 8));
    at = end + 4;
  }
  const isWhole = types[0] === 'IHDR' && types.includes('IDAT') && types.at(-1) === 'IEND';
  return isWhole
    ? { format: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), isWhole }
    : { format: 'png', width: 0, height: 0, isWhole };
}

/**
 * A JPEG's size is in its frame header: the SOF markers C0 to CF except C4, C8 and CC. The file is complete if it has a
 * frame header before its first scan (SOS), and the end marker (EOI, FF D9) after that: inside a scan, FF is never
 * followed by D9.
 */
function jpegIn(bytes: Buffer): Picture {
  let size = { width: 0, height: 0 };
  let hasSize = false;
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xda) {
      const isWhole = hasSize && bytes.indexOf(endOfImage, at) !== -1;
      return { format: 'jpeg', ...size, isWhole };
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker) && at + 9 <= bytes.length) {
      size = { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
      hasSize = true;
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return { format: 'jpeg', ...size, isWhole: false };
}

const endOfImage = Buffer.of(0xff, 0xd9);
