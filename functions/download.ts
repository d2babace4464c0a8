/** Answers the links of messages: week pages, and workbooks at an address that is signed for five minutes. */
import process from 'node:process';
import type { LambdaEvent } from 'hono/aws-lambda';
import { once } from './base/once.ts';
import { withRequestIdInLog } from './cloud/log.ts';
import { createLinkHandler, createLinkHandlerDependencies } from './cloud/open-link.ts';

const answer = once(async () =>
  createLinkHandler(createLinkHandlerDependencies(process.env, () => ({ epochMilliseconds: Date.now() }))),
);

export const handler = withRequestIdInLog(async (event: LambdaEvent) => (await answer())(event));
