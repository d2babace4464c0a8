/** Proposes the columns whose cells list several people, machines, materials or predecessors, and what separates them. */
import { splitList } from '../columns/listed-values.ts';
import { sourceLine, sourceNamed } from './find-source.ts';
import type { Inspection, ValueCount } from './inspect-programme.ts';

/** Headings of columns whose cells may list several values. */
const listHeadings = {
  labour:
    /^(people|labou?r|crews?|gangs?|manpower|men|workers|operatives|(?:labou?r )?resources?(?: names?)?|(?:nazwy|noms?(?: des)?|nombres de los|nomi) (?:ressources|zasobow|recursos|risorse)|headcount|personal|trupp|kolonne|ressourcennamen|effectif|ouvriers)$/,
  plant: /^(plant|equipment|machines?|machinery|gerate?|maschinen|engins|sprzet)$/,
  materials: /^(materials?|material|materiaux|materialy)$/,
  predecessors:
    /^(preds?\.?|(?:task |activity )?predecessors?(?: ids?)?|depends on|vorganger|predecesseurs?|predecesoras?|predecessori|voorgangers?|poprzedniki?)$/,
};

/** They say more than the names of crews beside them. */
const crewSizes = /^(?:crew|gang|team) size$|^(?:no\.?|number) of (?:men|people|operatives|workers)$/;

/** The columns of lists, with what stands between the values in most cells. */
export function listLines(inspection: Inspection): readonly string[] {
  const columns = Object.entries(listHeadings).map(([property, pattern]) => {
    const counted = property === 'labour' ? sourceNamed(inspection, crewSizes) : undefined;
    return [property, counted ?? sourceNamed(inspection, pattern)] as const;
  });
  const has = (sign: string) =>
    columns.some(([, source]) => source?.[1].values.some(({ value }) => value.includes(sign)));
  const used = ['|', ';'].find(has);
  return columns.flatMap(([property, source]) => {
    const comma = property === 'predecessors' ? /,/ : listComma;
    const separator = listSeparatorOf(source?.[1].values ?? [], comma, used);
    return sourceLine(property, source, { more: `, separator: ${JSON.stringify(separator)}` });
  });
}

/** Separators; of several in equally many cells, the first one counts, because names rarely contain it. */
const listSeparators = ['|', ';', '\n', ',', ' / '];
/** A comma between values, not in a decimal number. */
const listComma = /,(?!\d)|[^\d\s],/;

/** @param used a separator of any list, beside which a comma separates only parts that all have a number */
function listSeparatorOf(values: readonly ValueCount[], comma: RegExp, used: string | undefined): string {
  let best = { separator: used ?? ';', cells: 0 };
  for (const separator of listSeparators) {
    const parts = ({ value }: ValueCount) => splitList(value, separator);
    const isIn = (each: ValueCount) =>
      parts(each).length > 1 && (separator !== ',' || comma.test(each.value));
    const found = values.filter(isIn);
    const isNumbered = found.some((each) => parts(each).every((part) => /\d/.test(part)));
    const cells = found.reduce((sum, { count }) => sum + count, 0);
    const isOfNames = separator === ',' && used !== undefined && !isNumbered;
    if (cells > best.cells && !isOfNames) best = { separator, cells };
  }
  return best.separator;
}
