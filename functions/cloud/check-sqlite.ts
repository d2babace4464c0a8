import { LookaheadError } from '../base/lookahead-error.ts';

/** The runtime's Node was built without SQLite. */
class RuntimeError extends LookaheadError {
  override readonly name = 'RuntimeError';
}

/**
 * Versions of programmes are SQLite files, and a build of Node may lack the module that reads them.
 * @param builtin `process.getBuiltinModule`
 * @throws RuntimeError that says what to do
 */
export function checkSqlite(builtin: (id: string) => unknown): void {
  if (builtin('node:sqlite') !== undefined) return;
  throw new RuntimeError("This runtime's Node has no node:sqlite, by which versions of programmes are read", {
    kind: 'curable',
    remedy:
      'Deploy the function with the runtime nodejs24.x, or serve the programmes on a machine of your own with lookahead serve --data.',
  });
}
