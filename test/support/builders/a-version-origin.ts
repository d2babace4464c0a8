import type { VersionOrigin } from '#planning-server/versions/manifest.ts';

/** The origin of a version, for tests that do not import a file. */
export function aVersionOrigin(origin: Partial<VersionOrigin> = {}): VersionOrigin {
  return {
    file: 'plan.xer',
    sha256: 'a'.repeat(64),
    mapping: 'id: task_code\n',
    dataDate: '2026-11-20T17:00',
    arrivedAt: '2026-11-20T18:00:00Z',
    importedAt: '2026-11-20T18:00:00Z',
    rejected: [],
    changed: [],
    changes: { added: 0, removed: 0, changed: 0 },
    ...origin,
  };
}
