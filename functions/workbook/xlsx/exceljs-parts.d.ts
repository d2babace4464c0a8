/**
 * The parts of exceljs 4.4 that the workbook writer builds on. The package's own declarations leave them out, and its
 * main file loads readers, CSV and two zip libraries that nothing here uses.
 */
declare module 'exceljs/lib/xlsx/xform/style/styles-xform.js' {
  import type { Style } from 'exceljs';

  // biome-ignore lint/style/noDefaultExport: the package is a CommonJS module that exports one class.
  export default class StylesXform {
    constructor(initialise: true);
    addStyleModel(style: Partial<Style>): number;
    readonly xml: string;
  }
}

declare module 'exceljs/lib/xlsx/xform/core/core-xform.js' {
  import type { WorkbookModel } from 'exceljs';

  // biome-ignore lint/style/noDefaultExport: the package is a CommonJS module that exports one class.
  export default class CoreXform {
    toXml(
      properties: Pick<
        WorkbookModel,
        'creator' | 'lastModifiedBy' | 'created' | 'modified' | 'title' | 'subject'
      >,
    ): string;
  }
}

declare module 'exceljs/lib/xlsx/xml/theme1.js' {
  const xml: string;
  // biome-ignore lint/style/noDefaultExport: the package is a CommonJS module that exports one text.
  export default xml;
}
