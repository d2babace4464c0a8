/** The checksums that S3 verifies and returns, each as base64 of its bytes in big-endian order. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const checksumNames = ['crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256'] as const;
export type ChecksumName = (typeof checksumNames)[number];

export function checksum(name: ChecksumName, data: Uint8Array): string {
  switch (name) {
    case 'crc32':
      return bytesOf(crc32(data));
    case 'crc32c':
      return bytesOf(crc32c(data));
    case 'crc64nvme':
      return crc64nvme(data);
    case 'sha1':
    case 'sha256':
      return createHash(name).update(data).digest('base64');
  }
}

/** In bytes. */
export const checksumLength: Readonly<Record<ChecksumName, number>> = {
  crc32: 4,
  crc32c: 4,
  crc64nvme: 8,
  sha1: 20,
  sha256: 32,
};

function bytesOf(value: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes.toString('base64');
}

/** Castagnoli's polynomial, bits reversed. */
const castagnoli = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

function crc32c(data: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of data) value = (castagnoli[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return ~value;
}

/** The polynomial of the NVMe base specification, bits reversed. */
const nvme = BigUint64Array.from({ length: 256 }, (_, byte) => {
  let value = BigInt(byte);
  for (let bit = 0; bit < 8; bit++) value = value & 1n ? (value >> 1n) ^ 0x9a6c9329ac4bc9b5n : value >> 1n;
  return value;
});

function crc64nvme(data: Uint8Array): string {
  const full = 0xffffffffffffffffn;
  let value = full;
  for (const byte of data) value = (nvme[Number((value ^ BigInt(byte)) & 0xffn)] ?? 0n) ^ (value >> 8n);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value ^ full);
  return bytes.toString('base64');
}
