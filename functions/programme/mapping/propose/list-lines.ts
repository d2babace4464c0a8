import { splitList } from '../columns/listed-values.ts';
import { sourceLine, sourceNamed } from './find-source.ts';
import type { Inspection, ValueCount } from './inspect-programme.ts';

const listHeadings = {
  labour:
    /^(people|labou?r|crews?|gangs?|manpower|men|workers|operatives|(?:labou?r )?resources?(?: names?)?|(?:nazwy|noms?(?: des)?|nombres de los|nomi) (?:ressources|zasobow|recursos|risorse)|headcount|personal|trupp|kolonne|ressourcennamen|effectif|ouvriers)$/,
  plant: /^(plant|equipment|machines?|machinery|gerate?|maschinen|engins|sprzet)$/,
  materials: /^(materials?|material|materiaux|materialy)$/,
  predecessors:
    /^(preds?\.?|(?:task |activity )?predecessors?(?: ids?)?|depends on|vorganger|predecesseurs?|predecesoras?|predecessori|voorgangers?|poprzedniki?)$/,
};

/** These say more than crew names in the next column. */
const crewSizes = /^(?:crew|gang|team) size$|^(?:no\.?|number) of (?:men|people|operatives|workers)$/;

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
    const separator = detectListSeparator(source?.[1].values ?? [], comma, used);
    return sourceLine(property, source, { more: `, separator: ${JSON.stringify(separator)}` });
  });
}

/** If several separators occur in equally many cells, the first counts: names rarely contain it. */
const listSeparators = ['|', ';', '\n', ',', ' / '];
const listComma = /,(?!\d)|[^\d\s],/;

/** @param used separator of another list; beside it, a comma separates only parts that all have a number */
function detectListSeparator(values: readonly ValueCount[], comma: RegExp, used: string | undefined): string {
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
