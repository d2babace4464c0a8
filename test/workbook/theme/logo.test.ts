import { describe, expect, it } from 'vitest';
import { planWorkbook } from '../../../functions/workbook/plan-workbook.ts';
import { renderWorkbook } from '../../../functions/workbook/render-workbook.ts';
import { LogoError, readLogo } from '../../../functions/workbook/theme/logo.ts';
import { theSketch } from '../../support/the-sketch.ts';

const png = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);
/** SOI, an APP0 segment of 4 bytes, and a frame header of 48 by 20 pixels. */
const jpeg = Uint8Array.of(
  0xff,
  0xd8,
  0xff,
  0xe0,
  0,
  4,
  1,
  2,
  0xff,
  0xc0,
  0,
  17,
  8,
  0,
  20,
  0,
  48,
  3,
  1,
  0x22,
  0,
  2,
  0x11,
  1,
  3,
);

describe('the logo', () => {
  it('is recognised with its size', () => {
    expect(readLogo(png)).toEqual({ bytes: png, format: 'png', width: 1, height: 1 });
    expect(readLogo(jpeg)).toEqual({ bytes: jpeg, format: 'jpeg', width: 48, height: 20 });
  });

  it('is refused with a remedy when it is neither PNG nor JPEG', () => {
    expect(() => readLogo(new TextEncoder().encode('<svg/>'))).toThrow(
      'The logo is neither a PNG nor a JPEG picture. Save it as one of these.',
    );
    expect(() => readLogo(png.slice(0, 20))).toThrow(LogoError);
    expect(() => readLogo(jpeg.slice(0, 9))).toThrow(
      'The logo is a JPEG picture without a readable size. Save it again.',
    );
    expect(() => readLogo(new Uint8Array())).toThrow(LogoError);
  });

  it('is at the top left of every sheet, with the titles beside it', async () => {
    const logo = { ...readLogo(jpeg), width: 480, height: 200 };
    const plan = planWorkbook(theSketch(), { paper: 'A3', logo });
    for (const sheet of plan.sheets) {
      expect(sheet.pictures).toMatchObject([
        { column: 1, row: 1, width: 211, height: 88, alternative: 'Logo of Riverside Tower' },
      ]);
    }
    expect(plan.sheets.map((sheet) => [...sheet.rows][0]?.cells[0]?.style.alignment?.indent)).toEqual(
      plan.sheets.map(() => 25),
    );
    await expect(renderWorkbook(theSketch(), { paper: 'A3', logo: readLogo(png) })).resolves.toBeInstanceOf(
      Uint8Array,
    );
  });
});
