import { describe, expect, it } from 'vitest';
import type { StatusKind } from '#lookahead/tasks/status.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
import {
  asTotalStyle,
  barStyle,
  statusSwatchStyleOf,
  styleBesideLogo,
  styleForValue,
  tableCellStyles,
  titleStyles,
  withFontSize,
  withoutWrapping,
} from '#workbook/theme/styles.ts';
import { aBusySite } from '../../support/builders/a-busy-site.ts';

const text = { lead: '', tail: '', withoutPeople: '' };
const bar = (status: StatusKind) => barStyle({ size: 10, status, text, whole: true });

it.each(['delayed', 'blocked'] as const)(
  'a %s bar and its swatch are outlined, to be told apart on a grey print',
  (status) => {
    for (const { border } of [bar(status), statusSwatchStyleOf(status)]) {
      expect([border?.top, border?.right, border?.bottom, border?.left].map((edge) => edge?.style)).toEqual(
        new Array(4).fill('thin'),
      );
    }
  },
);

it('only a cancelled bar is struck through', () => {
  expect(bar('cancelled').font?.strike).toBe(true);
  expect(bar('planned').font?.strike).toBeUndefined();
  expect(bar('planned').border?.top).toBeUndefined();
});

it('the numbers of narrow days are small enough not to touch', () => {
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
  it('is one object for each style and setting, because the writer tells styles apart by reference', () => {
    for (const style of [tableCellStyles.text, tableCellStyles.date, tableCellStyles.share]) {
      expect(withoutWrapping(style)).toBe(withoutWrapping(style));
      expect(asTotalStyle(style)).toBe(asTotalStyle(style));
      expect(withFontSize(style, 16)).toBe(withFontSize(style, 16));
      expect(styleBesideLogo(style, 3)).toBe(styleBesideLogo(style, 3));
    }
    expect(asTotalStyle(tableCellStyles.text)).not.toBe(asTotalStyle(tableCellStyles.share));
    expect(withFontSize(tableCellStyles.text, 16)).not.toBe(withFontSize(tableCellStyles.text, 19));
    expect(withFontSize(tableCellStyles.text, 3)).not.toBe(styleBesideLogo(tableCellStyles.text, 3));
  });

  it('changes only its setting', () => {
    expect(withoutWrapping(tableCellStyles.link)).toEqual({
      ...tableCellStyles.link,
      alignment: { horizontal: 'left', vertical: 'middle', indent: 1 },
    });
    expect(withoutWrapping(tableCellStyles.date)).toBe(tableCellStyles.date);
    expect(withFontSize(tableCellStyles.link, 16)).toEqual({
      ...tableCellStyles.link,
      font: { ...tableCellStyles.link.font, size: 16 },
    });
    expect(styleBesideLogo(titleStyles.sheet, 3).alignment).toEqual({
      ...titleStyles.sheet.alignment,
      indent: 3,
    });
  });

  it('of a total is bold under a heavy rule, with the alignment and the number format of its column', () => {
    const total = asTotalStyle(tableCellStyles.share);
    expect(total.font?.bold).toBe(true);
    expect(total.border).toEqual({ top: { style: 'medium', color: expect.any(String) } });
    expect(total).toMatchObject({ alignment: tableCellStyles.share.alignment, numberFormat: '0%' });
    expect(asTotalStyle(tableCellStyles.text).alignment).toBe(
      withoutWrapping(tableCellStyles.text).alignment,
    );
    expect(asTotalStyle(tableCellStyles.text)).not.toHaveProperty('numberFormat');
  });
});

it('a fraction has its own style, so that whole numbers do not end in a decimal point', () => {
  const formats = [2, 2.5, 'two', undefined].map(
    (value) => styleForValue(value, tableCellStyles.quantity).numberFormat,
  );
  expect(formats).toEqual(['#,##0', '#,##0.##', '#,##0', '#,##0']);
  expect(styleForValue(2.5, tableCellStyles.text)).toBe(tableCellStyles.text);
});
