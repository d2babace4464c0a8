/** Each function may create the kinds of objects for which the table names it, and no other kind. */
import { expect, it } from 'vitest';
import * as answers from '#answers/objects.ts';
import * as pages from '#pages/objects.ts';
import * as versions from '#planning/contract/version-keys.ts';
import * as apiKeys from '#planning-server/keys/objects.ts';
import * as runStore from '#runs/store/objects.ts';
import { aDeployment, aReadApi, templateOf } from '../support/infra/a-deployment.ts';
import { allows, policiesOf } from '../support/infra/policies.ts';
import { sampleKeys } from '../support/sample-keys.ts';

const template = templateOf(await aDeployment(), { readApi: aReadApi });

/** The function of each role, as tables name it in `by`. The creator `command`, which a person runs, has no role. */
const functions: Readonly<Record<string, string>> = {
  Dispatch: 'dispatch',
  Report: 'report',
  Reconcile: 'reconcile',
  Events: 'events',
  DeadLetter: 'dead-letter',
  Download: 'download',
  PlanningImport: 'import',
  PlanningReadApi: 'read-api',
};

/** In the tables of pages and answers, numbers have no leading zeros. */
const ofPages = { number: ['3'] };

const kinds = [runStore, apiKeys, versions, pages, answers].flatMap((table) =>
  Object.entries(table).flatMap(([name, kind]) => {
    if (typeof kind !== 'object' || !('by' in kind)) return [];
    const by: readonly string[] = kind.by;
    return [{ name, by, keys: sampleKeys(kind, table === pages || table === answers ? ofPages : {}) }];
  }),
);

/** Keys that a function does not create, although the table names it for the kind. */
const notThere: Readonly<Record<string, RegExp>> = {
  // Test runs are only made on request.
  dispatch: /^test-runs\//,
  // Reconcile sends mails to contacts; report sends the messages of runs.
  reconcile: /^(?:issues|test-runs)\//,
  report: /^contacts\//,
};

/** Grants with patterns that include more kinds than the table. */
const wider: readonly { readonly by: string; readonly kinds: readonly string[] }[] = [
  // Included in `attempts/*`, which is granted for all other records of an attempt.
  { by: 'report', kinds: ['deadLetter'] },
  // Included in `issues/*`, `test-runs/*` and `contacts/*`, which are granted for all other objects of a message.
  { by: 'report', kinds: ['mailServiceSendEvent'] },
  { by: 'reconcile', kinds: ['mailServiceSendEvent'] },
];

function creators(key: string): readonly string[] {
  return Object.keys(functions)
    .filter((role) => allows(template, role, { action: 's3:PutObject', key }))
    .flatMap((role) => functions[role] ?? []);
}

it('these tests include every function that has a role', () => {
  const roles = policiesOf(template).flatMap(({ Roles }) => Roles);
  const named = roles.flatMap((role) => /^Functions(\w+)Role[0-9A-F]{8}$/.exec(role)?.[1] ?? []);
  expect([...new Set(named)].sort()).toEqual(Object.keys(functions).sort());
});

it.each(kinds)('$name is created by the functions that its row names', ({ name, by: all, keys }) => {
  const others = new Set<string>();
  for (const key of keys) {
    const own = all.filter((by) => by !== 'command' && !notThere[by]?.test(key));
    const able = creators(key);
    expect(able).toEqual(expect.arrayContaining([...own]));
    for (const by of able) if (!own.includes(by)) others.add(by);
  }
  const listed = wider.filter((grant) => grant.kinds.includes(name)).map(({ by }) => by);
  expect([...others].sort()).toEqual(listed.sort());
});
