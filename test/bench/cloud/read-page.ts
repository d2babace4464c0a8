/**
 * `node read-page.ts <bundle> <query> <answers>`: loads the bundled function `download` in this fresh process, and
 * requests a page from it a number of times. Its last line has the figures as JSON.
 */
import process from 'node:process';
import type { LambdaEvent } from 'hono/aws-lambda';
import * as z from 'zod/mini';
import { aGatewayEvent, gatewayAnswer } from '../../support/gateway-event.ts';

type Handler = (event: LambdaEvent, context: { readonly awsRequestId: string }) => Promise<unknown>;
const bundleSchema = z.object({ handler: z.custom<Handler>((value) => typeof value === 'function') });

const [, , bundle = '', rawQueryString = '', answers = ''] = process.argv;
const event = aGatewayEvent({ rawQueryString, headers: { 'accept-encoding': 'gzip' } });
const times: number[] = [];
let bytes = 0;
let began = performance.now();
const { handler } = bundleSchema.parse(await import(bundle));
while (times.length < Number(answers)) {
  const given = gatewayAnswer.parse(await handler(event, { awsRequestId: 'request-1' }));
  times.push(performance.now() - began);
  if (given.statusCode !== 200) throw new Error(`The page was answered with ${given.statusCode}.`);
  bytes = Buffer.byteLength(given.body, 'base64');
  began = performance.now();
}
process.stdout.write(`\n${JSON.stringify({ times, bytes })}\n`);
