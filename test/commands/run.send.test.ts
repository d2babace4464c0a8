/** `run --send` against a planning server and a mail server on loopback. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aConfigurationText, riverside, weekly } from '../support/builders/a-configuration.ts';
import { callCli } from '../support/call-cli.ts';
import { planningOnLoopback, siteKey } from '../support/planning/planning-on-loopback.ts';
import { type SmtpServerOptions, startSmtpServer } from '../support/smtp/smtp-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const password = 'Pa55-word-never-shown';
const env = { TEST_KEY: siteKey, TEST_PASSWORD: password };

async function aSite(options: SmtpServerOptions = {}, mail = (port: number) => mailOn(port)) {
  const planning = await planningOnLoopback();
  const smtp = await startSmtpServer({ login: { user: 'lookahead', password }, ...options });
  onTestFinished(() => smtp.close());
  const folder = await temporaryDirectory();
  const config = join(folder, 'lookahead.yaml');
  await writeFile(
    config,
    `${aConfigurationText({
      projects: [{ ...riverside, baseUrl: planning.url, apiKey: '{ env: TEST_KEY }' }],
      reports: [{ ...weekly, to: '[works@example.com, site@example.com]' }],
    })}${mail(smtp.port)}\n`,
  );
  const out = join(folder, 'out');
  const run = (...words: string[]) =>
    callCli(['run', 'weekly', '--config', config, '--out', out, '--date', '2026-11-20', ...words], { env });
  return { smtp, run, out };
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
      'sent to works@example.com, site@example.com (250 2.6.0 OK: message queued)',
    );
    const again = await run('--send', '--run-id', 'monday', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({
      outcome: 'already delivered',
      messages: [{ path: null }],
    });
    expect(smtp.stored).toMatchObject([
      {
        from: 'lookahead@example.com',
        recipients: ['works@example.com', 'site@example.com'],
        encrypted: true,
      },
    ]);
    const mail = await PostalMime.parse(smtp.stored[0]?.raw ?? '');
    expect(mail.subject).toBe('Riverside Tower W48: 2 tasks, 2 not ready (Weekly lookahead rev 1)');
    expect(mail.attachments).toHaveLength(1);
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
    const { code, stderr } = await run('--send');
    expect(code).toBe(0);
    expect(stderr).toContain(
      'site@example.com did not get the message: the mail server refused it (550 5.1.1 No such user).',
    );
    const late = await callCli(['status', '--late', '--out', out, '--json']);
    expect(late.stdout.trim().split('\n')).toEqual([expect.stringContaining('550 5.1.1 No such user')]);
  });

  it('says how to go on where the mail server refuses the login, and the password nowhere', async () => {
    const { smtp, run } = await aSite();
    smtp.faults.login = () => ({ status: 535, text: `Wrong password ${password}` });
    const { code, stdout, stderr } = await run('--send', '--run-id', 'monday');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /\(535 5\.7\.8\): it refuses the login; .*\. Then run it again with `npm run lookahead -- run weekly --date 2026-11-20 --send --run-id monday --config \S+ --out \S+`\./,
    );
    expect(stdout + stderr).not.toContain(password);
    delete smtp.faults.login;
    expect((await run('--send', '--run-id', 'monday')).code).toBe(0);
    expect(smtp.stored).toHaveLength(1);
  });

  it('says until when to wait where the answer was lost', async () => {
    const { smtp, run } = await aSite();
    smtp.faults.answer = () => ({ stored: true, trouble: 'cut' });
    const { code, stdout } = await run('--send', '--run-id', 'monday');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /perhaps not sent to .* After 20\S+Z, run it again with `npm run lookahead -- run weekly .*--send --run-id monday /,
    );
    delete smtp.faults.answer;
    expect((await run('--send', '--run-id', 'monday')).code).toBe(1);
    expect(smtp.stored).toHaveLength(1);
  });

  it('sends nothing in a dry run', async () => {
    const { smtp, run, out } = await aSite();
    expect((await run('--send', '--dry-run')).code).toBe(0);
    expect(smtp.sessions()).toBe(0);
    await expect(readdir(out)).rejects.toThrow('ENOENT');
  });

  it('is refused without a mail server in the configuration', async () => {
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

describe('a folder', () => {
  it('whose messages went to files is not for mail: they would count as sent', async () => {
    const { smtp, run } = await aSite();
    expect((await run('--run-id', 'monday')).code).toBe(0);
    const { code, stderr } = await run('--send', '--run-id', 'monday');
    expect(code).toBe(2);
    expect(stderr).toMatch(/holds reports whose messages went to files.*name another folder with --out/);
    expect(smtp.sessions()).toBe(0);
  });

  it('whose reports were mailed is not for files', async () => {
    const { run, out } = await aSite();
    await mkdir(out, { recursive: true });
    expect((await run('--send')).code).toBe(0);
    const { code, stderr } = await run();
    expect(code).toBe(2);
    expect(stderr).toMatch(/sent by mail\. Add --send, or name another folder/);
    expect(await readdir(out)).not.toContain('outbox');
  });
});
