/**
 * The part of exceljs 4.4's streaming writer that the workbook writer builds on. The package's own declarations
 * leave it out, and its main file loads readers, CSV and a second zip library that nothing here uses: loading
 * this one file takes half the time.
 */
declare module 'exceljs/lib/stream/xlsx/workbook-writer.js' {
  import type { EventEmitter } from 'node:events';
  import type { Readable, Writable } from 'node:stream';
  import type { Style } from 'exceljs';

  export interface ZipArchive extends EventEmitter {
    append(source: string | Buffer | Readable, data: { name: string; date?: Date }): unknown;
    abort(): unknown;
  }

  export interface StyleManager {
    /** The index of the style among the workbook's cell formats. */
    addStyleModel(style: Partial<Style>): number;
    readonly xml: string;
  }

  // biome-ignore lint/style/noDefaultExport: the package is a CommonJS module that exports one class.
  export default class WorkbookWriter {
    constructor(options: {
      stream: Writable;
      useStyles: true;
      created: Date;
      creator: string;
      lastModifiedBy: string;
      zip: { zlib: { level: number; chunkSize: number } };
    });
    title?: string;
    subject?: string;
    readonly zip: ZipArchive;
    readonly styles: StyleManager;
    addThemes(): Promise<void>;
    addOfficeRels(): Promise<void>;
    addCore(): Promise<void>;
    addStyles(): Promise<void>;
    _finalize(): Promise<unknown>;
  }
}
