import { writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { configurationSchema } from './configuration.ts';

/** The JSON Schema that editors complete and check `lookahead.yaml` by; properties with a default are optional. */
export function configurationJsonSchema(): string {
  const schema = z.toJSONSchema(configurationSchema, { io: 'input', target: 'draft-07' });
  return `${JSON.stringify({ ...schema, title: 'Lookahead configuration' }, undefined, 2)}\n`;
}

export async function writeSchema(path: string | URL): Promise<void> {
  await writeFile(path, configurationJsonSchema());
}
