/** `run --send` against a planning server and a mail server on loopback. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDirectoryStore } from '#archive/directory.ts';
import { saveLastCheck } from '#machine/last-check.ts';
import { readOrCreateLinkSecret } from '#machine/link-secret.ts';
import { createLinkServer } from '#machine/link-server.ts';
import { saveMailStopOrResume } from '#runs/messages/stoppable-mailer.ts';
import { saveArchiveRestored } from '#runs/store/restored-archive.ts';
import { recordingLog } from '../support/a-world.ts';
import { aConfigurationText, riverside, weekly } from '../support/builders/a-configuration.ts';
import { aPng } from '../support/builders/a-picture.ts';
import { callCli } from '../support/call-cli.ts';
import { planningOnLoopback, siteKey } from '../support/planning/planning-on-loopback.ts';
import { type SmtpServerOptions, startSmtpServer } from '../support/smtp/smtp-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const password = 'Pa55-word-never-shown';
const env = { TEST_KEY: siteKey, TEST_PASSWORD: password };

async function aSite(options: SmtpServerOptions = {}, mail = (port: number) => mailOn(port), more = {}) {
  const planning = await planningOnLoopback();
  const smtp = await startSmtpServer({ login: { user: 'lookahead', password }, ...options });
  onTestFinished(() => smtp.close());
  const folder = await temporaryDirectory();
  const config = join(folder, 'lookahead.yaml');
  await writeFile(
    config,
    `${aConfigurationText({
      projects: [{ ...riverside, baseUrl: planning.url, apiKey: '{ env: TEST_KEY }', logo: 'logo.png' }],
      reports: [
        { ...weekly, to: '[works@example.com, site@example.com]', cc: '[copy@example.com]', ...more },
      ],
    })}${mail(smtp.port)}\n`,
  );
  // Read from the folder of the configuration, not from the current one.
  await writeFile(join(folder, 'logo.png'), aPng());
  const out = join(folder, 'out');
  const run = (...words: string[]) =>
    callCli(['run', 'weekly', '--config', config, '--out', out, '--date', '2026-11-20', ...words], { env });
  return { planning, smtp, run, out };
}

function mailOn(port: number): string {
  return `mail: { smtp: { host: 127.0.0.1, port: ${port}, user: lookahead, password: { env: TEST_PASSWORD } } }`;
}

describe('run --send', () => {
  it('mails the report with its workbook, once for each run id', async () => {
    const { smtp, run } = await aSite();
    const first = await run('--send', '--run-id', 'monday');
    expect(first.code).toBe(0);
    expect(first.stdout).toContain(
      'sent to works@example.com, site@example.com, cc copy@example.com (250 2.6.0 OK: message queued)',
    );
    const again = await run('--send', '--run-id', 'monday', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({
      outcome: 'already delivered',
      messages: [{ path: null }],
    });
    expect(smtp.stored).toMatchObject([
      {
        from: 'lookahead@example.com',
        recipients: ['works@example.com', 'site@example.com', 'copy@example.com'],
        encrypted: true,
      },
    ]);
    const mail = await PostalMime.parse(smtp.stored[0]?.raw ?? '');
    expect(mail.subject).toBe(
      'Riverside Tower W48: 2 tasks, 2 with a gap in the data (Weekly lookahead rev 1)',
    );
    expect(mail.attachments).toHaveLength(1);
  });

  it('marks messages that may have been sent before the archive was restored', async () => {
    const { smtp, run, out } = await aSite();
    smtp.faults.sender = () => ({ status: 451, text: 'Not now' });
    expect((await run('--send', '--run-id', 'monday')).code).toBe(1);
    await saveArchiveRestored(createDirectoryStore(out), Temporal.Now.instant());
    smtp.faults.sender = () => undefined;
    expect((await run('--send', '--run-id', 'monday')).code).toBe(0);
    const [mail] = await Promise.all(smtp.stored.map(({ raw }) => PostalMime.parse(raw)));
    expect(mail?.subject).toMatch(/\(resent\)$/);
  });

  it('writes no message to a file', async () => {
    const { run, out } = await aSite();
    expect((await run('--send')).code).toBe(0);
    expect(await readdir(out)).toContain('mailed.json');
    expect(await readdir(out)).not.toContain('outbox');
  });

  it('names the recipients that the mail server refuses', async () => {
    const { smtp, run, out } = await aSite();
    expect((await run('--send', '--run-id', 'before')).code).toBe(0);
    smtp.faults.recipient = (address) =>
      address === 'site@example.com' ? { status: 550, text: 'No such user' } : undefined;
    const { code, stdout } = await run('--send', '--run-id', 'refused');
    expect(code).toBe(1);
    expect(stdout).toContain('sent, but not to everyone');
    expect(stdout).toContain('sent to works@example.com, cc copy@example.com (250');
    const refused =
      'site@example.com did not get the message: the mail server refused it (550 5.1.1 No such user).';
    expect(stdout).toContain(`note: ${refused}`);
    // A later run with the same id, and the log, agree with the printed result.
    const again = await run('--send', '--run-id', 'refused', '--json');
    expect(again.code).toBe(1);
    expect(JSON.parse(again.stdout)).toMatchObject({
      outcome: 'partly delivered',
      messages: [{ outcome: { rejected: [{ address: 'site@example.com' }] } }],
      warnings: [refused],
    });
    const late = await callCli(['status', '--late', '--out', out, '--json']);
    expect(JSON.parse(late.stdout)).toMatchObject({
      state: 'partly delivered',
      messages: [
        {
          recipients: [
            { state: 'sent' },
            { state: 'bounced', reason: '550 5.1.1 No such user' },
            { state: 'sent' },
          ],
        },
      ],
    });
  });

  it.each<[string, string, Readonly<Record<string, unknown>>]>([
    ['everyone is refused', '@example.com', { code: 1, state: 'not delivered' }],
    ['a copy is refused', 'copy@example.com', { code: 1, state: 'partly delivered' }],
  ])('reports that %s, with an exit code and a state that agree', async (_, who, expected) => {
    const { smtp, run, out } = await aSite();
    smtp.faults.recipient = (address) =>
      address.endsWith(who) ? { status: 550, text: 'No such user' } : undefined;
    const { code, stdout } = await run('--send');
    expect(stdout).toContain('copy@example.com');
    const status = JSON.parse((await callCli(['status', '--out', out, '--json'])).stdout);
    expect({ code, state: status.state }).toEqual(expected);
  });

  it('reports the reason and the recipients when a message is first refused', async () => {
    const { smtp, run } = await aSite();
    smtp.faults.recipient = () => ({ status: 450, text: 'Greylisted' });
    const { stderr } = await run('--send');
    expect(stderr).toMatch(
      /not sent to works@example\.com, site@example\.com, copy@example\.com yet\. .*450 4\.2\.1 Greylisted/,
    );
  });

  it('reports how to continue if the mail server refuses the login, and never the password', async () => {
    const { smtp, run } = await aSite();
    smtp.faults.login = () => ({ status: 535, text: `Wrong password ${password}` });
    const { code, stdout, stderr } = await run('--send', '--run-id', 'monday');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /\(535 5\.7\.8\)\. The mail server refuses the login: .*\. Then run it again with `npm run lookahead -- run weekly --date 2026-11-20 --send --run-id monday --config \S+ --out \S+`\./,
    );
    expect(stdout + stderr).not.toContain(password);
    delete smtp.faults.login;
    expect((await run('--send', '--run-id', 'monday')).code).toBe(0);
    expect(smtp.stored).toHaveLength(1);
  });

  it('reports until when to wait if the answer was lost', async () => {
    const { smtp, run } = await aSite();
    smtp.faults.answer = () => ({ stored: true, trouble: 'broken off' });
    const { code, stdout } = await run('--send', '--run-id', 'monday');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /perhaps not sent to .* After \w{3} \d+ \w{3} \d\d:\d\d, run it again with `npm run lookahead -- run weekly .*--send --run-id monday /,
    );
    delete smtp.faults.answer;
    expect((await run('--send', '--run-id', 'monday')).code).toBe(1);
    expect(smtp.stored).toHaveLength(1);
  });

  it('sends nothing while mail is stopped', async () => {
    const { smtp, run, out } = await aSite();
    const store = createDirectoryStore(out);
    await saveMailStopOrResume(store, {
      became: 'stopped',
      at: Temporal.Now.instant(),
      by: 'operator@laptop',
    });
    const { code, stdout } = await run('--send');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /by operator@laptop; `npm run lookahead -- stop --resume --out \S+` ends the stop\./,
    );
    expect(smtp.sessions()).toBe(0);
  });

  it('sends nothing in a dry run', async () => {
    const { smtp, run, out } = await aSite();
    expect((await run('--send', '--dry-run')).code).toBe(0);
    expect(smtp.sessions()).toBe(0);
    await expect(readdir(out)).rejects.toThrow('ENOENT');
  });

  it('is refused if the configuration has no mail server', async () => {
    const { run } = await aSite({}, () => '');
    const { code, stderr } = await run('--send');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /--send needs a mail server, and the configuration names none\. Add mail: \{ smtp:/,
    );
  });

  it('is refused without the password', async () => {
    const { smtp, run } = await aSite({}, (port) => mailOn(port).replace('TEST_PASSWORD', 'NOT_SET'));
    const { code, stderr } = await run('--send');
    expect(code).toBe(2);
    expect(stderr).toMatch(/names an environment variable that is empty or not set/);
    expect(smtp.sessions()).toBe(0);
  });
});

describe('status', () => {
  async function statusAfter(...[out, ...words]: readonly string[]) {
    return JSON.parse((await callCli(['status', '--out', out ?? '', '--json', ...words])).stdout);
  }

  it('shows that a failed run is not retried, why, and how to continue it', async () => {
    const { smtp, run, out } = await aSite();
    smtp.faults.login = () => ({ status: 535, text: 'Wrong password' });
    expect((await run('--send', '--run-id', 'monday')).code).toBe(1);
    const reason =
      /refuses the login.* It is not retried automatically: the same command with --run-id run-monday/;
    expect(await statusAfter(out)).toMatchObject({
      state: 'not delivered',
      until: null,
      reason: expect.stringMatching(reason),
      messages: [{ state: { kind: 'not sent' }, recipients: Array(3).fill({ state: 'not sent' }) }],
    });
    delete smtp.faults.login;
    expect((await run('--send', '--run-id', 'run-monday')).code).toBe(0);
    expect(await statusAfter(out)).toMatchObject({ state: 'delivered', reason: '' });
  });

  it('has the reason of a run that made nothing', async () => {
    const { planning, run, out } = await aSite();
    planning.answers.push(new Response('{}', { status: 403 }));
    const { code, stdout } = await run('--send', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      report: 'weekly',
      project: 'riverside',
      outcome: 'failed',
      files: [],
      messages: [],
      window: { first: '2026-11-23', last: '2026-11-29' },
      warnings: [expect.stringContaining('answered 403')],
    });
    expect(await statusAfter(out)).toMatchObject({
      state: 'not delivered',
      reason: expect.stringMatching(/answered 403 .*It is not retried automatically/),
    });
  });

  it('shows since when a message has no answer, and from when it can be retried', async () => {
    const { smtp, run, out } = await aSite();
    smtp.faults.answer = () => ({ stored: true, trouble: 'broken off' });
    expect((await run('--send', '--run-id', 'monday')).code).toBe(1);
    const { state, reason, messages } = await statusAfter(out);
    expect({ state, reason }).toEqual({
      state: 'not delivered',
      reason: expect.stringMatching(
        /^Its send began at \d\d:\d\d .* may have gone out; it can be tried again from \d\d:\d\d\./,
      ),
    });
    const [{ state: message, recipients }] = messages;
    expect(message.kind).toBe('perhaps sent');
    // The lease begins shortly before or after the send.
    expect((Date.parse(message.until) - Date.parse(message.at)) / 60_000).toBeCloseTo(35, 1);
    expect(recipients).toMatchObject(Array(3).fill({ state: 'perhaps sent' }));
  });

  it('shows messages in files as written, not sent', async () => {
    const { run, out } = await aSite();
    const { stdout, stderr } = await run();
    expect(stdout + stderr).not.toMatch(/delivered|sent to|sending/);
    expect(stdout).toMatch(/written to \S+\/out\/outbox\/\S+\.eml .*not mailed/);
    expect(stderr).toMatch(/message to works@example\.com, .* written to \S+\/out\/outbox/);
    expect(await statusAfter(out)).toMatchObject({
      state: 'written to files',
      messages: [{ state: { kind: 'in outbox' }, recipients: Array(3).fill({ state: 'in outbox' }) }],
    });
  });
});

describe('a finished run', () => {
  it('gets a missing workbook and a missing message back, byte for byte', async () => {
    const { run, out } = await aSite();
    const made = JSON.parse((await run('--run-id', 'monday', '--json')).stdout);
    const paths: string[] = [made.files[0].path, made.messages[0].path];
    const before = await Promise.all(paths.map((path) => readFile(path)));
    await Promise.all(paths.map((path) => rm(path)));
    const { code, stdout } = await run('--run-id', 'monday');
    expect(code).toBe(0);
    expect(stdout).toMatch(/missing files were made again.*note: The workbook .* note: The message /s);
    expect(await Promise.all(paths.map((path) => readFile(path)))).toEqual(before);
    await writeFile(paths[1] ?? '', 'changed');
    const damaged = await run('--run-id', 'monday');
    expect(damaged.code).toBe(1);
    expect(damaged.stdout).toMatch(/one of its files is missing or damaged.*Move it away and run again/s);
    expect(await readFile(join(out, 'outbox', made.messages[0].outcome.messageId), 'utf8')).toBe('changed');
  });
});

describe('the mails of run --send', () => {
  const asking = {
    audiences: '[{ each: subcontractor, to: { Pile Co: [pile@example.com] } }]',
    answers: '{}',
  };
  const servedAt = (url: string) => (port: number) =>
    `${mailOn(port)}\ndeployment: { machine: { url: '${url}' } }`;
  const texts = async ({ stored }: Awaited<ReturnType<typeof startSmtpServer>>) =>
    (await Promise.all(stored.map(({ raw }) => PostalMime.parse(raw)))).map(({ text }) => text ?? '').join();

  it('have links to week pages and ask for answers if start runs on the folder', async () => {
    const { smtp, run, out } = await aSite({}, servedAt('https://lookahead.example.com'), asking);
    await saveLastCheck(out, { at: Temporal.Now.instant() });
    const { stderr } = await run('--send');
    expect(stderr).not.toContain('start');
    const answer = /https:\/\/lookahead\.example\.com\/\?answer=\S+/.exec(await texts(smtp))?.[0] ?? '';
    const store = createDirectoryStore(out);
    const server = createLinkServer({
      store,
      secret: await readOrCreateLinkSecret(store),
      url: 'https://lookahead.example.com',
      log: recordingLog(),
      now: () => Temporal.Instant.from('2026-11-23T06:00:00Z'),
    });
    const page = await server.request(answer, {}, { remoteAddress: '127.0.0.1' });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Drive piles')]);
    expect(await store.list('closings/')).toHaveLength(1);
  });

  it('have links and ask for answers, with a warning, if start has not checked the folder for 25 minutes', async () => {
    const { smtp, run, out } = await aSite({}, servedAt('https://lookahead.example.com'), asking);
    await saveLastCheck(out, { at: Temporal.Now.instant().subtract({ minutes: 26 }) });
    const { stderr } = await run('--send');
    expect(stderr).toMatch(/`start` last checked \S+ at \S+: links in these mails open only while it runs/);
    expect(await texts(smtp)).toContain('?answer=');
  });

  it.each([
    ['start has never run on the folder', 'https://lookahead.example.com', /has never run with --out/],
    [
      'only this machine reaches the address',
      'http://localhost:8080',
      /only this machine reaches deployment\.machine\.url/,
    ],
  ])('have no links and ask for no answers, and the command reports why, if %s', async (_where, url, why) => {
    const { smtp, run } = await aSite({}, servedAt(url), asking);
    const { stderr } = await run('--send');
    expect(stderr).toMatch(/Week pages: none, and no answers are asked for: /);
    expect(stderr).toMatch(why);
    expect(await texts(smtp)).not.toMatch(/\?(page|answer)=/);
  });
});

describe('a folder', () => {
  it('is refused for mail if its messages were written to files, because they would count as sent', async () => {
    const { smtp, run } = await aSite();
    expect((await run('--run-id', 'monday')).code).toBe(0);
    const { code, stderr } = await run('--send', '--run-id', 'monday');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /holds reports whose messages went to files.*add --take-over.*name another folder with --out/,
    );
    expect(smtp.sessions()).toBe(0);
  });

  it('can be taken over if its messages were written to files: they are earlier issues, and were not sent', async () => {
    const { smtp, run, out } = await aSite();
    expect((await run('--run-id', 'monday')).code).toBe(0);
    expect((await run('--send', '--take-over')).code).toBe(0);
    const mail = await PostalMime.parse(smtp.stored[0]?.raw ?? '');
    expect(mail.subject).toContain('(Weekly lookahead rev 2)');
    expect(smtp.stored).toHaveLength(1);
    const { stdout } = await callCli(['status', '--out', out, '--json']);
    const states = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).state);
    expect(states.sort()).toEqual(['delivered', 'written to files']);
    expect((await run('--send')).code).toBe(0);
  });

  it('is taken over only if --out names it', async () => {
    const { code, stderr } = await callCli(['run', 'weekly', '--send', '--take-over', '--config', 'none']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('Name with --out the folder whose messages were files'),
    ]);
  });

  it('is refused for files if its reports were mailed', async () => {
    const { run, out } = await aSite();
    await mkdir(out, { recursive: true });
    expect((await run('--send')).code).toBe(0);
    const { code, stderr } = await run();
    expect(code).toBe(2);
    expect(stderr).toMatch(/sent by mail\. Add --send, or name another folder/);
    expect(await readdir(out)).not.toContain('outbox');
  });
});
