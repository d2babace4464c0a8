/** The name of the first sheet, which the others refer to. */
export const summaryName = 'Summary';
