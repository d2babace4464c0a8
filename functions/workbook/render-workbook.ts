import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { planWorkbook, type ReportOptions, type WorkbookOptions } from './plan-workbook.ts';
import { readLogo } from './theme/logo.ts';
import { loadPackageWriter, writeWorkbook } from './xlsx/workbook-writer.ts';

export function renderWorkbook(lookahead: Lookahead, options: WorkbookOptions): Promise<Uint8Array> {
  return writeWorkbook(planWorkbook(lookahead, options));
}

export function createRenderer(configurationFolder: string) {
  return {
    loadWriter: loadPackageWriter,
    forProject: async ({ name, logo }: { readonly name: string; readonly logo?: string | undefined }) => {
      const options = {
        company: name,
        ...(logo ? { logo: readLogo(await readFile(join(configurationFolder, logo)), logo) } : {}),
      };
      return async (lookahead: Lookahead, { paper, sheets, wallLink }: ReportOptions) => {
        // Only a report with a code needs the package that makes it.
        const wallCode =
          wallLink === undefined ? undefined : (await import('#base/qr-code.ts')).qrPng(wallLink);
        return renderWorkbook(lookahead, { paper, sheets, wallCode, ...options });
      };
    },
  };
}
