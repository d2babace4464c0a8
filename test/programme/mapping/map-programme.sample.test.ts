import { describe, expect, it } from 'vitest';
import { oneLine } from '#base/text/one-line.ts';
import { taskSchema } from '#planning/contract/resources.ts';
import type { SampleTask } from '#planning-server/sample/sample-project.ts';
import { mapProgramme } from '#programme/mapping/map-programme.ts';
import { parseMapping } from '#programme/mapping/mapping.ts';
import { readProgrammeFile } from '#programme/readers/read-programme.ts';
import { deep } from '../../support/deep-checks.ts';
import { aSampleProgramme, programmeFile, type SampleFormat } from '../../support/programmes/sample-files.ts';
import { sampleMappings } from '../../support/programmes/sample-mappings.ts';

const programme = aSampleProgramme(deep ? 600 : 150);
const written = new Set(programme.activities.map(({ task }) => task.id));

type Shown = Readonly<Record<string, unknown>>;

async function imported(format: SampleFormat): Promise<readonly Shown[]> {
  const read = await readProgrammeFile('plan', await programmeFile(programme, format));
  const mapping = parseMapping(sampleMappings[format], 'map.yaml');
  const { data } = mapProgramme(read, mapping, { region: 'gb', projectId: 'riverside-tower' });
  const tasks = data.collections.tasks.map((task) => shown(taskSchema.parse(task)));
  return tasks.sort((left, right) => (String(left['id']) < String(right['id']) ? -1 : 1));
}

/** The properties of the generator's tasks that a format holds, in the generator's order. */
function generated(omitted: readonly string[]): readonly Shown[] {
  return programme.activities.map(({ task }) =>
    Object.fromEntries(Object.entries(shown(task)).filter(([name]) => !omitted.includes(name))),
  );
}

type Quantities = readonly { readonly name?: string | undefined; readonly quantity?: number | undefined }[];

function quantities(items: Quantities | undefined): readonly string[] {
  return (items ?? []).map(({ name, quantity }) => `${quantity} ${name}`).sort();
}

function shown(task: Pick<SampleTask, 'id'> | ReturnType<typeof taskSchema.parse>): Shown {
  const { id, name, start, finish, duration, shift, ...others } = taskSchema.parse(task);
  return {
    id,
    // A task without a name has its id as name.
    name: oneLine(name ?? id),
    start,
    finish,
    duration,
    shift,
    subcontractor: others.subcontractor?.name,
    location: others.location?.name,
    owner: others.owner?.displayName && oneLine(others.owner.displayName),
    labour: quantities(others.labour),
    plant: quantities(others.plant),
    materials: quantities(others.materials),
    predecessors: (others.relatedTasks ?? [])
      .filter((related) => related.relation === 'predecessor' && written.has(related.id ?? ''))
      .map((related) => `${related.id} ${related.type} ${related.lag}`)
      .sort(),
  };
}

describe('a sample programme imported from a file has the tasks of the generator', () => {
  it('from XER, with all properties', async () => {
    expect(await imported('xer')).toEqual(generated([]));
  });

  it('from MS Project XML, which has no plant', async () => {
    const tasks = await imported('mspdi');
    expect(tasks.map(({ plant: _, ...task }) => task)).toEqual(generated(['plant']));
  });

  it.each(['csv', 'excel'] as const)('from %s, with all properties', async (format) => {
    expect(await imported(format)).toEqual(generated([]));
  });
});
