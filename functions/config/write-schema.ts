import { writeFile } from 'node:fs/promises';
import { configurationJsonSchema } from './configuration.ts';

await writeFile(new URL('lookahead.schema.json', import.meta.url), configurationJsonSchema());
