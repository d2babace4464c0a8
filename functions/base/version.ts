import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

/** Of this release, such as `0.1.0`: the tag is `v0.1.0`. */
export const { version } = z.object({ version: z.string() }).parse(JSON.parse(file));
