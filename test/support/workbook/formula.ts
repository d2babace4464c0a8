/** Evaluates the formulas that the sheets use, to check the values written with them. */
import { absoluteColumnRange, cellReference } from '#workbook/xlsx/cell-references.ts';
import type { CellValue, WorkbookPlan } from '#workbook/xlsx/sheet-plan.ts';

type Scalar = string | number | undefined;
type Values = ReadonlyMap<string, readonly (readonly (CellValue | undefined)[])[]>;

export type FormulaCell = {
  readonly sheet: string;
  /** Such as `C5`. */
  readonly address: string;
  readonly formula: string;
  readonly cached: string | number;
};

export function allFormulas(plan: WorkbookPlan): FormulaCell[] {
  return plan.sheets.flatMap((sheet) =>
    [...sheet.rows].flatMap((row, rowIndex) =>
      row.cells.flatMap((cell, columnIndex) => {
        const value = cell?.value;
        if (typeof value !== 'object' || !('formula' in value)) return [];
        const address = cellReference(rowIndex + 1, columnIndex + 1);
        return [{ sheet: sheet.name, address, formula: value.formula, cached: value.result }];
      }),
    ),
  );
}

/** Returns a function that evaluates a formula from the plan's other cells, never from cached results. */
export function formulaEvaluator(plan: WorkbookPlan): (sheet: string, formula: string) => string | number {
  const values: Values = new Map(
    plan.sheets.map((sheet) => [
      sheet.name,
      [...sheet.rows].map((row) => row.cells.map((cell) => cell?.value)),
    ]),
  );
  const known = new Map<string, string | number>();
  const evaluate = (sheet: string, formula: string): string | number => {
    const key = `${sheet}!${formula}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const result = guarded(formula, { plan, values, sheet, evaluate });
    known.set(key, result);
    return result;
  };
  return evaluate;
}

type Context = {
  readonly plan: WorkbookPlan;
  readonly values: Values;
  readonly sheet: string;
  readonly evaluate: (sheet: string, formula: string) => string | number;
};

/**
 * Evaluates `IFERROR(…,…)`, `CHOOSE(…,"text",…)`, `TEXT(…,"0%")`, `IF(expression<5,…,…)`, a text or a cell, several of
 * these joined by `&`, or an expression.
 */
function guarded(formula: string, context: Context): string | number {
  const [first = '', ...rest] = topLevel(formula, /&/);
  if (rest.length > 0) {
    const parts = [first, ...rest.map((part) => part.slice(1))].map((part) => guarded(part, context));
    return parts.some((part) => typeof part === 'number' && !Number.isFinite(part))
      ? Number.NaN
      : parts.join('');
  }
  const [, share] = /^TEXT\((.*),"0%"\)$/.exec(formula) ?? [];
  if (share !== undefined) {
    const value = expression(share, context);
    return Number.isFinite(value) ? `${Math.round(value * 100)}%` : value;
  }
  const text = /^"([^"]*)"$/.exec(formula);
  if (text) return text[1] ?? '';
  const [, linked] = /^HYPERLINK\("[^"]*","((?:[^"]|"")*)"\)$/.exec(formula) ?? [];
  if (linked !== undefined) return linked.replaceAll('""', '"');
  const [, name, inner = ''] = /^(IFERROR|CHOOSE|IF)\((.*)\)$/.exec(formula) ?? [];
  const [asked = '', ...others] = topLevel(inner, /,/).map((part, index) =>
    index === 0 ? part : part.slice(1),
  );
  switch (name) {
    case 'IFERROR': {
      const result = guarded(asked, context);
      return typeof result === 'string' || Number.isFinite(result)
        ? result
        : guarded(others[0] ?? '', context);
    }
    case 'IF': {
      const [, left = '', sign = '', right = ''] = /^(.*)([=<])(\d+)$/.exec(asked) ?? [];
      const value = expression(left, context);
      const isMet = sign === '<' ? value < Number(right) : value === Number(right);
      return guarded(others[isMet ? 0 : 1] ?? '', context);
    }
    case 'CHOOSE': {
      const index = expression(asked, context);
      return Number.isFinite(index) ? guarded(others[index - 1] ?? '', context) : index;
    }
    default: {
      const [cell] = /^(?:'[^']+'!)?\$?[A-Z]+\$?\d+$/.test(formula) ? range(formula, context) : [];
      return typeof cell === 'string' ? cell : expression(formula, context);
    }
  }
}

function expression(formula: string, context: Context): number {
  const [first = '', ...rest] = topLevel(formula, /[-/+]/);
  return rest.reduce(
    (total, part) => {
      const operand = term(part.slice(1), context);
      if (part.startsWith('+')) return total + operand;
      return part.startsWith('-') ? total - operand : total / operand;
    },
    term(first, context),
  );
}

/** Splits at separators outside brackets and quotes; each part except the first begins with its separator. */
function topLevel(text: string, separators: RegExp): string[] {
  const parts: string[] = [''];
  let depth = 0;
  let quote = '';
  for (const character of text) {
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth === 0 && quote === '' && separators.test(character)) parts.push(character);
    else parts[parts.length - 1] += character;
  }
  return parts;
}

function term(text: string, context: Context): number {
  const bracketed = /^\((.*)\)$/s.exec(text);
  if (bracketed) return expression(bracketed[1] ?? '', context);
  const call = /^([A-Z]+)\((.*)\)$/s.exec(text);
  if (!call) {
    if (/^\d+$/.test(text)) return Number(text);
    const [cell] = range(text, context);
    return typeof cell === 'number' ? cell : 0;
  }
  const [, name = '', inner = ''] = call;
  const args = topLevel(inner, /,/).map((part, index) => (index === 0 ? part : part.slice(1)));
  const column = (index: number) => range(args[index] ?? '', context);
  switch (name) {
    case 'SUM':
      return args
        .flatMap((_arg, index) => column(index))
        .reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0);
    case 'MAX': {
      const numbers = column(0).flatMap((value) => (typeof value === 'number' ? [value] : []));
      return numbers.length === 0 ? 0 : Math.max(...numbers);
    }
    case 'ROUND': {
      const factor = 10 ** Number(args[1]);
      return Math.round(expression(args[0] ?? '', context) * factor) / factor + 0;
    }
    case 'MATCH': {
      const at = column(1).indexOf(term(args[0] ?? '', context));
      return at === -1 ? Number.NaN : at + 1;
    }
    case 'COUNTA':
      return column(0).filter((value) => value !== undefined && value !== '').length;
    case 'COUNTIF':
      return column(0).filter(matcher(args[1] ?? '')).length;
    case 'SUMIF': {
      const amounts = column(2);
      return column(0)
        .map((value, index) => (matcher(args[1] ?? '')(value) ? amounts[index] : 0))
        .reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0);
    }
    case 'COUNTIFS': {
      const criteria = args.flatMap((_arg, index) =>
        index % 2 === 0 ? [{ cells: column(index), is: matcher(args[index + 1] ?? '') }] : [],
      );
      return (criteria[0]?.cells ?? []).filter((_value, row) =>
        criteria.every((one) => one.is(one.cells[row])),
      ).length;
    }
    case 'SUMPRODUCT': {
      const factors = args.map((arg) => factorOf(arg, (text) => range(text, context)));
      return (factors[0] ?? []).reduce(
        (sum, _first, row) => sum + factors.reduce((product, factor) => product * (factor[row] ?? 0), 1),
        0,
      );
    }
    case 'SUBTOTAL': {
      const numbers = range(args[1] ?? '', context, 'without subtotals').filter(
        (value) => typeof value === 'number',
      );
      if (args[0] === '2') return numbers.length;
      if (args[0] === '9') return numbers.reduce((sum, value) => sum + value, 0);
      throw new Error(`The formulaEvaluator does not know SUBTOTAL(${args[0]}, …).`);
    }
    default:
      throw new Error(`The formulaEvaluator does not know ${name}.`);
  }
}

/**
 * A factor of SUMPRODUCT: `--(cells="text")`, `--(cells=cell)`, `--(cells>0)`, `cells/(cells+(cells=0))` or only cells;
 * the result has a number for each row.
 */
function factorOf(arg: string, cellsOf: (text: string) => readonly Scalar[]): readonly number[] {
  const numbersOf = (text: string) => cellsOf(text).map((value) => (typeof value === 'number' ? value : 0));
  const text = /^--\((.+)="(.*)"\)$/s.exec(arg);
  if (text) {
    const wanted = fold(text[2]?.replaceAll('""', '"'));
    return cellsOf(text[1] ?? '').map((value) => Number(fold(value) === wanted));
  }
  const same = /^--\((.+)=([A-Z]+\d+)\)$/.exec(arg);
  if (same) {
    const [wanted] = cellsOf(same[2] ?? '');
    return cellsOf(same[1] ?? '').map((value) => Number(fold(value) === fold(wanted)));
  }
  const above = /^--\((.+)>0\)$/.exec(arg);
  if (above) return numbersOf(above[1] ?? '').map((value) => Number(value > 0));
  const share = /^(.+)\/\((.+)\+\(\2=0\)\)$/.exec(arg);
  if (share) {
    const whole = numbersOf(share[2] ?? '');
    return numbersOf(share[1] ?? '').map((part, row) => part / (whole[row] || 1));
  }
  return numbersOf(arg);
}

/** The value as formulas compare it: an empty cell equals an empty text, and case makes no difference. */
function fold(value: Scalar): string {
  return `${value ?? ''}`.toLowerCase();
}

function matcher(criterion: string): (value: Scalar) => boolean {
  if (criterion === '">0"') return (value) => typeof value === 'number' && value > 0;
  if (criterion === '""') throw new Error('Excel and LibreOffice differ on "" as a criterion.');
  const pattern = criterion.slice(1, -1).replaceAll('""', '"');
  const escaped = pattern
    .replaceAll(/[.+^${}()|[\]\\/]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${escaped}$`, 'is');
  return (value) => typeof value === 'string' && expression.test(value);
}

