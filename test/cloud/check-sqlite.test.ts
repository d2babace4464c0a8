import process from 'node:process';
import { expect, it } from 'vitest';
import { checkSqlite } from '../../functions/cloud/check-sqlite.ts';

it('passes where Node has SQLite, as this one does', () => {
  expect(() => checkSqlite(process.getBuiltinModule)).not.toThrow();
});

it('says what to do where Node was built without it', () => {
  expect(() => checkSqlite(() => undefined)).toThrow(
    "This runtime's Node has no node:sqlite, by which versions of programmes are read. Deploy the function with the runtime nodejs24.x, or serve the programmes on a machine of your own with lookahead serve --data.",
  );
});
