import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lookahead } from '../lookahead/lookahead.ts';
import type { WorkbookOptions } from './plan-workbook.ts';
import { renderWorkbook } from './render-workbook.ts';
import { readLogo } from './theme/logo.ts';
import { loadPackageWriter } from './xlsx/workbook-writer.ts';

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
