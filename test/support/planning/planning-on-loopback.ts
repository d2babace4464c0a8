import { onTestFinished } from 'vitest';
import type { StoredItem } from '#planning-server/versions/version.ts';
import { aPlanningProject } from '../builders/a-planning-project.ts';
import { aKey } from './a-key.ts';
import { aKeyRing } from './a-key-ring.ts';
import { planningService } from './planning-service.ts';

/** The key of `planningOnLoopback`: no log line, error or message may show it. */
export const siteKey = aKey('7f3a9c7f3a9c');

/**
 * The planning service over HTTP on loopback, with one small project. It is closed at the end of the test, or when
 * `whenOver` calls back.
 */
export async function planningOnLoopback(
  tasks: readonly StoredItem[] = someTasks(),
  users: readonly StoredItem[] = [{ id: 'u1', displayName: 'Ana Silva', email: 'ana.silva@example.com' }],
  whenOver: (close: () => Promise<void>) => void = onTestFinished,
) {
  const project = aPlanningProject(
    {
      tasks,
      subcontractors: [{ id: 's1', name: 'Pile Co' }],
      users,
    },
    { region: 'gb', projectId: 'riverside-tower', name: 'Riverside Tower' },
  );
  const service = planningService([project], {
    keys: aKeyRing([{ name: 'site', text: siteKey, projects: '*' }]),
  });
  const { url, close } = await service.listen();
  whenOver(close);
  return { ...service, url };
}

export function someTasks(): readonly StoredItem[] {
  const task = { start: '2026-11-24', finish: '2026-11-26', subcontractor: { id: 's1', name: 'Pile Co' } };
  return [
    { id: 't1', name: 'Drive piles', shift: 'day', ...task },
    { id: 't2', name: 'Pour caps', shift: 'night', ...task },
    { id: 't3', name: 'Survey', shift: 'day', ...task, start: '2026-12-01', finish: '2026-12-02' },
  ];
}
