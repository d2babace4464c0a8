import { describe, expect, it } from 'vitest';
import { planWorkbook, renderWorkbook } from '#workbook/render-workbook.ts';
import { readLogo } from '#workbook/theme/logo.ts';
import { aJpeg, aPng } from '../../support/builders/a-picture.ts';
import { theSketch } from '../../support/the-sketch.ts';

const png = aPng();
const jpeg = aJpeg();
const read = (bytes: Uint8Array) => readLogo(bytes, 'logo.png');

describe('the logo', () => {
  it('is recognised with its size', () => {
    expect(read(png)).toEqual({ bytes: png, format: 'png', width: 48, height: 20 });
    expect(read(jpeg)).toEqual({ bytes: jpeg, format: 'jpeg', width: 48, height: 20 });
    expect(read(aPng({ width: 10_000, height: 1 }))).toMatchObject({ width: 10_000, height: 1 });
  });

  it.each<[string, Uint8Array, string]>([
    ['text', Buffer.from('<svg/>'), 'is neither a PNG nor a JPEG picture. Save it as one of these.'],
    ['nothing', Buffer.alloc(0), 'is neither a PNG nor a JPEG picture. Save it as one of these.'],
    ['a GIF', Buffer.from('GIF89a'), 'is neither a PNG nor a JPEG picture. Save it as one of these.'],
    [
      'a PNG of no width',
      aPng({ width: 0 }),
      'is 0 × 20 pixels. Use a picture of 1 to 10000 pixels each way.',
    ],
    [
      'a JPEG of no height',
      aJpeg({ height: 0 }),
      'is 48 × 0 pixels. Use a picture of 1 to 10000 pixels each way.',
    ],
    [
      'a huge PNG',
      aPng({ width: 10_001 }),
      'is 10001 × 20 pixels. Use a picture of 1 to 10000 pixels each way.',
    ],
    [
      'a large file',
      Buffer.concat([jpeg, Buffer.alloc(2 * 1024 * 1024)]),
      'is larger than 2 MiB. Save it with fewer pixels: no sheet shows more than a few hundred.',
    ],
    [
      'a PNG with one byte changed',
      png.with(png.length - 20, 77),
      'is an incomplete or damaged PNG picture. Save it again.',
    ],
  ])('is refused with a remedy if it is %s', (_, bytes, said) => {
    expect(() => read(bytes)).toThrow(`The logo logo.png ${said}`);
  });

  it.each([
    ['PNG', png, 8],
    ['JPEG', jpeg, 2],
  ])('is refused if it is a %s picture that is cut off at any byte', (format, bytes, signature) => {
    for (let length = signature; length < bytes.length; length += 1) {
      expect(() => read(bytes.subarray(0, length))).toThrow(
        `The logo logo.png is an incomplete or damaged ${format} picture. Save it again.`,
      );
    }
  });

  it('is at the top left of every sheet, with the titles beside it', async () => {
    const logo = { ...read(jpeg), width: 480, height: 200 };
    const plan = planWorkbook(theSketch(), { paper: 'A3', logo });
    for (const sheet of plan.sheets) {
      expect(sheet.pictures).toMatchObject([
        { column: 1, row: 1, width: 211, height: 88, alternative: 'Logo of Riverside Tower' },
      ]);
    }
    expect(plan.sheets.map((sheet) => [...sheet.rows][0]?.cells[0]?.style.alignment?.indent)).toEqual(
      plan.sheets.map(() => 25),
    );
    await expect(renderWorkbook(theSketch(), { paper: 'A3', logo: read(png) })).resolves.toBeInstanceOf(
      Uint8Array,
    );
  });
});
