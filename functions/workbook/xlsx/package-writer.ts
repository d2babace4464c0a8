/** exceljs's streaming writer, mended: the file's container, its styles, theme and core properties. */
import { Readable, Writable } from 'node:stream';
import WorkbookWriter from 'exceljs/lib/stream/xlsx/workbook-writer.js';
import type { WorkbookPlan } from './sheet-plan.ts';
import { legalText } from './xml-text.ts';

const creator = 'Lookahead';
/** Bytes that go to and come from the compressor at a time. */
const chunkSize = 131_072;
/** A fiftieth larger than zlib's usual 6, in two thirds of its time. */
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
    this.#mendZip();
  }

  /** Each entry bears the plan's date: exceljs lets the archive take the present moment. */
  #mendZip(): void {
    const append = this.zip.append.bind(this.zip);
    this.zip.append = (source, data) => append(source, { ...data, date: this.#date });
    this.zip.on('error', (error) => this.#failure.reject(error));
    this.zip.on('entry', ({ name }: { name: string }) => this.#written.get(name)?.());
  }

  /** Called by exceljs's constructor, when entries would still get the present moment: see `addOwnParts`. */
  override addThemes(): Promise<void> {
    return Promise.resolve();
  }

  override addOfficeRels(): Promise<void> {
    return Promise.resolve();
  }

  /** The parts that exceljs writes right by itself. */
  async addOwnParts(): Promise<void> {
    await super.addOfficeRels();
    await this.addCore();
    await super.addThemes();
  }

  addPart(name: string, content: string | Uint8Array): void {
    this.zip.append(typeof content === 'string' ? content : Buffer.from(content), { name });
  }

  /**
   * A part made while it is compressed: a chunk is asked for when the one before has been taken, so that a long
   * sheet is never whole in memory (exceljs's own streams take whatever they are given, at once).
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
