import { describe } from 'vitest';
import { aCountedProject } from '../../support/builders/a-counted-project.ts';
import { aPlanningStore } from '../../support/planning/a-planning-store.ts';
import { serviceOver } from '../../support/planning/probe-our-service.ts';
import { describeRequestRules } from '../../support/planning/request-rules.ts';

describe('our own service', () => {
  const store = aPlanningStore([aCountedProject()]);
  describeRequestRules(() => ({ baseUrl: 'https://planning.example', fetch: serviceOver(store) }));
});
