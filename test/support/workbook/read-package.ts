/** An .xlsx file as its parts, each part's XML as a tree. */
import { crc32 } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

export type XmlElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text directly in the element. */
  readonly text: string;
};

export type Package = {
  /** In the order of the archive. */
  readonly names: readonly string[];
  readonly bytes: ReadonlyMap<string, Buffer>;
  readonly dates: ReadonlyMap<string, string>;
};

function openZip(bytes: Uint8Array): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, strictFileNames: true, validateEntrySizes: true };
    fromBuffer(Buffer.from(bytes), options, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
}

function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('end', () => {
        const bytes = Buffer.concat(chunks);
        if (crc32(bytes) === entry.crc32) resolve(bytes);
        else reject(new Error(`The checksum of ${entry.fileName} is of other bytes.`));
      });
    });
  });
}

/** @throws Error when the file is not a valid zip, a checksum is wrong, or a part is named twice. */
export async function readPackage(bytes: Uint8Array): Promise<Package> {
  const zip = await openZip(bytes);
  const entries = new Map<string, Buffer>();
  const dates = new Map<string, string>();
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      if (entries.has(entry.fileName)) return reject(new Error(`The part ${entry.fileName} comes twice.`));
      dates.set(entry.fileName, entry.getLastModDate({ timezone: 'UTC' }).toISOString());
      readEntry(zip, entry).then((content) => {
        entries.set(entry.fileName, content);
        zip.readEntry();
      }, reject);
    });
    zip.readEntry();
  });
  return { names: [...entries.keys()], bytes: entries, dates };
}

type OpenElement = {
  name: string;
  attributes: Map<string, string>;
  children: OpenElement[];
  text: string;
};

/** @throws Error with line and column when the text is not well formed. */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const root: OpenElement = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [root];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.values(attributes).map((attribute) => [attribute.name, attribute.value] as const);
    const element = { name, attributes: new Map(values), children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (part) => {
    const element = open.at(-1);
    if (element) element.text += part;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  const [document] = root.children;
  if (!document) throw new Error('The part is empty.');
  return document;
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** Every element of a name below, in document order. */
export function descendantsOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) =>
    child.name === name ? [child, ...descendantsOf(child, name)] : descendantsOf(child, name),
  );
}

export function attributeOf(element: XmlElement | undefined, name: string): string {
  return element?.attributes.get(name) ?? '';
}
