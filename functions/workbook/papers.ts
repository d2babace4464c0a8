export const paperNames = ['A3', 'A4'] as const;
export type Paper = (typeof paperNames)[number];

/** Maximum number of lines that most texts of a shift sheet may take. If they need more, columns are dropped. */
type TextLines = {
  readonly usual: number;
  /** The maximum in windows of at least `weeks` weeks. */
  readonly long: { readonly weeks: number; readonly lines: number };
};

/** Size of each paper, its number in Excel, and how many lines a text of a shift sheet may take on it. */
export const papers: Readonly<
  Record<
    Paper,
    {
      /** Width and height in millimetres, landscape. */
      readonly width: number;
      readonly height: number;
      /** Excel's number for the paper size. */
      readonly number: number;
      readonly lines: TextLines;
      /**
       * `lines` for a reader's own workbook, which keeps more columns. In long windows, texts may take many lines, so
       * that texts and days stay large enough to read.
       */
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
