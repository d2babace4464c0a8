/** Colours of both the workbook and the mail, as RGB. Text on these fills has a contrast of at least 4.5:1 (WCAG AA). */
export const palette = {
  paper: 'FFFFFF',
  ink: '1B2733',
  muted: '55606E',
  link: '1A4F8B',
  hairline: 'D5DBE2',
  /** The rule under a heading, and the ground of a title. */
  heavyRule: '22303F',
  /** A column's head; light text on `heavyRule`. */
  head: 'DDE5EE',
  /** A group's band, and a block set off from the text. */
  group: 'EFF3F7',
  /** The background of a page and of days off. */
  ground: 'F4F6F8',
  /** The edge of what is neither good nor bad. */
  calm: '4F81B0',
  /** A word or an edge that says something is wrong. */
  bad: '9B1C13',
  /** Fills and an edge of notices, which only the mail has. */
  attention: 'FFF6E0',
  attentionEdge: 'B7791F',
  alarm: 'FDE8E8',
} as const;
