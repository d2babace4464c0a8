import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodePlanRecord, encodePlanRecord } from '#delivery/store/stored-plan-record.ts';
import type { RecordedTask } from '#lookahead/compare/plan-record.ts';
import { planReport } from '#lookahead/plan-lookahead.ts';
import { taskSchema } from '#planning/contract/resources.ts';
import { generateSampleProject } from '#planning-server/sample/generate/generate-sample-project.ts';
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

function withReferences({ cut, ...task }: RecordedTask) {
  const { subcontractor, folder, package: pack, location, calendar, owner, assignedTo = [] } = cut;
  return { ...task, cut: [subcontractor, folder, pack, location, calendar, owner, ...assignedTo] };
}

describe('a stored record', () => {
  test('is read back as it was made, with what filters and audiences select by', () => {
    const read = decodePlanRecord('key', bytes);
    expect(record.tasks.flatMap(({ constraints }) => constraints).length).toBeGreaterThan(20);
    expect(read.range).toEqual(record.range);
    expect(read.tasks.map(withReferences)).toEqual(record.tasks.map(withReferences));
    expect(Buffer.from(encodePlanRecord(read))).toEqual(Buffer.from(bytes));
  });

  test.each([
    ['"progress":["', '"progress":["gone', /\(tasks\.progress: /],
    ['"start":[', '"start":[0.5,', /\(tasks\.start: /],
    ['"days":[', '"days":[[null],', /\(tasks\.days: /],
    ['"kind":["', '"kind":["un', /\(constraints\.kind: /],
    ['"cuts":[[', '"cuts":[[null,', /\(cuts: /],
    ['"asks":[', '"asks":[{},', /\(asks\[0\]\.name: /],
  ])('in which %s is damaged is refused by its name', (text, damage, problem) => {
    const damaged = gunzipSync(bytes).toString().replace(text, damage);
    expect(() => decodePlanRecord('key', gzipSync(damaged))).toThrow(problem);
  });
});
