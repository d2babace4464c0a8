/**
 * Colours of the workbook, the mail and the week page, as RGB. Text on these fills has a contrast of at least 4.5:1
 * (WCAG AA).
 */
export const palette = {
  paper: 'FFFFFF',
  ink: '1B2733',
  muted: '55606E',
  link: '1A4F8B',
  hairline: 'D5DBE2',
  /** The rule under a heading, and the background of a title. */
  heavyRule: '22303F',
  /** The fill of a column's head, and light text on `heavyRule`. */
  head: 'DDE5EE',
  /** The fill of a group's band, and of a block set off from the text. */
  group: 'EFF3F7',
  /** The background of a page and of days off. */
  ground: 'F4F6F8',
  /** The edge of a block that is neither good nor bad. */
  calm: '4F81B0',
  /** A word or an edge that says something is wrong. */
  bad: '9B1C13',
  /** The fill and the edge of a notice. `alarm` is the fill of a more serious one, which only the mail has. */
  attention: 'FFF6E0',
  attentionEdge: 'B7791F',
  alarm: 'FDE8E8',
} as const;

/**
 * A light fill and a dark text for each status, in the workbook and on the week page. Its letter tells the same without
 * colour.
 */
export const statusPalette = {
  backlog: { fill: 'D9EFEE', text: '17504E' },
  planned: { fill: 'D5E6F7', text: '1A4A7C' },
  promised: { fill: 'E3DAF5', text: '4A2D85' },
  started: { fill: 'FBE7B0', text: '664600' },
  complete: { fill: 'D2EED6', text: '1A5A2B' },
  delayed: { fill: 'FAD0CB', text: '8A1A12' },
  blocked: { fill: 'DCDCDC', text: '333333' },
  cancelled: { fill: 'F0F0F0', text: '595959' },
  other: { fill: 'EDE7DE', text: '4D4232' },
} as const;
