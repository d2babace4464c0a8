/**
 * The version of the plan that an answer is of. It is no part of the contract: a service that keeps versions names the
 * version in a header and answers from an older one on request. Any other service is asked as the contract says.
 */

/** The label of the version; undefined where the service names none that it could be asked for. */
export function versionOf(headers: Headers): string | undefined {
  const label = headers.get('planning-version') ?? '';
  return /^[0-9a-z]{1,64}$/.test(label) ? label : undefined;
}

/** The address of a query, asked of this version; of the current one for undefined. */
export function atVersion(url: string, version: string | undefined): string {
  if (version === undefined) return url;
  return `${url}${url.includes('?') ? '&' : '?'}version=${version}`;
}
