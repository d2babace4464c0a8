import process from 'node:process';
import type { LambdaEvent } from 'hono/aws-lambda';
import { once } from './base/once.ts';
import { requireSqliteInNode } from './cloud/check-sqlite.ts';
import { withRequestIdInLog } from './cloud/log.ts';

const answer = once(async () => {
  requireSqliteInNode(process.getBuiltinModule);
  // This loads node:sqlite, so it must follow the check.
  const { createReadApiHandler } = await import('./cloud/open-read-api.ts');
  return createReadApiHandler(process.env, Date.now);
});

export const handler = withRequestIdInLog(async (event: LambdaEvent) => {
  return (await answer())(event);
});
