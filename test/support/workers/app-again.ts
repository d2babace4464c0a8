/**
 * Runs the CDK app each time its parent process asks. The CDK is loaded only once, because that takes most of the time;
 * only the app's own module is evaluated again. An error of the app ends the process.
 */
import process from 'node:process';
import * as z from 'zod/mini';

const asked = z.object({ folder: z.string(), environment: z.record(z.string(), z.string()) });
let run = 0;

process.on('message', async (message) => {
  const { folder, environment } = asked.parse(message);
  const printed: string[] = [];
  process.stderr.write = (text) => printed.push(String(text)) > 0;
  process.exitCode = 0;
  process.chdir(folder);
  Object.assign(process.env, environment);
  run += 1;
  await import(`../../../infra/app.ts?${run}`);
  process.send?.({ code: process.exitCode, stderr: printed.join('') });
});
