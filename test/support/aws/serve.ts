/**
 * Runs the server as a process of its own: `npx node test/support/aws/serve.ts [--port n] [--bucket name]… [--secret name=value]…
 * [--identity address-or-domain]… [--configuration-set name]… [--forward service=url]… [--drop-raw-mail]`.
 * Its only line of output is JSON: `{ "url", "environment" }`. It exits when its standard input is closed, so that it
 * never outlives the process that started it.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { startAws } from './start-aws.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    bucket: { type: 'string', multiple: true },
    secret: { type: 'string', multiple: true, default: [] },
    identity: { type: 'string', multiple: true },
    'configuration-set': { type: 'string', multiple: true },
    forward: { type: 'string', multiple: true, default: [] },
    'drop-raw-mail': { type: 'boolean', default: false },
  },
});

const server = await startAws({
  port: Number(values.port),
  buckets: values.bucket,
  secrets: pairs(values.secret),
  identities: values.identity,
  configurationSets: values['configuration-set'],
  forward: pairs(values.forward),
  keepRawMail: !values['drop-raw-mail'],
});
process.stdout.write(`${JSON.stringify({ url: server.url, environment: server.environment })}\n`);
process.stdin.resume().once('close', () => server.close());
process.once('SIGTERM', () => process.exit(0));

function pairs(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const equals = text.indexOf('=');
      if (equals < 1) throw new Error(`Expected name=value, not ${text.slice(0, equals < 0 ? 20 : equals)}.`);
      return [text.slice(0, equals), text.slice(equals + 1)];
    }),
  );
}
