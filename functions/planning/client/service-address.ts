/** The addresses of the service: base address, region and project, checked once. */

import { withoutTrailingSlashes } from '../../base/without-trailing-slashes.ts';
import { type Region, regions } from '../contract/tasks-query.ts';
import { type Place, PlanningInputError } from './planning-error.ts';

export type ServiceAddress = {
  /** http or https, without the region; a path prefix and a trailing slash are fine. */
  readonly baseUrl: string;
  readonly region: Region;
};

/** @throws PlanningInputError for a part that an address cannot contain */
export function projectUrl(
  { baseUrl, region, projectId }: ServiceAddress & { readonly projectId: string },
  place: Place,
): string {
  const base = parseBaseUrl(baseUrl, place);
  checkRegion(region, place);
  checkProjectId(projectId, place);
  return projectAddress(base, { region, projectId });
}

/** Where a project's collections are, whether or not the contract knows the region. */
export function projectAddress(
  base: string,
  { region, projectId }: { readonly region: string; readonly projectId: string },
): string {
  return `${base}/${encodeURIComponent(region)}/v1/projects/${encodeURIComponent(projectId)}`;
}

/** @throws PlanningInputError for a part that an address cannot contain */
export function tokenUrl({ baseUrl, region }: ServiceAddress, place: Place): string {
  const base = parseBaseUrl(baseUrl, place);
  checkRegion(region, place);
  return `${base}/${region}/v1/auth/token`;
}

/**
 * The base address without trailing slashes; a path prefix stays.
 * @throws PlanningInputError when it is not an http or https address, or carries credentials, a query or a fragment.
 */
export function parseBaseUrl(baseUrl: string, place: Place): string {
  const fail = (what: string): never => {
    throw new PlanningInputError(what, {
      place,
      property: 'baseUrl',
      remedy:
        'Give the address of the Planning Read API without the region, such as https://planning.example.com.',
    });
  };
  const url = URL.parse(baseUrl);
  // What is not an address, or carries credentials, is not repeated: it may be a secret in the wrong place.
  if (url === null) return fail('baseUrl is not an address');
  if (url.username !== '' || url.password !== '') return fail('baseUrl carries a user name or password');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return fail(`baseUrl begins with ${url.protocol} and not with https: or http:`);
  }
  if (url.search !== '' || url.hash !== '') return fail('baseUrl carries a query or a fragment');
  return url.origin + withoutTrailingSlashes(url.pathname);
}

function checkRegion(region: Region, place: Place): void {
  if (regions.includes(region)) return;
  throw new PlanningInputError('the region is not known', {
    place,
    property: 'region',
    remedy: `Give one of ${regions.join(', ')}.`,
  });
}

/** A dot segment would be swallowed by the address. */
function checkProjectId(projectId: string, place: Place): void {
  if (projectId !== '' && projectId !== '.' && projectId !== '..' && projectId.isWellFormed()) return;
  throw new PlanningInputError('projectId is empty or cannot be part of an address', {
    place,
    property: 'projectId',
    remedy: 'Give the project identifier as the planning service shows it.',
  });
}
