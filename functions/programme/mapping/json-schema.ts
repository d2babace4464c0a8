import * as z from 'zod/mini';
import { mappingSchema } from './mapping.ts';

/** The JSON Schema by which editors complete and check a mapping. Properties with a default are optional. */
export function mappingJsonSchema(): string {
  const schema = z.toJSONSchema(mappingSchema, { io: 'input', target: 'draft-07' });
  return `${JSON.stringify({ ...schema, title: 'Lookahead mapping of a programme' }, undefined, 2)}\n`;
}
