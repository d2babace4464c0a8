/**
 * Notices to a contact about connections that fail until a person acts: while they fail, and after the person has
 * acted.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { createServer } from 'node:tls';
import PostalMime from 'postal-mime';
import { expect, it, onTestFinished } from 'vitest';
import { aConfigurationText, riverside, weekly } from '../../support/builders/a-configuration.ts';
import { compileCache } from '../../support/compile-cache.ts';
import { listenOnLoopback } from '../../support/listen-on-loopback.ts';
import { planningOnLoopback, siteKey } from '../../support/planning/planning-on-loopback.ts';
import { runCli } from '../../support/run-cli.ts';
import { startSmtpServer, trustedCertificateFile } from '../../support/smtp/smtp-server.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const support = `${import.meta.dirname}/../../support`;
const key = readFileSync(`${support}/smtp/key.pem`);
const certificate = (name: string) => `${support}/planning/certificates/${name}.pem`;
const machineProcess = join(import.meta.dirname, 'machine-process.ts');

/** Puts a TLS server in front of a service on loopback. @returns its address */
async function encrypted(url: string, certificateFile: string): Promise<string> {
  const { port } = new URL(url);
  const server = createServer({ key, cert: readFileSync(certificateFile) }, (socket) => {
    const inner = connect(Number(port), '127.0.0.1');
    inner.on('error', () => socket.destroy());
    socket.on('error', () => inner.destroy());
    socket.pipe(inner).pipe(socket);
  });
  // A client that does not trust the certificate closes the connection.
  server.on('tlsClientError', () => undefined);
  return `https://127.0.0.1:${await listenOnLoopback(server)}`;
}

