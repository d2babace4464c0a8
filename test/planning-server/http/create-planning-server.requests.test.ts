import { beforeAll, describe } from 'vitest';
import type { PlanningStore } from '#planning-server/versions/version.ts';
import { aCountedProject } from '../../support/builders/a-counted-project.ts';
import { serviceOver } from '../../support/planning/probe-our-service.ts';
import { describeRequestRules } from '../../support/planning/request-rules.ts';
import { storesOf } from '../../support/planning/stores-of.ts';

describe.each(Object.entries(storesOf))('our own service with its data in %s', (_, open) => {
  let store: PlanningStore;
  // Requests change nothing.
  beforeAll(async () => {
    const closing: (() => Promise<void>)[] = [];
    store = await open(aCountedProject(), (close) => closing.push(close));
    return async () => {
      for (const close of closing) await close();
    };
  });
  describeRequestRules(() => ({ baseUrl: 'https://planning.example', fetch: serviceOver(store) }));
});
