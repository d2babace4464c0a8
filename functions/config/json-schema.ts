import * as z from 'zod/mini';
import { configurationSchema } from './configuration.ts';

/** The JSON Schema by which editors complete and check `lookahead.yaml`. Properties with a default are optional. */
export function configurationJsonSchema(): string {
  const schema = z.toJSONSchema(configurationSchema, { io: 'input', target: 'draft-07' });
  return `${JSON.stringify({ ...schema, title: 'Lookahead configuration' }, undefined, 2)}\n`;
}
