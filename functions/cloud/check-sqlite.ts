import { LookaheadError } from '../base/lookahead-error.ts';

class RuntimeError extends LookaheadError {
  override readonly name = 'RuntimeError';
}

/**
 * Versions of programmes are SQLite files, and a build of Node may lack `node:sqlite`.
 * @param builtin `process.getBuiltinModule`
 * @throws RuntimeError
 */
export function checkSqlite(builtin: (id: string) => unknown): void {
  if (builtin('node:sqlite') !== undefined) return;
  throw new RuntimeError("This runtime's Node has no node:sqlite, by which versions of programmes are read", {
    kind: 'curable',
    remedy:
      'Deploy the function with the runtime nodejs24.x, or serve the programmes on a machine of your own with lookahead serve --data.',
  });
}
