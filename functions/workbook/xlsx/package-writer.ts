/** exceljs's streaming writer with corrections: the zip file, its styles, theme and core properties. */
import { Readable, Writable } from 'node:stream';
import WorkbookWriter from 'exceljs/lib/stream/xlsx/workbook-writer.js';
import type { WorkbookPlan } from './sheet-plan.ts';
import { legalText } from './xml-text.ts';

const creator = 'Lookahead';
/** Bytes that are passed to the compressor at a time. */
const chunkSize = 131_072;
/** zlib's level: files 2% larger than at the default 6, in two thirds of the time. */
const compression = 5;

export class PackageWriter extends WorkbookWriter {
  readonly #chunks: Buffer[];
  readonly #date: Date;
  readonly #failure = Promise.withResolvers<never>();
  readonly #written = new Map<string, () => void>();

  constructor({ title, subject, created }: WorkbookPlan['properties']) {
    const chunks: Buffer[] = [];
    const date = new Date(created);
    super({
      stream: new Writable({
        write(chunk, _encoding, done) {
          chunks.push(chunk);
          done();
        },
      }),
      useStyles: true,
      created: date,
      creator,
      lastModifiedBy: creator,
      zip: { zlib: { level: compression, chunkSize } },
    });
    this.title = legalText(title);
    this.subject = legalText(subject);
    this.#chunks = chunks;
    this.#date = date;
    this.#failure.promise.catch(() => {});
    this.#correctZip();
  }

  /** Gives each entry the plan's date: exceljs lets the archive use the current time. */
  #correctZip(): void {
    const append = this.zip.append.bind(this.zip);
    this.zip.append = (source, data) => append(source, { ...data, date: this.#date });
    this.zip.on('error', (error) => this.#failure.reject(error));
    this.zip.on('entry', ({ name }: { name: string }) => this.#written.get(name)?.());
  }

  /** Called by exceljs's constructor, when entries would still get the current time: see `addOwnParts`. */
  override addThemes(): Promise<void> {
    return Promise.resolve();
  }

  override addOfficeRels(): Promise<void> {
    return Promise.resolve();
  }

  /** The parts that exceljs writes correctly by itself. */
  async addOwnParts(): Promise<void> {
    await super.addOfficeRels();
    await this.addCore();
    await super.addThemes();
  }

  addPart(name: string, content: string | Uint8Array): void {
    this.zip.append(typeof content === 'string' ? content : Buffer.from(content), { name });
  }

  /**
   * Adds a part that is made while it is compressed: a chunk is requested when the previous one has been consumed, so
   * that a long sheet is never completely in memory (exceljs's own streams buffer whatever they are given).
   */
  async addStreamedPart(name: string, chunks: Iterable<Uint8Array>): Promise<void> {
    const source = Readable.from(chunks, { objectMode: false, highWaterMark: 4 * chunkSize });
    const written = new Promise<void>((resolve, reject) => {
      this.#written.set(name, resolve);
      source.once('error', reject);
    });
    this.zip.append(source, { name });
    try {
      await Promise.race([written, this.#failure.promise]);
    } catch (error) {
      this.zip.abort();
      throw error;
    }
  }

  async finish(): Promise<Uint8Array> {
    await this.addStyles();
    await Promise.race([this._finalize(), this.#failure.promise]);
    return Buffer.concat(this.#chunks);
  }
}
