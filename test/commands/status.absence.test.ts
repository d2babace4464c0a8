/** The output of `status` after an absence of the process, and the effect of the commands that it prints. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { Temporal } from 'temporal-polyfill';
import { expect, it, onTestFinished } from 'vitest';
import { createDirectoryStore } from '#archive/directory.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import { saveLastCheck } from '#machine/last-check.ts';
import { markArchiveAsSendingMail } from '#runs/store/archive-use.ts';
import { reconcileAndLog } from '#watch/reconcile.ts';
import { aWorld } from '../support/a-world.ts';
import { aConfigurationText, riverside, weekly } from '../support/builders/a-configuration.ts';
import { aClock } from '../support/builders/a-delivery.ts';
import { callCli } from '../support/call-cli.ts';
import { planningOnLoopback, siteKey } from '../support/planning/planning-on-loopback.ts';
import { argumentsOf } from '../support/shell-command.ts';
import { startSmtpServer } from '../support/smtp/smtp-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** The archive of a process that was away from 12 to 23 November 2026, and has checked since. */
async function afterAnAbsence(use: 'mail' | 'files') {
  const [planning, smtp] = [await planningOnLoopback(), await startSmtpServer({ tls: 'none' })];
  onTestFinished(() => smtp.close());
  const folder = await temporaryDirectory();
  const [file, out] = [join(folder, 'lookahead.yaml'), join(folder, 'the archive')];
  const mail = `mail: { smtp: { host: 127.0.0.1, port: ${smtp.port}, tls: none } }\n`;
  const text = aConfigurationText({ projects: [{ ...riverside, baseUrl: planning.url }], reports: [weekly] });
  await writeFile(file, use === 'mail' ? text + mail : text);
  const clock = aClock('2026-11-12T09:00:00Z');
  const memory = aWorld({ configuration: await loadConfiguration(file), clock });
  const store = createDirectoryStore(out);
  if (use === 'mail') await markArchiveAsSendingMail(store);
  const world = { ...memory, store };
  await reconcileAndLog(world);
  clock.advance(Temporal.Instant.from('2026-11-23T09:00:00Z').since(clock.now()));
  await reconcileAndLog(world);
  const status = async (...words: string[]) =>
    (await callCli(['status', '--late', '--since', '2026-11-12', '--out', out, ...words])).stdout;
  const runPrinted = (command: string) => {
    const [, , , ...words] = argumentsOf('npm', command);
    return callCli(words, { cwd: folder, env: { PLANNING_API_KEY: siteKey } });
  };
  return { smtp, status, runPrinted, out };
}

const commandsIn = (printed: string) => printed.split('\n').filter((line) => line.startsWith('npm '));

it('reports that were due while start was not running are not delivered, and each command that status prints mails one of them for its own window', async () => {
  const { smtp, status, runPrinted } = await afterAnAbsence('mail');
  const printed = await status();
  expect(printed.match(/week \d+.*NOT DELIVERED/g)).toEqual([
    expect.stringContaining('week 47'),
    expect.stringContaining('week 48'),
  ]);
  const commands = commandsIn(printed);
  expect(commands).toHaveLength(2);
  for (const command of commands) expect(await runPrinted(command)).toMatchObject({ code: 0 });
  const mails = await Promise.all(smtp.stored.map(({ raw }) => PostalMime.parse(raw)));
  expect(mails.map(({ subject, attachments }) => [subject, attachments.length])).toEqual([
    [expect.stringMatching(/^Riverside Tower W47: .*Weekly lookahead rev 1/), 1],
    [expect.stringMatching(/^Riverside Tower W48: .*Weekly lookahead rev 1/), 1],
  ]);
  expect(await status()).toContain('Nothing that was due since Thu 12 Nov 2026 is late or missing.');
  // A second call of each command finds nothing left to send.
  for (const command of commands) expect(await runPrinted(command)).toMatchObject({ code: 0 });
  expect(smtp.stored).toHaveLength(2);
});

it('if messages are written to files, the command that status prints writes its message to a file too', async () => {
  const { status, runPrinted, out } = await afterAnAbsence('files');
  const [, command = ''] = commandsIn(await status());
  expect(await runPrinted(command)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(join(out, 'outbox')),
  });
  expect(
    JSON.parse((await callCli(['status', '--out', out, '--since', '2026-11-20', '--json'])).stdout),
  ).toMatchObject({
    state: 'written to files',
    window: { first: '2026-11-23' },
  });
});

it('status shows since when start has not checked the folder, and why', async () => {
  const { out } = await afterAnAbsence('mail');
  const at = Temporal.Now.instant().subtract({ minutes: 26 });
  const stderr = async () => (await callCli(['status', '--out', out])).stderr;
  expect(await stderr()).toBe('');
  await saveLastCheck(out, { at });
  expect(await stderr()).toContain(`last checked ${out} at ${at}. It does not run`);
  await saveLastCheck(out, { at: Temporal.Now.instant(), problem: 'The disk is full.' });
  expect(await stderr()).toContain('. The disk is full.');
  await saveLastCheck(out, { at: Temporal.Now.instant() });
  await rm(join(out, '.unfinished'), { recursive: true });
  await writeFile(join(out, '.unfinished'), '');
  expect(await stderr()).toMatch(/last checked .*\. Cannot write .*ENOTDIR/);
});
