export const paperNames = ['A3', 'A4'] as const;
export type Paper = (typeof paperNames)[number];

/** How many lines a text of a shift sheet may take before a column is dropped for it. */
type TextLines = {
  readonly usual: number;
  /** From this many weeks on. */
  readonly long: { readonly weeks: number; readonly lines: number };
};

/** What sheets must know of each paper. */
export const papers: Readonly<
  Record<
    Paper,
    {
      /** Landscape, in millimetres. */
      readonly width: number;
      readonly height: number;
      /** Excel's number of the paper. */
      readonly number: number;
      readonly lines: TextLines;
      /** In a reader's own workbook. Many lines in long windows leave texts and days a size that can be read. */
      readonly ownLines: TextLines;
    }
  >
> = {
  A3: {
    width: 420,
    height: 297,
    number: 8,
    lines: { usual: 4, long: { weeks: 5, lines: 2 } },
    ownLines: { usual: 6, long: { weeks: 4, lines: 6 } },
  },
  A4: {
    width: 297,
    height: 210,
    number: 9,
    lines: { usual: 4, long: { weeks: 2, lines: 3 } },
    ownLines: { usual: 4, long: { weeks: 4, lines: 12 } },
  },
};
