import type { Lookahead } from '#lookahead/lookahead.ts';
import type { Audience } from '#lookahead/tasks/select-tasks.ts';
import { aLookahead } from './a-lookahead.ts';
import { anEarlierIssue, aPlanInput } from './a-plan-input.ts';
import { aSiteTask, type SiteTaskProperties } from './a-site-task.ts';

const subcontractors = 80;
const subcontractorName = (index: number) =>
  `Österreichische Fassaden- und Metallbau Arbeitsgemeinschaft ${1 + (index % subcontractors)} Ltd`;
const ownerName = 'Maximiliane Featherstonehaugh-Ramachandran';

/** The subcontractor of 5 of the tasks of `aLongNamedSite`, and the owner of all of them. */
export const longNamed = {
  subcontractor: { kind: 'subcontractor', id: `id of ${subcontractorName(0)}`, name: subcontractorName(0) },
  owner: { kind: 'owner', id: `id of ${ownerName}`, name: ownerName },
} as const satisfies Record<string, Audience>;

/**
 * 400 tasks of 80 subcontractors, with names as long as a planning tool allows. All tasks moved, and every second one
 * is blocked.
 */
export function aLongNamedSite(
  audience: Audience = { kind: 'everyone' },
  given: Parameters<typeof aLookahead>[0] = {},
): Lookahead {
  const properties = (index: number): SiteTaskProperties => ({
    id: `ZONE-${index % 9}-ARCH-${100_000 + index}`,
    name: `${index + 1}. Install unitised façade panels with fire stopping, brackets, gaskets – elevation south, level ${1 + (index % 30)}, gridlines A–F`,
    start: '2026-11-24',
    finish: `2026-11-${26 + (index % 4)}`,
    key: index % 3 === 0,
    status: index % 2 === 0 ? 'blocked' : 'planned',
    subcontractor: subcontractorName(index),
    owner: ownerName,
    location: `Level ${1 + (index % 30)}, south elevation between the core and the goods hoist`,
    labour: { fixers: 3 },
    source: {
      progress: [
        {
          type: 'delay',
          date: '2026-11-18',
          name: `Information missing from the design team of lot ${index % 5}`,
        },
      ],
    },
  });
  const all = Array.from({ length: 400 }, (_, index) => properties(index));
  const before = anEarlierIssue(
    all.map((each) => aSiteTask({ ...each, status: 'planned', start: '2026-11-17', finish: '2026-11-19' })),
  );
  const { project } = aPlanInput();
  return aLookahead({
    tasks: all.map(aSiteTask),
    project: { ...project, name: 'Riverside Tower and Public Realm, Phase 2, Residential Blocks A to F' },
    previous: before,
    lastWeekPlan: before,
    issueNumber: 2,
    audience,
    ...given,
  });
}
