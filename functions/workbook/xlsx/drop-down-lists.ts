/** The drop-downs of a plan: in the validation rule itself if they fit, otherwise in a hidden sheet. */

import { legalSheetNames, sheetReference } from './sheet-names.ts';
import type { Row, SheetPlan, Style, Validation } from './sheet-plan.ts';
import { choicesReference, type ValidationXml } from './sheet-xml.ts';
import { legalText } from './xml-text.ts';

/** Excel's limit for a list inside a rule. A comma would split a choice in two there. */
const maxInlineLength = 255;

const plain: Style = {};

export type ChoiceLists = {
  /** Rules of the sheets, in their order. */
  readonly rules: readonly (readonly ValidationXml[])[];
  readonly sheet: SheetPlan | undefined;
};

function cleanChoices({ choices }: Validation): string[] {
  const texts = choices.map((choice) => legalText(choice).replace(/\s+/g, ' ').trim());
  return [...new Set(texts)].filter((text) => text !== '');
}

function inlineList(choices: readonly string[]): string | undefined {
  if (choices.some((choice) => choice.includes(','))) return undefined;
  const list = choices.join(',');
  return list.length <= maxInlineLength ? `"${list.replaceAll('"', '""')}"` : undefined;
}

function listRows(lists: readonly (readonly string[])[]): Row[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) => ({
    cells: lists.map((list) => {
      const value = list[index];
      return value === undefined ? undefined : { value, style: plain };
    }),
  }));
}

function listSheet(name: string, lists: readonly (readonly string[])[]): SheetPlan {
  const margin = 0.5;
  return {
    name,
    columns: lists.map(() => ({ width: 30 })),
    rows: listRows(lists),
    print: {
      paper: 'A4',
      orientation: 'portrait',
      fitToWidth: true,
      margins: { left: margin, right: margin, top: margin, bottom: margin, header: 0.3, footer: 0.3 },
      footer: { left: '', center: '', right: 'page' },
    },
  };
}

/** The rules of every sheet, and the sheet to add for them; `names` are the names already taken. */
export function choiceLists(sheets: readonly SheetPlan[], names: readonly string[]): ChoiceLists {
  const name = legalSheetNames([...names, 'Choices']).at(-1) ?? 'Choices';
  const lists = new Map<string, string[]>();

  function formulaFor(choices: string[]): string {
    const inline = inlineList(choices);
    if (inline !== undefined) return inline;
    const key = choices.join('\n');
    if (!lists.has(key)) lists.set(key, choices);
    const column = [...lists.keys()].indexOf(key) + 1;
    return choicesReference(sheetReference(name), column, choices.length);
  }

  const rules = sheets.map(({ validations = [] }) =>
    validations.flatMap((validation) => {
      const choices = cleanChoices(validation);
      if (choices.length === 0) return [];
      return [{ area: validation.area, formula: formulaFor(choices), prompt: validation.prompt }];
    }),
  );
  return { rules, sheet: lists.size === 0 ? undefined : listSheet(name, [...lists.values()]) };
}
