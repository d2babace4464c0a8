import process from 'node:process';
import { expect, it } from 'vitest';
import { requireSqliteInNode } from '#cloud/check-sqlite.ts';

it('the check for SQLite passes if Node has it, as this Node does', () => {
  expect(() => requireSqliteInNode(process.getBuiltinModule)).not.toThrow();
});

it('the check for SQLite reports what to do if Node was built without it', () => {
  expect(() => requireSqliteInNode(() => undefined)).toThrow(
    'This Node runtime has no node:sqlite, which is needed to read versions of programmes. Deploy the function with the runtime nodejs24.x, or serve the programmes on a machine of your own with lookahead serve --data.',
  );
});
