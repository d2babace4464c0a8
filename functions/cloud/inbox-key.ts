/** Reads the key of an object in the inbox: `inbox/<region>/<project id>/<file>`. */
import { keyProblem } from '#archive/object-key.ts';
import { InputError } from '#base/lookahead-error.ts';
import { oneLine } from '#base/text/one-line.ts';
import { regions } from '#planning/contract/tasks-query.ts';
import { isStorableId, type ProjectReference } from '#planning-server/stores/store.ts';

/** No import can use the key; only another key helps. */
class InboxKeyRefused extends InputError {
  override readonly name = 'InboxKeyRefused';
}

type InboxObject =
  | { readonly kind: 'file'; readonly file: string; readonly project: ProjectReference }
  | {
      readonly kind: 'refused';
      readonly file: string;
      /** Undefined if the key names no project. */
      readonly project: ProjectReference | undefined;
      readonly refusal: InboxKeyRefused;
    };

const place = 'inbox/<region>/<project id>/<file>';
const putIt = `Put the file under ${place}, where the region is one of ${regions.join(', ')}, and delete this one.`;

/** The console of S3 stores a folder as an empty object. */
export function isFolderMarker({ key, size }: { readonly key: string; readonly size: number }): boolean {
  return key.endsWith('/') && size === 0;
}

export function readInboxKey(key: string): InboxObject {
  const [, regionName = '', projectId = '', ...names] = key.split('/');
  const region = regions.find((each) => each === regionName);
  const project = region === undefined || !isStorableId(projectId) ? undefined : { region, projectId };
  const shown = shownOnOneLine(key);
  const [name = ''] = names;
  const refuse = (problem: string, remedy: string): InboxObject => ({
    kind: 'refused',
    file: names.length === 1 && name !== '' ? shownOnOneLine(name) : shown,
    project,
    refusal: new InboxKeyRefused(`${JSON.stringify(shown)} cannot be imported: ${problem}`, remedy),
  });
  if (names.length !== 1 || name === '') return refuse(`its key is not ${place}`, putIt);
  if (region === undefined)
    return refuse(`${JSON.stringify(shownOnOneLine(regionName))} is not a region`, putIt);
  if (project === undefined) {
    return refuse(`${JSON.stringify(shownOnOneLine(projectId))} cannot be the id of a project`, putIt);
  }
  const problem = keyProblem(key);
  return problem !== undefined
    ? refuse(
        `the archive cannot use its key: ${problem}`,
        'Give the file a name of letters, digits, spaces and hyphens, such as plan.xer, put it there again, and delete this one.',
      )
    : { kind: 'file', file: name, project };
}

const maxShown = 80;

function shownOnOneLine(text: string): string {
  const characters = [...oneLine(text.toWellFormed())];
  return characters.length > maxShown ? `${characters.slice(0, maxShown).join('')}…` : characters.join('');
}
