import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { aConfigurationText, riverside, weekly } from '../support/builders/a-configuration.ts';
import { planningOnLoopback, siteKey } from '../support/planning/planning-on-loopback.ts';
import { runCli } from '../support/run-cli.ts';
import { startSmtpServer, trustedCertificateFile } from '../support/smtp/smtp-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

it('one of three processes of a run sends it, and all end without an error', async () => {
  const planning = await planningOnLoopback();
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const folder = await temporaryDirectory();
  const config = join(folder, 'lookahead.yaml');
  const projects = [{ ...riverside, baseUrl: planning.url, apiKey: '{ env: TEST_KEY }' }];
  const mail = `mail: { smtp: { host: 127.0.0.1, port: ${smtp.port} } }`;
  await writeFile(config, `${aConfigurationText({ projects, reports: [weekly] })}${mail}\n`);
  const words = [
    'run',
    'weekly',
    '--config',
    config,
    '--out',
    join(folder, 'sent'),
    '--send',
    '--run-id',
    'monday',
  ];
  const env = { TEST_KEY: siteKey, NODE_EXTRA_CA_CERTS: trustedCertificateFile };
  const ended = await Promise.all([1, 2, 3].map(() => runCli([...words, '--json'], { env })));
  const said =
    'Week pages: none: only this machine reaches deployment.machine.url; set it to where phones do.\n';
  expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    Array(3).fill({ code: 0, stderr: said }),
  );
  const outcomes = ended.map(({ stdout }): string => JSON.parse(stdout).outcome);
  expect(outcomes).toContain('delivered');
  expect(outcomes.every((outcome) => /^(already )?delivered$/.test(outcome))).toBe(true);
  expect(smtp.stored).toHaveLength(1);
});
