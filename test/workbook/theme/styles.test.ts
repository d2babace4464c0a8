import { expect, it } from 'vitest';
import type { StatusKind } from '#lookahead/tasks/status.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { barStyle, statusSwatch } from '#workbook/theme/styles.ts';
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
