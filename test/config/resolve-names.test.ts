import { describe, expect, it } from 'vitest';
import {
  filtersAsConfigured,
  listsNeededToResolve,
  type NameLookupLists,
  resolveNames,
  UnresolvedNamesError,
} from '#config/resolve-names.ts';

const lists: NameLookupLists = {
  users: [
    { id: 'u-1', displayName: 'Aoife Byrne', email: 'aoife@example.com' },
    { id: 'u-2', displayName: 'Sam Lee' },
    { id: 'u-3', displayName: 'Sam Lee', email: 'sam.lee@example.com' },
  ],
  subcontractors: [
    { id: 's-1', name: 'Ashdown Piling' },
    { id: 's-2', name: 'Larkfield Precast' },
    { id: 's-3', name: 'larkfield precast' },
    { id: 's-4', name: 's-1' },
    { id: 's-5' },
  ],
  folders: [
    { id: 'f-1', code: 'SUB', name: 'Piling', path: 'Substructure / Piling' },
    { id: 'f-2', code: 'SUP', name: 'Piling', path: 'Temporary works / Piling' },
  ],
  packages: [{ id: 'p-1', code: '2100', name: 'Piling' }],
  calendars: [{ id: 'c-1', name: 'Five day' }],
  locations: [{ id: 'l-1', name: 'Level 3' }],
};
const where = { report: 'weekly', project: 'riverside' };
const filters = (asked: Parameters<typeof resolveNames>[0]['filters']) =>
  resolveNames({ filters: asked, audiences: [] }, lists, where).filters;

function problemsOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof UnresolvedNamesError) return error.message;
    throw error;
  }
  return '';
}

describe('names of a report', () => {
  it('match ids first, then exact names, then names ignoring case and spaces', () => {
    expect(filters({ subcontractors: ['s-1', 'Larkfield Precast', ' ASHDOWN  piling'] })).toEqual({
      subcontractorIds: ['s-1', 's-2'],
    });
  });

  it('are unchanged in filters for which no list of the service is needed', () => {
    const own = { keyTasks: ['true'], statuses: ['blocked' as const], ownerDomains: ['example.com'] };
    const asked = { ...own, subcontractors: ['s-1'] };
    const { filters: found, filterNames } = resolveNames({ filters: asked, audiences: [] }, lists, where);
    expect(found).toEqual({ ...own, subcontractorIds: ['s-1'] });
    expect(filterNames).toMatchObject(own);
    expect(filtersAsConfigured({ filters: asked })).toEqual({ ...own, subcontractorIds: ['s-1'] });
  });

  it('are displayed as the address or the id if the name is blank', () => {
    const users = [
      { id: 'u-1', displayName: '', email: 'ana@example.com' },
      { id: 'u-2', displayName: ' \u200b', email: ' ' },
    ];
    const locations = [{ id: 'l-1', name: '' }];
    const folders = [{ id: 'f-1', path: ' ', name: '', code: 'SUB' }];
    const asked = { owners: ['u-1', 'u-2'], locations: ['l-1'], folders: ['f-1'] };
    const { filterNames } = resolveNames(
      { filters: asked, audiences: [] },
      { ...lists, users, locations, folders },
      where,
    );
    expect(filterNames).toEqual({
      ownerIds: ['ana@example.com', 'u-2'],
      locationIds: ['l-1'],
      folderIds: ['SUB'],
    });
  });

  it('match folders by code or path, packages by code, people by address', () => {
    expect(
      filters({
        folders: ['SUP', 'Substructure/Piling'],
        packages: ['2100'],
        owners: ['Aoife Byrne'],
        assignees: ['SAM.LEE@example.com'],
        calendars: ['five day'],
        locations: ['Level 3'],
      }),
    ).toEqual({
      folderIds: ['f-2', 'f-1'],
      packageIds: ['p-1'],
      ownerIds: ['u-1'],
      assignedToIds: ['u-3'],
      calendarIds: ['c-1'],
      locationIds: ['l-1'],
    });
  });

  it('without a match are reported with the nearest ones', () => {
    expect(problemsOf(() => filters({ subcontractors: ['Ashdown Pilling'], folders: ['Roof'] }))).toBe(
      'Report weekly, project riverside: filters.folders: "Roof" matches none of the project\'s folders. Check the name, or use the id. ' +
        'filters.subcontractors: "Ashdown Pilling" matches none of the project\'s subcontractors. The nearest are Ashdown Piling (id s-1).',
    );
  });

  it('with several matches are reported with all of them', () => {
    expect(problemsOf(() => filters({ folders: ['Piling'], owners: ['Sam Lee'] }))).toBe(
      'Report weekly, project riverside: filters.owners: "Sam Lee" matches 2 users: Sam Lee (id u-2), Sam Lee (id u-3). Use the id. ' +
        'filters.folders: "Piling" matches 2 folders: Substructure / Piling (id f-1), Temporary works / Piling (id f-2). Use the id.',
    );
    expect(problemsOf(() => filters({ subcontractors: ['LARKFIELD PRECAST'] }))).toContain(
      '(id s-2), larkfield precast (id s-3)',
    );
  });

  it('are also resolved in the recipients of audiences, where one that is listed twice gets all addresses', () => {
    const audiences = [
      {
        each: 'subcontractor' as const,
        to: { 'Ashdown Piling': ['a@x.com'], 's-1': ['b@x.com', 'a@x.com'] },
      },
      { each: 'owner' as const },
    ];
    const resolved = resolveNames({ filters: {}, audiences }, lists, where);
    expect(resolved.audiences.map(({ each, to }) => [each, [...to]])).toEqual([
      ['subcontractor', [['s-1', ['a@x.com', 'b@x.com']]]],
      ['owner', []],
    ]);
    const wrong = [{ each: 'location' as const, to: { 'Level 9': ['a@x.com'] } }];
    expect(problemsOf(() => resolveNames({ filters: {}, audiences: wrong }, lists, where))).toContain(
      'audiences[0].to: "Level 9" matches none of the project\'s locations. The nearest are Level 3 (id l-1).',
    );
  });

  it('require only the lists that they refer to', () => {
    expect(listsNeededToResolve({ filters: {}, audiences: [{ each: 'owner' }] })).toEqual([]);
    expect(
      listsNeededToResolve({
        filters: { owners: ['a'], folders: ['b'] },
        audiences: [{ each: 'assignee', to: { a: ['a@x.com'] } }],
      }),
    ).toEqual(['folders', 'users']);
  });

  it('with control characters in the list do not break the line of the message', () => {
    const hostile = { ...lists, subcontractors: [{ id: 'x\n1', name: 'Ashdown\r\nPilling' }] };
    const message = problemsOf(() =>
      resolveNames({ filters: { subcontractors: ['Ashdown Pilling!'] }, audiences: [] }, hostile, where),
    );
    expect(message).toContain('Ashdown Pilling (id x 1)');
    expect(message).not.toMatch(/[\r\n]/);
  });
});
