/** A project in `lookahead.yaml`: where its tasks are read, and how its sheets name it. */
import * as z from 'zod/mini';
import { planningRegion } from './deployment/stage.ts';
import { described, key, oneLineText, timeZone, title } from './fields.ts';
import { keySource } from './key-source.ts';

/** Every request carries the API key in a header, so plain HTTP is allowed for this machine only. */
function isEncryptedOrLocal(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol !== 'http:' || ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}

/** Anything else in an address may be a secret. */
function isAddressAlone(text: string): boolean {
  const url = URL.parse(text);
  return url === null || (url.username === '' && url.password === '' && !/[?#]/.test(text));
}

/** It is a part of every address that is asked, where a URL resolves dots instead of sending them. */
const projectId = oneLineText.check(
  z.regex(
    /^(?!\.{1,2}$)/,
    'cannot be part of an address, because dots alone lead to another path. Give the id of the project, as the planning service shows it.',
  ),
  z.refine(
    (text) => text.isWellFormed(),
    'contains half of a character. Give the id of the project, as the planning service shows it.',
  ),
);

/** Days. */
export const defaultStaleAfter = 10;

export const projectSchema = z.strictObject({
  key,
  name: described(title, 'The name shown on every sheet.'),
  region: described(planningRegion, 'The region of the planning service that holds the project.'),
  projectId: described(projectId, 'The project identifier in the planning service. Put numbers in quotes.'),
  timeZone: described(timeZone, 'IANA time zone of the site, such as Europe/London or Australia/Sydney.'),
  baseUrl: described(
    z
      .url({
        protocol: /^https?$/,
        abort: true,
        error: 'is not a web address. Start it with https://, and leave out the region.',
      })
      .check(
        z.refine(isAddressAlone, {
          abort: true,
          error:
            'contains a user name, a password, a query or a fragment. Write the address alone, such as https://planning.example.com, and name the key under apiKey.',
        }),
        z.refine(
          isEncryptedOrLocal,
          'would send the key unencrypted. Use https:// (http:// is only for this machine).',
        ),
      ),
    'Address of the Planning Read API, without the region.',
  ),
  apiKey: keySource,
  staleAfter: described(
    z._default(z.int().check(z.gte(1), z.lte(365)), defaultStaleAfter),
    'Days after its data date, or else after its import, from which on a programme is said to be old, 1 to 365: in red on Summary and in the messages, and to the contact once for each version.',
  ),
  logo: described(
    z.optional(
      z
        .string()
        .check(
          z.regex(
            /\.(?:png|jpe?g)$/i,
            'is not a PNG or JPEG file. Give the path of one, relative to this file.',
          ),
        ),
    ),
    'Path of a PNG or JPEG file for the top left of each sheet, relative to this file.',
  ),
});