function range(
  text: string,
  context: Context,
  subtotals: 'with subtotals' | 'without subtotals' = 'with subtotals',
): Scalar[] {
  const { values, sheet, evaluate } = context;
  const column = /^([A-Za-z_]\w*)\[([^\]]+)\]$/.exec(text);
  if (column) return range(tableCells(context.plan, column[1] ?? '', column[2] ?? ''), context, subtotals);
  const match = /^(?:'((?:[^']|'')*)'!)?\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?$/.exec(text);
  if (!match) throw new Error(`The formulaEvaluator cannot read ${text}.`);
  const [, named, fromColumn = '', fromRow = '', toColumn = fromColumn, toRow = fromRow] = match;
  const name = named?.replaceAll("''", "'") ?? sheet;
  const rows = values.get(name);
  if (!rows) throw new Error(`A formula reads ${name}, which is not a sheet.`);
  const cells: Scalar[] = [];
  for (let row = Number(fromRow); row <= Number(toRow); row += 1) {
    for (let column = number(fromColumn); column <= number(toColumn); column += 1) {
      const value = rows[row - 1]?.[column - 1];
      if (typeof value === 'object' && 'formula' in value) {
        const skipped = subtotals === 'without subtotals' && value.formula.startsWith('SUBTOTAL(');
        cells.push(skipped ? undefined : evaluate(name, value.formula));
      } else if (typeof value === 'object' && 'day' in value) cells.push(value.day);
      else if (typeof value === 'object' && 'text' in value) cells.push(value.text);
      else if (typeof value === 'string' || typeof value === 'number') cells.push(value);
      else cells.push(undefined);
    }
  }
  return cells;
}

/** The cells of a column of a table, as a formula refers to them without the table's name. */
function tableCells(plan: WorkbookPlan, table: string, title: string): string {
  const sheet = plan.sheets.find((candidate) => candidate.table?.name === table);
  const index = sheet?.table?.columns.indexOf(title) ?? -1;
  if (!sheet?.table || index === -1) throw new Error(`No table has the column ${table}[${title}].`);
  const { top, left, bottom } = sheet.table.area;
  return absoluteColumnRange(sheet.name, left + index, { first: top + 1, last: bottom });
}

function number(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
