import { describe, expect, it } from 'vitest';
import { mapProgramme } from '#programme/mapping/map-programme.ts';
import { parseMapping } from '#programme/mapping/mapping.ts';
import { readCsv } from '#programme/readers/table/read-csv.ts';

const table = [
  'Building,No,Task,Detail,Start,Finish',
  'A,1,Dig,east,2026-11-23,2026-11-27',
  'A,2,Pour,,2026-11-23,2026-11-27',
  'B,1,Dig,west,2026-11-23,2026-11-27',
  ',3,Clean,,2026-11-23,2026-11-27',
].join('\n');

async function mapped(rules: string) {
  const mapping = parseMapping(`dates: { start: Start, finish: Finish }\n${rules}`, 'map.yaml');
  const programme = await readCsv(Buffer.from(`${table}\n`));
  return mapProgramme(programme, mapping, { region: 'gb', projectId: 'riverside' });
}

describe('a list of columns', () => {
  it('joins their values to an id, without the empty ones', async () => {
    const { data } = await mapped('id: { column: [Building, No], join: "-" }\ntitle: { column: Task }');
    expect(data.collections.tasks).toMatchObject([
      { id: 'A-1', name: 'Dig' },
      { id: 'A-2', name: 'Pour' },
      { id: 'B-1', name: 'Dig' },
      { id: '3', name: 'Clean' },
    ]);
  });

  it('joins their values to a title and a location, by default with a dash', async () => {
    const { data, report } = await mapped(
      'id: { column: [Building, No] }\ntitle: { column: [Task, Detail], join: ", " }\nlocation: { column: [Building, Detail] }',
    );
    expect(data.collections.tasks).toMatchObject([
      { id: 'A – 1', name: 'Dig, east', location: { name: 'A – east' } },
      { name: 'Pour', location: { name: 'A' } },
      { name: 'Dig, west', location: { name: 'B – west' } },
      { name: 'Clean' },
    ]);
    expect(report.coverage.find(({ property }) => property === 'location')?.answers).toContainEqual({
      rule: 'columns Building and Detail',
      tasks: 3,
      percent: 75,
    });
  });

  it('uses the value of else if all of its columns are empty', async () => {
    const { data } = await mapped(
      'id: { column: [Building, No] }\nlocation: { column: [Building, Detail], else: { column: Task } }',
    );
    expect(data.collections.tasks.at(-1)).toMatchObject({ location: { name: 'Clean' } });
  });

  it('is refused for the id if the table lacks one of them', async () => {
    await expect(mapped('id: { column: [Building, Number], join: "-" }')).rejects.toThrow(
      'the table has no column "Number" for the id',
    );
  });
});
