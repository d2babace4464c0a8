/** The date format of a column, by the dates that are written in it. Only a proposal: an import never guesses one. */
import { writtenDate } from '../written-date.ts';

/** Day first before month first, because the regions write dates so. Other separators are tried in each. */
const orders = ['dd/MM/yyyy', 'MM/dd/yyyy', 'dd/MM/yy', 'MM/dd/yy', 'yyyy/MM/dd', 'd/MMM/yyyy', 'd/MMM/yy'];
const separators = ['/', '.', '-', ' '];
const formats = orders.flatMap((order) => separators.map((separator) => order.replaceAll('/', separator)));

/**
 * The formats by which all these texts are dates, the likelier first.
 * @returns undefined where no format is needed or none fits all of them
 */
export function dateFormatOf(
  texts: readonly string[],
): { readonly format: string; readonly others: readonly string[] } | undefined {
  if (texts.every((text) => writtenDate(text, undefined) !== undefined)) return undefined;
  const [format, ...others] = formats.filter((each) =>
    texts.every((text) => writtenDate(text, each) !== undefined),
  );
  return format === undefined ? undefined : { format, others };
}
