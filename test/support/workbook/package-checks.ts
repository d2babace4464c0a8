/** Whether a file's parts hold together: relations, content types, nothing missing, nothing left over. */
import { posix } from 'node:path';
import {
  attributeOf,
  childrenOf,
  descendantsOf,
  type Package,
  parseXml,
  type XmlElement,
} from './read-package.ts';

type Relation = { readonly type: string; readonly target: string };
/** By part, by id. Targets are names of parts. */
export type Relations = ReadonlyMap<string, ReadonlyMap<string, Relation>>;

const relationPath = /^(.*?)_rels\/([^/]*)\.rels$/;

/** The relations of every part; `''` is the file itself. */
export function readRelations(file: Package, faults: string[]): Relations {
  const all = new Map<string, Map<string, Relation>>();
  for (const name of file.names) {
    const match = relationPath.exec(name);
    if (!match) continue;
    const [, folder = '', source = ''] = match;
    const relations = new Map<string, Relation>();
    all.set(folder + source, relations);
    if (source !== '' && !file.bytes.has(folder + source)) faults.push(`${name} belongs to no part.`);
    const targets = new Set<string>();
    for (const element of childrenOf(parseXml(String(file.bytes.get(name))), 'Relationship')) {
      const id = attributeOf(element, 'Id');
      if (relations.has(id)) faults.push(`${name} has the id ${id} twice.`);
      if (attributeOf(element, 'TargetMode') === 'External')
        faults.push(`${name} leads out of the file: ${attributeOf(element, 'Target')}.`);
      const target = posix.join(folder, attributeOf(element, 'Target')).replace(/^\//, '');
      if (!file.bytes.has(target)) faults.push(`${name} leads to ${target}, which is not there.`);
      if (targets.has(target)) faults.push(`${name} leads to ${target} twice.`);
      targets.add(target);
      relations.set(id, { type: attributeOf(element, 'Type').replace(/^.*\//, ''), target });
    }
  }
  return all;
}

export function contentTypeFaults(file: Package): string[] {
  const faults: string[] = [];
  const types = parseXml(String(file.bytes.get('[Content_Types].xml')));
  const defaults = new Map<string, string>();
  for (const element of childrenOf(types, 'Default')) {
    const extension = attributeOf(element, 'Extension');
    if (defaults.has(extension)) faults.push(`The content type of .${extension} is given twice.`);
    defaults.set(extension, attributeOf(element, 'ContentType'));
  }
  const overrides = new Set<string>();
  for (const element of childrenOf(types, 'Override')) {
    const part = attributeOf(element, 'PartName').slice(1);
    if (overrides.has(part)) faults.push(`The content type of ${part} is given twice.`);
    if (!file.bytes.has(part)) faults.push(`${part} has a content type and is not there.`);
    overrides.add(part);
  }
  for (const name of file.names) {
    if (name === '[Content_Types].xml' || overrides.has(name)) continue;
    const type = defaults.get(name.slice(name.lastIndexOf('.') + 1));
    if (type === undefined || type === 'application/xml')
      faults.push(`${name} has no content type of its own.`);
  }
  return faults;
}

export function orphanFaults(file: Package, relations: Relations): string[] {
  const reached = new Set<string>();
  const visit = (part: string): void => {
    for (const { target } of relations.get(part)?.values() ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      visit(target);
    }
  };
  visit('');
  return file.names
    .filter((name) => name !== '[Content_Types].xml' && !relationPath.test(name) && !reached.has(name))
    .map((name) => `Nothing leads to ${name}.`);
}

const relatedTypes: Readonly<Record<string, string>> = {
  sheet: 'worksheet',
  drawing: 'drawing',
  legacyDrawing: 'vmlDrawing',
  tablePart: 'table',
  'a:blip': 'image',
  'c:chart': 'chart',
};

/** Each id that a part refers to must be a relation of the right kind. */
export function referenceFaults(part: string, root: XmlElement, relations: Relations): string[] {
  const own = relations.get(part);
  // In its own part, `c:chart` holds the chart; in a drawing, it refers to one.
  if (root.name === 'c:chartSpace') return [];
  return Object.entries(relatedTypes).flatMap(([name, type]) =>
    descendantsOf(root, name).flatMap((element) => {
      const id = attributeOf(element, name === 'a:blip' ? 'r:embed' : 'r:id');
      const found = own?.get(id)?.type;
      return found === type ? [] : [`${part}: <${name}> refers to "${id}", which is ${found ?? 'nothing'}.`];
    }),
  );
}
