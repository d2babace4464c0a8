/** What the OpenAPI document shows as examples. They are of the sample project, so that each can be tried on it. */
import type { Collection } from '../../planning/contract/resources.ts';
import type { JsonObject } from './parameter-kinds.ts';

const user = { id: 'u-1', displayName: 'Ann Lee', email: 'ann.lee@example.com' };
const folder = { id: 'f-12', code: 'SUB-01', name: 'Piling', parentId: 'f-1', path: 'Substructure › Piling' };
const subcontractor = { id: 's-4', name: 'Northgate Piling' };
const calendar = { id: 'c-1', name: 'Monday to Friday', type: 'five-day' };

const items: Readonly<Record<Collection, JsonObject>> = {
  users: user,
  subcontractors: subcontractor,
  folders: folder,
  packages: { id: 'p-2', code: '2100', name: 'Piling' },
  calendars: calendar,
  locations: { id: 'l-3', name: 'East bay', type: 'map' },
  tasks: {
    id: 't-481',
    name: 'Bored piles, grid A to D',
    start: '2026-11-23',
    finish: '2026-11-27',
    duration: 5,
    keyTask: false,
    shift: 'day',
    status: 'planned',
    owner: user,
    calendar,
    folder,
    subcontractor,
  },
};

export const examples = {
  projectId: 'riverside-tower',
  items,
  credentials: { clientId: '0123456789ab', clientSecret: 'the rest of the key' },
  token: { accessToken: 'pt1.eyJjbGllbnQiOiIwMTIzIn0.c2lnbmVk', expiresIn: 3_600, tokenType: 'ApiKey' },
};
