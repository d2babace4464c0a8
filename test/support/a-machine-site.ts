/**
 * What a person sets up for `start` on one machine: a configuration with keys, a mail server, and an imported
 * programme.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { aConfigurationText, riverside, weekly } from './builders/a-configuration.ts';
import { planningOnLoopback, siteKey } from './planning/planning-on-loopback.ts';
import { aSampleProgramme, programmeFile } from './programmes/sample-files.ts';
import { sampleMappings } from './programmes/sample-mappings.ts';
import { runCli } from './run-cli.ts';
import { startSmtpServer } from './smtp/smtp-server.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** A site whose report is made as soon as `start` finds a version that was imported since its last check. */
export async function aMachineSite() {
  const planning = await planningOnLoopback();
  const smtp = await startSmtpServer({ tls: 'none' });
  onTestFinished(() => smtp.close());
  const folder = await temporaryDirectory();
  const [etc, archive] = [join(folder, 'etc'), join(folder, 'archive')];
  const data = join(archive, 'data');
  await mkdir(etc);
  const text = aConfigurationText({
    projects: [{ ...riverside, baseUrl: planning.url }],
    reports: [{ ...weekly, when: "{ onImport: true, atLatest: '0 0 1 1 *' }" }],
  });
  await writeFile(
    join(etc, 'lookahead.yaml'),
    `${text}mail: { smtp: { host: localhost, port: ${smtp.port}, tls: none } }
deployment: { machine: { url: https://lookahead.example.com, port: 0, planning: { data: '${data}', port: 0 } } }
`,
  );
  await writeFile(join(folder, 'plan-map.yaml'), sampleMappings.xer);
  let tasks = 60;
  /** Imports a programme with one more task each time, because the same content would make no new version. */
  const importVersion = async () => {
    await writeFile(join(folder, 'plan.xer'), await programmeFile(aSampleProgramme(tasks++), 'xer'));
    return runCli([
      ...['import', join(folder, 'plan.xer'), '--map', join(folder, 'plan-map.yaml')],
      ...['--project', 'gb/riverside-tower', '--to', data],
    ]);
  };
  /** Opens the week page of the first mail. @param printed what the process of the link server printed */
  const openPage = async (printed: string) => {
    const text = (smtp.stored[0]?.raw.toString() ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const [, path = ''] = /https:\/\/lookahead\.example\.com(\/\S+?)["<\s]/.exec(text) ?? [];
    const [, served = ''] = /served on (http:\S+)/.exec(printed) ?? [];
    return fetch(`${served}${path.replaceAll('&amp;', '&')}`);
  };
  return { etc, archive, smtp, importVersion, openPage, env: { PLANNING_API_KEY: siteKey } };
}
