/** Reads the format and size of the picture shown at the top left of every sheet. */
import { LookaheadError } from '../../base/lookahead-error.ts';

export type Logo = {
  readonly bytes: Uint8Array;
  readonly format: 'png' | 'jpeg';
  /** Pixels of the file. */
  readonly width: number;
  readonly height: number;
};

/** The configured logo cannot be used. */
export class LogoError extends LookaheadError {
  override readonly name = 'LogoError';

  constructor(what: string, remedy: string) {
    super(what, { kind: 'input', remedy });
  }
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * Reads format and size from a picture's first bytes.
 * @throws LogoError when it is neither PNG nor JPEG, ends too early, or has no area
 */
export function readLogo(bytes: Uint8Array): Logo {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (pngSignature.every((byte, index) => bytes[index] === byte)) return pngLogo(bytes, view);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegLogo(bytes, view);
  throw new LogoError('The logo is neither a PNG nor a JPEG picture', 'Save it as one of these.');
}

function pngLogo(bytes: Uint8Array, view: DataView): Logo {
  if (bytes.length < 24)
    throw new LogoError('The logo is a PNG picture that ends before its size', 'Save it again.');
  return sized({ bytes, format: 'png', width: view.getUint32(16), height: view.getUint32(20) });
}

/** A JPEG's size is in its frame header: the SOF markers C0 to CF except C4, C8 and CC. */
function jpegLogo(bytes: Uint8Array, view: DataView): Logo {
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) break;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
    } else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return sized({ bytes, format: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) });
    } else {
      at += 2 + view.getUint16(at + 2);
    }
  }
  throw new LogoError('The logo is a JPEG picture without a readable size', 'Save it again.');
}

function sized(logo: Logo): Logo {
  if (logo.width > 0 && logo.height > 0) return logo;
  throw new LogoError(`The logo is ${logo.width} × ${logo.height} pixels`, 'Use a picture with an area.');
}
