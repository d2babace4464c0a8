import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodePlanRecord, encodePlanRecord } from '../../../functions/delivery/store/stored-plan-record.ts';
import { planReport } from '../../../functions/lookahead/plan-lookahead.ts';
import type { Cut } from '../../../functions/lookahead/tasks/select.ts';
import { taskSchema } from '../../../functions/planning/contract/resources.ts';
import { generateSampleProject } from '../../../functions/planning-server/sample/generate/generate-sample-project.ts';
import { aPlanInput } from '../../support/builders/a-plan-input.ts';

const { collections } = generateSampleProject({
  region: 'gb',
  projectId: 'riverside-tower',
  name: 'Riverside Tower',
  seed: 1,
  tasks: 300,
  week: '2026-11-23',
});
const { record } = planReport(
  aPlanInput({ tasks: collections.tasks.map((task) => taskSchema.parse(task)) }),
  [],
);
const bytes = encodePlanRecord(record);

function referencesOf(cut: Cut) {
  const { subcontractor, folder, package: pack, location, calendar, owner, assignedTo = [] } = cut;
  return [subcontractor, folder, pack, location, calendar, owner, ...assignedTo];
}

describe('a stored record', () => {
  test('is read back as it was made, with what filters and audiences select by', () => {
    const read = decodePlanRecord('key', bytes);
    expect(record.tasks.flatMap(({ constraints }) => constraints).length).toBeGreaterThan(20);
    expect(read.tasks).toEqual(record.tasks);
    expect(read.range).toEqual(record.range);
    expect(read.cuts.map(referencesOf)).toEqual(record.cuts.map(referencesOf));
    expect(Buffer.from(encodePlanRecord(read))).toEqual(Buffer.from(bytes));
  });

  test.each([
    ['"progress":["', '"progress":["gone', /\(tasks\.progress: /],
    ['"start":[', '"start":[0.5,', /\(tasks\.start: /],
    ['"days":[', '"days":[[null],', /\(tasks\.days: /],
    ['"kind":["', '"kind":["un', /\(constraints\.kind: /],
    ['"owner":[', '"owner":["",', /\(cuts\.owner: /],
    ['"asks":[', '"asks":[{},', /\(asks\[0\]\.name: /],
  ])('in which %s is damaged is refused by its name', (text, damage, problem) => {
    const damaged = gunzipSync(bytes).toString().replace(text, damage);
    expect(() => decodePlanRecord('key', gzipSync(damaged))).toThrow(problem);
  });
});
