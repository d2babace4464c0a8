/** The bundler replaces this file with the digest. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Any other schema, down to a default, has another digest. */
export const schemaDigest = createHash('sha256')
  .update(readFileSync(new URL('lookahead.schema.json', import.meta.url)))
  .digest('hex')
  .slice(0, 16);
