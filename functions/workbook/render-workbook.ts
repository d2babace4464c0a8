import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lookahead } from '../lookahead/lookahead.ts';
import { planWorkbook, type WorkbookOptions } from './plan-workbook.ts';
import { readLogo } from './theme/logo.ts';
import { loadPackageWriter, writeWorkbook } from './xlsx/workbook-writer.ts';

/** The workbook of a lookahead as the bytes of an .xlsx file. The same lookahead gives the same bytes. */
export function renderWorkbook(lookahead: Lookahead, options: WorkbookOptions): Promise<Uint8Array> {
  return writeWorkbook(planWorkbook(lookahead, options));
}

/** @param configurationFolder where the configuration's logos are */
export function createRenderer(configurationFolder: string) {
  return {
    load: loadPackageWriter,
    forProject: async ({ name, logo }: { readonly name: string; readonly logo?: string | undefined }) => {
      const options = {
        company: name,
        ...(logo ? { logo: readLogo(await readFile(join(configurationFolder, logo)), logo) } : {}),
      };
      return (lookahead: Lookahead, { paper, sheets }: Pick<WorkbookOptions, 'paper' | 'sheets'>) =>
        renderWorkbook(lookahead, { paper, sheets, ...options });
    },
  };
}
