import { writeFile } from 'node:fs/promises';
import { formatConfigurationJsonSchema } from './configuration.ts';

await writeFile(new URL('lookahead.schema.json', import.meta.url), formatConfigurationJsonSchema());
