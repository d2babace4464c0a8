import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { PlanRecord, RecordedTask } from '#lookahead/compare/plan-record.ts';
import { planLookahead } from '#lookahead/plan-lookahead.ts';
import { taskSchema } from '#planning/contract/resources.ts';
import { generateSampleProject } from '#planning-server/sample/generate.ts';
import * as objects from '#runs/store/objects.ts';
import { aPlanInput } from '../../support/builders/a-plan-input.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

const { collections } = generateSampleProject({
  region: 'gb',
  projectId: 'riverside-tower',
  name: 'Riverside Tower',
  seed: 1,
  tasks: 300,
  week: '2026-11-23',
});
const { record } = planLookahead(
  aPlanInput({ tasks: collections.tasks.map((task) => taskSchema.parse(task)) }),
);
const at = { run: 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/' };

async function bytesOf(value: PlanRecord): Promise<Uint8Array> {
  const store = createMemoryStore();
  await objects.planRecord.create(store, at, value);
  return store.objects.get(objects.planRecord.key(at)) ?? new Uint8Array();
}

function read(bytes: Uint8Array): Promise<PlanRecord> {
  const store = createMemoryStore();
  store.objects.set(objects.planRecord.key(at), bytes);
  return objects.planRecord.readExisting(store, at);
}

const bytes = await bytesOf(record);

function withReferences({ selectedBy, ...task }: RecordedTask) {
  const { subcontractor, folder, package: pack, location, calendar, owner, assignedTo = [] } = selectedBy;
  return { ...task, selectedBy: [subcontractor, folder, pack, location, calendar, owner, ...assignedTo] };
}

describe('a stored record', () => {
  it('is read back as it was made, with the properties that filters and audiences select by', async () => {
    const found = await read(bytes);
    expect(record.tasks.flatMap(({ constraints }) => constraints).length).toBeGreaterThan(20);
    expect(found.range).toEqual(record.range);
    expect(found.tasks.map(withReferences)).toEqual(record.tasks.map(withReferences));
    expect(Buffer.from(await bytesOf(found))).toEqual(Buffer.from(bytes));
  });

  it.each([
    ['"progress":["', '"progress":["gone', /\(tasks\.progress: /],
    ['"start":[', '"start":[0.5,', /\(tasks\.start: /],
    ['"days":[', '"days":[[null],', /\(tasks\.days: /],
    ['"kind":["', '"kind":["un', /\(constraints\.kind: /],
    ['"cuts":[[', '"cuts":[[null,', /\(cuts: /],
    ['"asks":[', '"asks":[{},', /\(asks\[0\]\.name: /],
  ])('in which %s is damaged is refused, and the error names the place', async (text, damage, problem) => {
    const damaged = gunzipSync(bytes).toString().replace(text, damage);
    await expect(read(gzipSync(damaged))).rejects.toThrow(problem);
  });
});