/** A machine with a report that is due on Friday at 14:00. */
async function aMachine() {
  const [planning, smtp] = [await planningOnLoopback(), await startSmtpServer({ tls: 'none' })];
  onTestFinished(() => smtp.close());
  const folder = await temporaryDirectory();
  const [file, archive, timeFile] = ['lookahead.yaml', 'archive', 'time'].map((name) => join(folder, name));
  let told = 0;
  return {
    planning: planning.url,
    /** Runs a part of that Friday. @returns the mails of that time */
    live: async (
      [from, to]: readonly [string, string],
      { baseUrl, ...environment }: { readonly baseUrl: string } & Readonly<Record<string, string>>,
    ) => {
      const projects = [{ ...riverside, baseUrl }];
      const mail = `mail: { smtp: { host: 127.0.0.1, port: ${smtp.port}, tls: none } }\n`;
      await writeFile(`${file}`, aConfigurationText({ projects, reports: [weekly] }) + mail);
      const times = [from, to].map((time) => `2026-11-20T${time}:00Z`);
      const child = spawn(
        process.execPath,
        [machineProcess, `${file}`, `${archive}`, `${timeFile}`, ...times],
        {
          env: { ...compileCache(), PLANNING_API_KEY: siteKey, ...environment },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      const [log, errors, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      expect({ code, errors }, log).toMatchObject({ code: 0 });
      const mails = await Promise.all(smtp.stored.slice(told).map(({ raw }) => PostalMime.parse(raw)));
      told = smtp.stored.length;
      return mails.map(({ to: recipients, subject, date, text: words = '' }) => ({
        to: recipients?.map(({ address }) => address).join(),
        subject,
        date,
        text: words.replaceAll(/\s+/g, ' '),
      }));
    },
  };
}

type Machine = Awaited<ReturnType<typeof aMachine>>;
type Setting = { readonly baseUrl: string } & Readonly<Record<string, string>>;

const cases: readonly (readonly [
  name: string,
  problem: (machine: Machine) => Promise<Setting>,
  mended: (machine: Machine, before: Setting) => Promise<Setting>,
  remedy: RegExp,
])[] = [
  [
    'the certificate of the planning service is not trusted',
    async ({ planning }) => ({ baseUrl: await encrypted(planning, trustedCertificateFile) }),
    async (_, before) => ({ ...before, NODE_EXTRA_CA_CERTS: trustedCertificateFile }),
    /DEPTH_ZERO_SELF_SIGNED_CERT.*NODE_EXTRA_CA_CERTS and start Lookahead again/,
  ],
  [
    'the certificate of the planning service has expired',
    async ({ planning }) => ({
      baseUrl: await encrypted(planning, certificate('expired')),
      NODE_EXTRA_CA_CERTS: certificate('expired'),
    }),
    async ({ planning }) => ({
      baseUrl: await encrypted(planning, trustedCertificateFile),
      NODE_EXTRA_CA_CERTS: trustedCertificateFile,
    }),
    /\(CERT_HAS_EXPIRED\)\. The certificate is not valid now: .*renew it/,
  ],
  [
    'the certificate of the planning service is for another name',
    async ({ planning }) => ({
      baseUrl: await encrypted(planning, certificate('other-name')),
      NODE_EXTRA_CA_CERTS: certificate('other-name'),
    }),
    async ({ planning }) => ({
      baseUrl: await encrypted(planning, trustedCertificateFile),
      NODE_EXTRA_CA_CERTS: trustedCertificateFile,
    }),
    /set the host in baseUrl to the name in the certificate/,
  ],
  [
    'the host of the planning service is mistyped',
    // A name with an empty part fails without a request to a name server.
    async () => ({ baseUrl: 'https://planning..example.com' }),
    async ({ planning }) => ({ baseUrl: planning }),
    /planning\.\.example\.com.*\(ENOTFOUND\)\. This host does not exist: correct its name in baseUrl(?!.*HTTPS_PROXY is set)/,
  ],
  [
    'the planning service is behind a proxy that Node was not told to use',
    async () => ({ baseUrl: 'https://planning..example.com', HTTPS_PROXY: 'http://127.0.0.1:9' }),
    async ({ planning }) => ({ baseUrl: planning }),
    /HTTPS_PROXY is set, but is used only with NODE_USE_ENV_PROXY=1/,
  ],
];

it.each(cases)(
  'a contact is notified immediately, and only once, that %s, and later that the report was sent',
  async (_, problem, mended, remedy) => {
    const machine = await aMachine();
    const setting = await problem(machine);
    const told = await machine.live(['13:55', '15:45'], setting);
    expect(told).toEqual([
      {
        to: 'planner@example.com',
        subject: expect.stringMatching(
          /^Needs you: .*Riverside Tower, Weekly lookahead, due Fri 20 Nov 2026, 14:00/,
        ),
        date: expect.stringMatching(/^2026-11-20T14:(0\d|10)/),
        text: expect.stringMatching(remedy),
      },
    ]);
    expect(told[0]?.text).toContain('Retried every 30 minutes');
    const after = await machine.live(['15:45', '16:45'], await mended(machine, setting));
    expect(after.map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: 'works.manager@example.com', subject: expect.stringContaining('Weekly lookahead') },
      {
        to: 'planner@example.com',
        subject: expect.stringMatching(/^Delivered after all: Riverside Tower, Weekly lookahead/),
      },
    ]);
  },
);

it('an expired certificate of the mail server, which no mail can report, is reported by the run and by status', async () => {
  const [planning, smtp] = [await planningOnLoopback(), await startSmtpServer({ certificate: 'expired' })];
  onTestFinished(() => smtp.close());
  const folder = await temporaryDirectory();
  const [config, out] = [join(folder, 'lookahead.yaml'), join(folder, 'sent')];
  const projects = [{ ...riverside, baseUrl: planning.url }];
  const mail = `mail: { smtp: { host: 127.0.0.1, port: ${smtp.port}, tls: starttls } }\n`;
  await writeFile(config, aConfigurationText({ projects, reports: [weekly] }) + mail);
  const env = { PLANNING_API_KEY: siteKey, NODE_EXTRA_CA_CERTS: certificate('expired') };
  const said = async (...words: string[]) => {
    const { stdout, stderr } = await runCli(words, { env });
    return `${stdout}${stderr}`.replaceAll(/\s+/g, ' ');
  };
  const expected = /CERT_HAS_EXPIRED.*The certificate is not valid now/;
  const run = ['--config', config, '--out', out, '--date', '2026-11-20', '--run-id', 'monday'];
  expect(await said('run', 'weekly', '--send', ...run)).toMatch(expected);
  expect(await said('status', '--out', out)).toMatch(expected);
  expect(smtp.stored).toEqual([]);
});
