import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../support/memory-store.ts';
import { aVersionStore } from '../../support/planning/a-version-store.ts';
import {
  type ArrivalStep,
  anArchiveOfVersions,
  readWhileVersionsArrive,
} from '../../support/planning/interleaving.ts';
import { planningService } from '../../support/planning/planning-service.ts';

const page = fc.constantFrom<ArrivalStep>(0, 1, 2);
const limit = fc.integer({ min: 1, max: 12 });

it('pages through one complete version while newer ones arrive in the archive', async () => {
  const { objects } = await anArchiveOfVersions(5);
  const steps = fc.array(fc.oneof({ weight: 8, arbitrary: page }, fc.constant<ArrivalStep>('arrive')), {
    maxLength: 60,
  });
  const property = fc.asyncProperty(steps, limit, async (drawn, size) => {
    const archive = createMemoryStore();
    const arrive = (version: number) => {
      for (const [key, bytes] of objects) if (key.includes(`/${version}.`)) archive.objects.set(key, bytes);
    };
    arrive(1);
    const { store } = await aVersionStore(archive);
    const isAllowed = (_step: ArrivalStep, at: number, all: readonly ArrivalStep[]) =>
      all.slice(0, at + 1).filter((step) => step === 'arrive').length <= 4 || all[at] !== 'arrive';
    const request = { steps: drawn.filter(isAllowed), limit: size };
    const faults = await readWhileVersionsArrive(planningService([], { store }), arrive, request);
    expect(faults).toEqual({ mixed: 0, missed: 0 });
  });
  await fc.assert(property, { numRuns: 40 });
});
