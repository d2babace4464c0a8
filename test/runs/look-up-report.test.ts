import { describe, expect, it } from 'vitest';
import type { NameLookupLists } from '#config/resolve-names.ts';
import { usualReasons } from '#lookahead/reasons.ts';
import { readNameLookupLists, resolveReport } from '#runs/look-up-report.ts';
import { configurationOf } from '../support/a-world.ts';
import { aConfigurationText, weekly } from '../support/builders/a-configuration.ts';
import { runId, windowAfter } from '../support/builders/a-delivery.ts';
import { day } from '../support/builders/a-plan-input.ts';

const lists: NameLookupLists = {
  users: [
    { id: 'u1', displayName: 'Ana Silva', email: 'ana@example.com' },
    { id: 'u2', displayName: 'Ben Ode', email: 'ben at example' },
    { id: 'u3', displayName: 'Cy Low' },
    { id: 'u4', displayName: ' ', email: ' dee@Bücher.example\u200b' },
  ],
  subcontractors: [{ id: 's1', name: 'Pile Co' }, { id: 's2' }],
  folders: [
    { id: 'f4', name: 'Core', parentId: 'f3' },
    { id: 'f1', name: 'Tower', path: '/Tower' },
    { id: 'f2', name: 'Podium' },
    { id: 'f3', name: 'Level 1', parentId: 'f1' },
    { id: 'f5', name: 'Car park', parentId: 'f2' },
  ],
  packages: [],
  calendars: [],
  locations: [{ id: 'l1', name: 'North' }],
};

/** The job of a report with these lines of configuration. */
function jobOf(lines: Readonly<Record<string, string>>) {
  const configuration = configurationOf(aConfigurationText({ reports: [{ ...weekly, ...lines }] }));
  const [project] = configuration.projects;
  const [report] = configuration.reports;
  if (!project || !report) throw new Error('The configuration is empty.');
  const dispatchId = runId('2026-11-20T14:00:00Z');
  const run = {
    window: windowAfter('2026-11-20'),
    reportDay: day('2026-11-20'),
    runId: dispatchId,
    dispatchId,
  };
  return resolveReport({ configuration, project, report, ...run }, lists);
}

describe('a reply to a report', () => {
  const repliesTo = (lines: Readonly<Record<string, string>>) => {
    const { everyone, audiences } = jobOf({ audiences: '[{ each: owner, everyoneFound: true }]', ...lines });
    return [...new Set([everyone, ...audiences].map(({ replyTo }) => replyTo.join()))];
  };

  it('goes to the contact, for everyone’s message and for each cut', () => {
    expect(repliesTo({ contact: 'planner@example.com' })).toEqual(['planner@example.com']);
  });

  it('goes to the address in replyTo if one is configured', () => {
    expect(repliesTo({ replyTo: '[desk@example.com]' })).toEqual(['desk@example.com']);
  });
});

it('the reasons that a report offers are its configured ones, otherwise the usual ones', () => {
  const answers = '{ reasons: [Manpower, Weather] }';
  const audiences = '[{ each: subcontractor, to: { Pile Co: [p@example.com] } }]';
  expect(jobOf({ audiences, answers }).rules.reasons).toEqual(['Manpower', 'Weather']);
  expect(jobOf({}).rules.reasons).toEqual(usualReasons);
});

describe('the cuts of a report', () => {
  const audiencesOf = (audiences: string) =>
    jobOf({ audiences }).audiences.map(({ audience, to, cc }) => ({ audience, to, cc }));

  it.each(['owner', 'assignee'] as const)(
    'go to the address of each %s, or to nobody if it is wrong; a person without an address has no cut',
    (kind) => {
      expect(audiencesOf(`[{ each: ${kind}, everyoneFound: true }]`)).toEqual([
        { audience: { kind, id: 'u1', name: 'Ana Silva' }, to: ['ana@example.com'], cc: [] },
        { audience: { kind, id: 'u2', name: 'Ben Ode' }, to: [], cc: [] },
        {
          audience: { kind, id: 'u4', name: 'dee@Bücher.example\u200b' },
          to: ['dee@xn--bcher-kva.example'],
          cc: [],
        },
      ]);
    },
  );

  it('go only to those named, unless everyoneFound is set', () => {
    const ana = {
      audience: { kind: 'owner', id: 'u1', name: 'Ana Silva' },
      to: ['office@example.com'],
      cc: [],
    };
    const named = "each: owner, to: { 'Ana Silva': [office@example.com] }";
    expect(audiencesOf(`[{ ${named} }]`)).toEqual([ana]);
    expect(audiencesOf(`[{ ${named}, everyoneFound: true }]`)).toEqual([
      ana,
      { audience: { kind: 'owner', id: 'u2', name: 'Ben Ode' }, to: [], cc: [] },
      {
        audience: { kind: 'owner', id: 'u4', name: 'dee@Bücher.example\u200b' },
        to: ['dee@xn--bcher-kva.example'],
        cc: [],
      },
    ]);
  });

  it('by subcontractor, location or folder are those configured, named as in the project’s list, a folder by its path', () => {
    const to = (name: string) => `to: { '${name}': [a@example.com] }`;
    const audiences = `[{ each: subcontractor, ${to('Pile Co')} }, { each: location, ${to('North')} }, { each: folder, ${to('Tower')} }]`;
    expect(audiencesOf(audiences).map(({ audience }) => audience)).toEqual([
      { kind: 'subcontractor', id: 's1', name: 'Pile Co' },
      { kind: 'location', id: 'l1', name: 'North' },
      { kind: 'folder', id: 'f1', name: '/Tower' },
    ]);
  });
});

describe('a filter by folder', () => {
  it('includes everything below the folder, whatever the order of the list', () => {
    expect(jobOf({ filters: '{ folders: [Tower] }' }).rules.filters.folderIds).toEqual(['f1', 'f3', 'f4']);
  });

  it('does not exist if no folder is named', () => {
    expect(jobOf({}).rules.filters).toEqual({});
  });
});

describe('the lists of a project', () => {
  it.each([
    ['the names of the report', { filters: '{ folders: [Tower] }' }, ['folders']],
    ['people’s own addresses', { audiences: '[{ each: assignee, everyoneFound: true }]' }, ['users']],
    ['nothing', {}, []],
  ])('are read only as far as needed: %s', async (_, lines, names) => {
    const { reports } = configurationOf(aConfigurationText({ reports: [{ ...weekly, ...lines }] }));
    const [report] = reports;
    if (!report) throw new Error('The configuration is empty.');
    const read = async () => ({ items: [], misfits: [], pages: 1 });
    const people = { users: read, subcontractors: read };
    const client = { ...people, folders: read, packages: read, calendars: read, locations: read };
    expect(Object.keys(await readNameLookupLists(client, report))).toEqual(names);
  });
});
