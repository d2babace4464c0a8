import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aConfigurationText, riverside, weekly } from '../../support/builders/a-configuration.ts';
import { callCli } from '../../support/call-cli.ts';
import { planningOnLoopback, siteKey } from '../../support/planning/planning-on-loopback.ts';
import { startScriptedSmtpServer } from '../../support/smtp/scripted-smtp-server.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

it('a refused name in EHLO is reported by the run and by status, with the setting that corrects it', async () => {
  const planning = await planningOnLoopback();
  const refusal = '550 5.7.1 Name not allowed';
  const smtp = await startScriptedSmtpServer({ EHLO: refusal, HELO: refusal });
  const folder = await temporaryDirectory();
  const [config, out] = [join(folder, 'lookahead.yaml'), join(folder, 'sent')];
  await writeFile(
    config,
    `${aConfigurationText({
      projects: [{ ...riverside, baseUrl: planning.url, apiKey: '{ env: TEST_KEY }' }],
      reports: [weekly],
    })}mail: { smtp: { host: 127.0.0.1, port: ${smtp.port}, tls: none } }\ndeployment: { machine: { url: 'https://reports.example.org' } }\n`,
  );
  const said = async (...words: string[]) => {
    const { stdout, stderr } = await callCli(words, { env: { TEST_KEY: siteKey } });
    return `${stdout}${stderr}`.replaceAll(/\s+/g, ' ');
  };
  const expected =
    /550 5\.7\.1 Name not allowed\)\. The mail server refuses the name reports\.example\.org.*set mail\.smtp\.name/;
  const run = ['--config', config, '--out', out, '--date', '2026-11-20', '--run-id', 'monday'];
  expect(await said('run', 'weekly', '--send', ...run)).toMatch(expected);
  expect(await said('status', '--out', out)).toMatch(expected);
});
