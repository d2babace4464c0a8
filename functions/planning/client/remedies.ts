/** What a user can do about a failure: names only settings that exist, since requests are composed from those. */
import { idFilters } from '../contract/tasks-query.ts';
import type { Place } from './planning-error.ts';

export const reportToOperator =
  'No items of this listing were used; report this to the operator of the planning service.';

/**
 * For an answer that is too long.
 * @param otherwise another way, as part of a sentence: `give the function more memory`
 */
export function readLess({ operation }: Place, otherwise: string | undefined): string {
  // Only the listing of tasks depends on the weeks that are read.
  const fewer = `read fewer weeks (${pullSettings.join(', ')} in lookahead.yaml)`;
  const ways = [operation === 'tasks' ? fewer : undefined, otherwise].filter((way) => way !== undefined);
  const sentence = ways.join(', or ');
  return sentence === '' ? reportToOperator : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

const pullSettings = ['pull.weeksBefore', 'pull.weeksAfter'];

/** The settings that decide what is sent as each parameter of a request; no others can be set. */
const settingsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['projectId', ['projectId']],
  ['region', ['region']],
  ['start', ['weeks', ...pullSettings]],
  ['finish', ['weeks', ...pullSettings]],
  ...idFilters.map((name): [string, readonly string[]] => [name, [filterOf(name)]]),
]);

/** `filters.owners` for `ownerIds`. */
function filterOf(name: (typeof idFilters)[number]): string {
  return name === 'assignedToIds' ? 'filters.assignees' : `filters.${name.replace('Ids', 's')}`;
}

/** For parameters that the service does not accept. */
export function correctParameters(parameters: readonly string[]): string {
  const settings = [...new Set(parameters.flatMap((parameter) => settingsOf.get(parameter) ?? []))];
  if (settings.length > 0) return `Correct ${settings.join(', ')} in lookahead.yaml.`;
  if (parameters.length === 0) return 'Check region, projectId and filters in lookahead.yaml.';
  return 'No setting changes that: report this to the operator of the planning service.';
}
