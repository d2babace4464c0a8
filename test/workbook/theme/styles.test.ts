import { describe, expect, it } from 'vitest';
import type { StatusKind } from '#lookahead/tasks/status.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
import {
  barStyle,
  besideLogo,
  cell,
  sized,
  statusSwatch,
  styleFor,
  titles,
  totalStyle,
  unwrapped,
} from '#workbook/theme/styles.ts';
import { aBusySite } from '../../support/builders/a-busy-site.ts';

const text = { lead: '', tail: '', withoutPeople: '' };
const bar = (status: StatusKind) => barStyle({ size: 10, status, text, whole: true });

it.each(['delayed', 'blocked'] as const)(
  'a %s bar is outlined, as its swatch is, for a grey print',
  (status) => {
    for (const { border } of [bar(status), statusSwatch(status)]) {
      expect([border?.top, border?.right, border?.bottom, border?.left].map((edge) => edge?.style)).toEqual(
        new Array(4).fill('thin'),
      );
    }
  },
);

it('a cancelled bar is struck through, and no other is', () => {
  expect(bar('cancelled').font?.strike).toBe(true);
  expect(bar('planned').font?.strike).toBeUndefined();
  expect(bar('planned').border?.top).toBeUndefined();
});

it('the numbers of narrow days are small enough to stand apart', () => {
  const sizeIn = (weeks: number, paper: 'A3' | 'A4') => {
    const { sheets } = planWorkbook(aBusySite({ tasks: 40, weeks }), { paper });
    const day = sheets.find(({ name }) => name === 'Day');
    const cells = [...(day?.rows ?? [])].flatMap((row) => row.cells);
    return cells.find((cell) => cell?.style.numberFormat === 'd')?.style.font?.size;
  };
  expect(sizeIn(1, 'A3')).toBe(14);
  expect(sizeIn(6, 'A4')).toBe(10);
});

describe('a variant of a style', () => {
  it('is one object for each style and setting, as the writer tells styles apart by reference', () => {
    for (const style of [cell.text, cell.date, cell.share]) {
      expect(unwrapped(style)).toBe(unwrapped(style));
      expect(totalStyle(style)).toBe(totalStyle(style));
      expect(sized(style, 16)).toBe(sized(style, 16));
      expect(besideLogo(style, 3)).toBe(besideLogo(style, 3));
    }
    expect(totalStyle(cell.text)).not.toBe(totalStyle(cell.share));
    expect(sized(cell.text, 16)).not.toBe(sized(cell.text, 19));
    expect(sized(cell.text, 3)).not.toBe(besideLogo(cell.text, 3));
  });

  it('changes what it is for, and nothing else', () => {
    expect(unwrapped(cell.link)).toEqual({
      ...cell.link,
      alignment: { horizontal: 'left', vertical: 'middle', indent: 1 },
    });
    expect(unwrapped(cell.date)).toBe(cell.date);
    expect(sized(cell.link, 16)).toEqual({ ...cell.link, font: { ...cell.link.font, size: 16 } });
    expect(besideLogo(titles.sheet, 3).alignment).toEqual({ ...titles.sheet.alignment, indent: 3 });
  });

  it('of a total is bold under a heavy rule, with the alignment and the number format of its column', () => {
    const total = totalStyle(cell.share);
    expect(total.font?.bold).toBe(true);
    expect(total.border).toEqual({ top: { style: 'medium', color: expect.any(String) } });
    expect(total).toMatchObject({ alignment: cell.share.alignment, numberFormat: '0%' });
    expect(totalStyle(cell.text).alignment).toBe(unwrapped(cell.text).alignment);
    expect(totalStyle(cell.text)).not.toHaveProperty('numberFormat');
  });
});

it('a fraction has a style of its own, without which a whole number would end in a point', () => {
  const formats = [2, 2.5, 'two', undefined].map((value) => styleFor(value, cell.quantity).numberFormat);
  expect(formats).toEqual(['#,##0', '#,##0.##', '#,##0', '#,##0']);
  expect(styleFor(2.5, cell.text)).toBe(cell.text);
});
