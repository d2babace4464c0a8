import { expect, it } from 'vitest';
import { ZipFile } from '#workbook/xlsx/zip-file.ts';
import { readPackage } from '../../support/workbook/read-workbook.ts';

const date = new Date('2026-11-20T03:04:06Z');

function aZip(properties: Partial<ConstructorParameters<typeof ZipFile>[0]> = {}): ZipFile {
  return new ZipFile({ date, level: 5, ...properties });
}

/** Bytes that hardly compress, and are the same each time. */
function noise(length: number): Buffer {
  let state = 1;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state & 0xff;
    }),
  );
}

it('a zip file holds parts of every kind and size, in order', async () => {
  const chunks = [noise(300_000), Buffer.alloc(900_000, 'row '), noise(7), noise(400_000)];
  const zip = aZip();
  zip.add('é.xml', Buffer.from('<a/>'), 'deflated');
  zip.add('picture.png', noise(1_000), 'stored');
  await zip.addStreamed('long.xml', chunks);
  await zip.addStreamed('empty.xml', []);
  zip.add('last.xml', Buffer.alloc(0), 'deflated');
  const { names, bytes } = await readPackage(await zip.finish());
  expect(names).toEqual(['é.xml', 'picture.png', 'long.xml', 'empty.xml', 'last.xml']);
  expect(bytes.get('é.xml')?.toString()).toBe('<a/>');
  expect(bytes.get('picture.png')?.equals(noise(1_000))).toBe(true);
  expect(bytes.get('long.xml')?.equals(Buffer.concat(chunks))).toBe(true);
  expect([bytes.get('empty.xml')?.length, bytes.get('last.xml')?.length]).toEqual([0, 0]);
});

it('a zip file holds a part that is written while others are added', async () => {
  const zip = aZip();
  const open = zip.open('open.xml');
  let written = 0;
  const half = noise(50_000);
  await zip.addStreamed(
    'long.xml',
    (function* () {
      for (let count = 0; count < 16; count += 1) {
        open.write(half);
        open.write(Buffer.alloc(100_000, 'open '));
        written += 150_000;
        yield Buffer.alloc(100_000, 'row ');
      }
    })(),
  );
  open.end();
  const { names, bytes } = await readPackage(await zip.finish());
  expect(names).toEqual(['open.xml', 'long.xml']);
  expect(bytes.get('open.xml')?.length).toBe(written);
  expect(bytes.get('open.xml')?.subarray(150_000, 200_000).equals(half)).toBe(true);
  expect(bytes.get('long.xml')?.length).toBe(1_600_000);
});

it.each([
  ['2026-11-20T03:04:07Z', '2026-11-20T03:04:06.000Z'],
  ['1969-07-20T20:17:40Z', '1980-01-01T00:00:00.000Z'],
  ['2150-01-01T00:00:00Z', '2107-12-31T23:59:58.000Z'],
])('a zip file dates every part of %s as exactly as the format can', async (given, expected) => {
  const zip = aZip({ date: new Date(given) });
  zip.add('a.xml', Buffer.from('<a/>'), 'deflated');
  await zip.addStreamed('b.xml', [Buffer.from('<b/>')]);
  const { dates } = await readPackage(await zip.finish());
  expect([...dates.values()]).toEqual([expected, expected]);
});

it('a zip file passes on the error if creating a part fails', async () => {
  const failure = new Error('no such task');
  function* chunks(): Generator<Uint8Array> {
    yield noise(200_000);
    throw failure;
  }
  await expect(aZip().addStreamed('a.xml', chunks())).rejects.toBe(failure);
});
