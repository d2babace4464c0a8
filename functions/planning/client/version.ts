/**
 * The version of the programme that an answer is from. It is not part of the contract: a service that keeps versions
 * names the version in headers and answers from an older one on request. Any other service is asked as the contract says.
 */
import type * as z from 'zod/mini';
import {
  dataDateSchema,
  importedAtSchema,
  type ProgrammeVersion,
  versionHeaders,
} from '../contract/programme-version.ts';

/**
 * Undefined where the service names no version that it could be asked for. A data date or a time of import that cannot
 * be read counts as none: no report fails for what the contract does not ask for.
 */
export function programmeVersionOf(headers: Headers): ProgrammeVersion | undefined {
  const label = headers.get(versionHeaders.label) ?? '';
  if (!/^[0-9a-z]{1,64}$/.test(label)) return undefined;
  const read = (name: string, schema: z.ZodMiniType<string>) => schema.safeParse(headers.get(name)).data;
  return {
    label,
    dataDate: read(versionHeaders.dataDate, dataDateSchema),
    importedAt: read(versionHeaders.importedAt, importedAtSchema),
  };
}

/** The address of a query, asked of the version with this label; of the current one for undefined. */
export function atVersion(url: string, label: string | undefined): string {
  if (label === undefined) return url;
  return `${url}${url.includes('?') ? '&' : '?'}version=${label}`;
}
