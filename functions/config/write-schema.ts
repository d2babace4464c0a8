/** Writes the JSON Schema beside this file. Run `npm run schema` after any change to the schema of the configuration. */
import { writeFile } from 'node:fs/promises';
import { configurationJsonSchema } from './configuration.ts';

await writeFile(new URL('lookahead.schema.json', import.meta.url), configurationJsonSchema());
