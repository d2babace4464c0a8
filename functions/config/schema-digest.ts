/** The digest of the configuration's schema. The bundler replaces this file by the digest itself. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Changes with every change of the schema, also of a default. */
export const schemaDigest = createHash('sha256')
  .update(readFileSync(new URL('lookahead.schema.json', import.meta.url)))
  .digest('hex')
  .slice(0, 16);
