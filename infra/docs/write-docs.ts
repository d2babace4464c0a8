import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatMappingJsonSchema } from '#programme/mapping/mapping.ts';
import { repositoryRoot } from '../bundling.ts';
import { generatedDocParts } from './contents.ts';
import { fillGeneratedRegions } from './markdown.ts';

const documents = [
  'docs/architecture.md',
  'docs/commands.md',
  'docs/configuration.md',
  'docs/import.md',
  'docs/limits.md',
  'docs/operate.md',
];

export type DocumentState = { readonly path: string; readonly text: string; readonly upToDate: string };

/** Reads each document, and the schema of mappings. `upToDate` is the text with all generated parts made anew. */
export async function readDocuments(): Promise<readonly DocumentState[]> {
  const contents = await generatedDocParts();
  const filled = documents.map(async (path) => {
    const text = await readFile(join(repositoryRoot, path), 'utf8');
    return { path, text, upToDate: fillGeneratedRegions(text, contents) };
  });
  return Promise.all([...filled, mappingSchemaFile()]);
}

async function mappingSchemaFile(): Promise<DocumentState> {
  const path = 'functions/programme/mapping/mapping.schema.json';
  return {
    path,
    text: await readFile(join(repositoryRoot, path), 'utf8'),
    upToDate: formatMappingJsonSchema(),
  };
}

if (import.meta.main) {
  for (const { path, text, upToDate } of await readDocuments()) {
    if (text !== upToDate) await writeFile(join(repositoryRoot, path), upToDate);
  }
}
