/** Font sizes in points, for row heights and column widths too. None is under 10: pages are scaled to seven tenths at the smallest. */
export const fontSizes = {
  text: 10,
  note: 11,
  compactTask: 11,
  task: 12,
  subtitle: 14,
  wallBar: 13,
  title: 24,
  figure: 26,
} as const;
