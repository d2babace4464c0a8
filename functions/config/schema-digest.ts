/** Which form of the configuration this release reads. The bundler puts the value in place of this file. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Another schema, down to a default, has another digest. */
export const schemaDigest = createHash('sha256')
  .update(readFileSync(new URL('lookahead.schema.json', import.meta.url)))
  .digest('hex')
  .slice(0, 16);
