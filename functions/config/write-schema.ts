/** Writes the JSON Schema beside this file: `npm run schema`, after any change to the configuration's schema. */
import { writeSchema } from './json-schema.ts';

await writeSchema(new URL('lookahead.schema.json', import.meta.url));
