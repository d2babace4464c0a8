import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Renderer } from '../delivery/request/run-report.ts';
import { renderWorkbook } from '../workbook/render-workbook.ts';
import { readLogo } from '../workbook/theme/logo.ts';
import { loadPackageWriter } from '../workbook/xlsx/workbook-writer.ts';

/** @param configurationFolder where the configuration's logos are */
export function createRenderer(configurationFolder: string): Renderer {
  return {
    load: loadPackageWriter,
    forProject: async ({ name, logo }) => {
      const options = {
        company: name,
        ...(logo ? { logo: readLogo(await readFile(join(configurationFolder, logo)), logo) } : {}),
      };
      return (lookahead, { paper, sheets }) => renderWorkbook(lookahead, { paper, sheets, ...options });
    },
  };
}
