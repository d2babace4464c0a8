/** The configuration that the repository is delivered with, as a copy: whoever deploys makes `lookahead.yaml` their own. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const own = readFileSync(resolve(import.meta.dirname, '../../lookahead.yaml'), 'utf8');

export const sampleFolder = join(import.meta.dirname, 'sample');
export const sampleFile = join(sampleFolder, 'lookahead.yaml');
export const sampleText = readFileSync(sampleFile, 'utf8');

/** Whether the configuration at the top of the repository is still the sample; some tests can run only then. */
export const isDelivered = own.includes('from: lookahead@example.com');
