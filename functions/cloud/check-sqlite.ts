import { LookaheadError } from '#base/lookahead-error.ts';

class SqliteMissing extends LookaheadError {
  override readonly name = 'SqliteMissing';
}

/**
 * Versions of programmes are SQLite files, and a build of Node may lack `node:sqlite`.
 * @param builtin `process.getBuiltinModule`
 * @throws SqliteMissing
 */
export function requireSqliteInNode(builtin: (id: string) => unknown): void {
  if (builtin('node:sqlite') !== undefined) return;
  throw new SqliteMissing(
    'This Node runtime has no node:sqlite, which is needed to read versions of programmes',
    {
      kind: 'curable',
      remedy:
        'Deploy the function with the runtime nodejs24.x, or serve the programmes on a machine of your own with lookahead serve --data.',
    },
  );
}
