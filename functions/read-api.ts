/** The Planning Read API, behind an HTTP API of API Gateway. */
import process from 'node:process';
import type { LambdaEvent } from 'hono/aws-lambda';
import { once } from './base/once.ts';
import { checkSqlite } from './cloud/check-sqlite.ts';

const answer = once(async () => {
  checkSqlite(process.getBuiltinModule);
  // It loads node:sqlite, so it may not be loaded before the check.
  const { openReadApi } = await import('./cloud/open-read-api.ts');
  return openReadApi(process.env, Date.now);
});

export async function handler(event: LambdaEvent) {
  return (await answer())(event);
}
