import { palette, statusPalette } from '#display/colors.ts';
import type { DayKind } from '#lookahead/grid/day-columns.ts';
import { type BarText, gridMarks } from '#lookahead/grid/grid-text.ts';
import type { GridCell } from '#lookahead/planned/day-cells.ts';
import { type StatusKind, statusKinds } from '#lookahead/tasks/status.ts';
import { fontSizes } from '#workbook/layout/text-width.ts';
import type { Cell, Edge, Rgb, Style } from '#workbook/xlsx/sheet-plan.ts';
import { sheetColors } from './colors.ts';
import {
  type Border,
  boldFont,
  dateFormats,
  dayEdges,
  type Font,
  filled,
  fitting,
  font,
  heavy,
  indented,
  lined,
  muted,
  noted,
  numberFormats,
  plain,
  strong,
  under,
  wrapped,
} from './fonts-and-borders.ts';
import { byNumber, cells } from './sheet-styles.ts';

type PerDay = Readonly<Record<DayKind, Style>>;

export function perDay(style: (kind: DayKind) => Style): PerDay {
  return { workday: style('workday'), dayOff: style('dayOff'), today: style('today') };
}

export const headFills: Readonly<Record<DayKind, Rgb>> = {
  workday: palette.head,
  dayOff: sheetColors.headDayOff,
  today: sheetColors.headToday,
};
const weekday = { numberFormat: dateFormats.weekday };

export const weekdayHeads = {
  top: perDay((kind) => filled(headFills[kind], strong, fitting, { ...weekday, border: { top: heavy } })),
  below: perDay((kind) => filled(headFills[kind], strong, fitting, weekday)),
} as const;

/** The day of the month. Today is also underlined, because colour is not enough. Smaller over narrow days. */
export const dayHeads = { large: dayHeadsOf(14), small: dayHeadsOf(10) } as const;

function dayHeadsOf(size: number): PerDay {
  return perDay((kind) =>
    filled(headFills[kind], { ...boldFont(size), underline: kind === 'today' }, fitting, {
      border: { bottom: heavy },
      numberFormat: dateFormats.dayOfMonth,
    }),
  );
}

const dayFills: Readonly<Record<DayKind, { readonly fill?: { readonly color: Rgb } }>> = {
  workday: {},
  dayOff: { fill: { color: palette.ground } },
  today: { fill: { color: sheetColors.today } },
};

function onDay(own: NonNullable<Style['font']>, more: Style = {}): PerDay {
  return perDay((kind) => ({ font: own, ...dayFills[kind], alignment: fitting, border: dayEdges, ...more }));
}

type PerStatus = ReadonlyMap<StatusKind, Style>;

function perStatus(style: (kind: StatusKind) => Style): PerStatus {
  return new Map(statusKinds.map((kind) => [kind, style(kind)]));
}

export type BarStyle = {
  readonly size: number;
  readonly status: StatusKind;
  readonly text: BarText;
  readonly whole: boolean;
};

/** A copier makes fills look alike, so delayed and blocked work is outlined, and cancelled work is struck through. */
function isOutlined(status: StatusKind): boolean {
  return status === 'delayed' || status === 'blocked';
}

function outline(color: Rgb): Border {
  const edge: Edge = { style: 'thin', color };
  return { top: edge, right: edge, bottom: edge, left: edge };
}

function statusFont(size: number, status: StatusKind): Font {
  const { text } = statusPalette[status];
  return font(size, text, status === 'cancelled' ? { bold: true, strike: true } : { bold: true });
}

const madeBars = new Map<string, Style>();

/**
 * A bar's cell holds the number of people; the letter and the marks around it are its number format, so that days
 * filter, sum and pivot. A number format is `above 0;below 0;0`. Excel takes about 200 different ones.
 */
export function barStyle({ size, status, text: { lead, tail, withoutPeople }, whole }: BarStyle): Style {
  const key = `${size} ${status} ${lead} ${tail} ${withoutPeople} ${whole}`;
  const known = madeBars.get(key);
  if (known) return known;
  const { fill, text } = statusPalette[status];
  const quoted = (part: string) => (part === '' ? '' : `"${part}"`);
  const number = (sign: string) => `${quoted(lead + sign)}${whole ? '0' : '0.##'}${quoted(tail)}`;
  const made = filled(fill, statusFont(size, status), fitting, {
    border: isOutlined(status) ? outline(text) : under,
    numberFormat: `${number('')};${number('−')};"${withoutPeople}"`,
  });
  madeBars.set(key, made);
  return made;
}

type DrawDay = (cell: GridCell, kind: DayKind) => Cell;

/** Draws each different cell once: equal cells of a plan are one object, and few are different. */
export function drawOnce(draw: DrawDay): DrawDay {
  const drawn: Readonly<Record<DayKind, Map<GridCell, Cell>>> = {
    workday: new Map(),
    dayOff: new Map(),
    today: new Map(),
  };
  return (cell, kind) => {
    const known = drawn[kind].get(cell);
    if (known !== undefined) return known;
    const made = draw(cell, kind);
    drawn[kind].set(cell, made);
    return made;
  };
}

const stood: Edge = { style: 'dotted', color: palette.heavyRule };

export const grid = {
  empty: onDay(muted),
  /** A milestone is the number 0, which shows as its mark. */
  milestone: onDay(font(14), { numberFormat: `"";"";"${gridMarks.key}"` }),
  was: onDay(muted, { border: { top: stood, right: stood, bottom: stood, left: stood } }),
  whole: onDay(noted, { numberFormat: numberFormats.whole }),
  decimal: onDay(noted, { numberFormat: numberFormats.decimal }),
  listWhole: onDay(plain, { numberFormat: numberFormats.quantityWhole }),
  listDecimal: onDay(plain, { numberFormat: numberFormats.quantity }),
  narrowWhole: onDay(plain, { numberFormat: numberFormats.narrowWhole }),
  narrowDecimal: onDay(plain, { numberFormat: numberFormats.narrowQuantity }),
  off: {
    font: muted,
    fill: { pattern: 'lightUp', color: sheetColors.offLines, background: sheetColors.off },
    alignment: fitting,
    border: under,
  } satisfies Style,
  statusOneLine: perStatus((kind) => lined(boldFont(fontSizes.text, statusPalette[kind].text), indented)),
  statusWords: perStatus((kind) => lined(boldFont(fontSizes.text, statusPalette[kind].text), wrapped)),
} as const;

/** A day without a quantity is left blank. */
export function dayNumber(
  quantity: number | undefined,
  kind: DayKind,
  { whole, decimal }: { readonly whole: PerDay; readonly decimal: PerDay },
): Cell {
  if (quantity === undefined || quantity === 0) return { style: grid.empty[kind] };
  return { value: quantity, style: byNumber(quantity, { whole: whole[kind], decimal: decimal[kind] }) };
}

export const swatches = perStatus((kind) =>
  filled(
    statusPalette[kind].fill,
    boldFont(fontSizes.text, statusPalette[kind].text),
    fitting,
    isOutlined(kind) ? { border: outline(statusPalette[kind].text) } : {},
  ),
);

export function styleOf(styles: PerStatus, kind: StatusKind): Style {
  return styles.get(kind) ?? cells.text;
}
