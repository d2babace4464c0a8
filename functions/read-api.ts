import process from 'node:process';
import type { LambdaEvent } from 'hono/aws-lambda';
import { once } from './base/once.ts';
import { checkSqlite } from './cloud/check-sqlite.ts';
import { withRequestIdInLog } from './cloud/log.ts';

const answer = once(async () => {
  checkSqlite(process.getBuiltinModule);
  // This loads node:sqlite, so it must follow the check.
  const { openReadApi } = await import('./cloud/open-read-api.ts');
  return openReadApi(process.env, Date.now);
});

export const handler = withRequestIdInLog(async (event: LambdaEvent) => {
  return (await answer())(event);
});
