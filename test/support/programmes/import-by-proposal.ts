/** Imports a file with the mapping that is proposed for it, without a change. */
import * as z from 'zod/mini';
import { type Task, taskSchema } from '#planning/contract/resources.ts';
import { taskFields } from '#planning/contract/tasks-query.ts';
import { type ImportRequest, importProgramme } from '#programme/import-programme.ts';
import { importReportLines } from '#programme/import-result.ts';
import { inspectProgramme } from '#programme/mapping/propose/inspect-programme.ts';
import { proposedMappingText } from '#programme/mapping/propose/propose-mapping.ts';
import { readProgrammeFile } from '#programme/readers/read-programme.ts';
import { createMemoryStore } from '../memory-store.ts';
import { aVersionStore } from '../planning/a-version-store.ts';

const project = { region: 'gb', projectId: 'sluice' } as const;
const today = '2026-11-20';

export async function proposalFor(name: string, content: Uint8Array): Promise<string> {
  const programme = await readProgrammeFile(name, content, { today, largest: true, likelyEncoding: true });
  return proposedMappingText(inspectProgramme(programme), name, undefined, { today });
}

/** The proposal, and the tasks as stored, in the order of the file. The import is on Friday 20 November 2026. */
export async function importByProposal(name: string, content: Uint8Array, more: Partial<ImportRequest> = {}) {
  const proposal = await proposalFor(name, content);
  const archive = createMemoryStore();
  const result = await importProgramme(
    {
      file: { name, read: async () => content },
      mapping: { name: 'map.yaml', text: proposal },
      project,
      force: false,
      dryRun: false,
      ...more,
    },
    { archive, now: `${today}T10:00:00Z` },
  );
  const { store } = await aVersionStore(archive);
  const version = await store.open(project);
  const query = { fields: taskFields };
  const page = version?.page({ collection: 'tasks', query, from: 0, limit: 1_000 });
  const items: unknown = JSON.parse(Buffer.from(page?.body('[', ']') ?? []).toString());
  return { proposal, tasks: z.array(taskSchema).parse(items), report: importReportLines(result) };
}

/**
 * A task in one line, without what it does not have: `A10 | Dig | 2026-11-23..2026-11-27 | started | in Quay / North |
 * by Reed Ltd | owner Ida | with Tom | 4 Crew | after A5 FS+1 | off 2026-11-25`.
 */
export function taskLine(task: Task): string {
  const { start, finish, folder, subcontractor, owner, assignedTo, labour, relatedTasks } = task;
  const names = (items: readonly { readonly name?: unknown; readonly displayName?: unknown }[] = []) =>
    items.map(({ name, displayName }) => name ?? displayName).join(', ');
  const people = labour?.map(({ name, quantity }) => [quantity, name].filter(Boolean).join(' '));
  const links = relatedTasks
    ?.filter(({ relation }) => relation === 'predecessor')
    .map(({ id, lag }) => (lag ? `${id} ${lag > 0 ? '+' : ''}${lag}` : id));
  const off = [...(task.nonWorkingDays ?? []), ...(task.daysWithoutWork ?? [])].sort();
  const labelled = (label: string, text = '') => (text === '' ? undefined : `${label} ${text}`);
  return [
    task.id,
    task.name === task.id ? undefined : task.name,
    [...new Set([start, finish])].filter((day) => day !== undefined).join('..'),
    task.status,
    labelled('in', folder?.path ?? folder?.name),
    labelled('by', names(subcontractor && [subcontractor])),
    labelled('at', names(task.location && [task.location])),
    labelled('owner', names(owner && [owner])),
    labelled('with', names(assignedTo)),
    people?.join(', '),
    labelled('after', links?.join(', ')),
    labelled('off', off.join(', ')),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' | ');
}
