/**
 * `run --send` in a process that is killed while it sends, once at each step and at some random times. The mail server
 * is the oracle: every message arrives once, or twice with the second marked.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import PostalMime from 'postal-mime';
import { expect, it, onTestFinished } from 'vitest';
import { aConfigurationText, riverside, weekly } from '../../support/builders/a-configuration.ts';
import { isEveryCheck } from '../../support/deep-checks.ts';
import { planningOnLoopback, siteKey } from '../../support/planning/planning-on-loopback.ts';
import { startProcess } from '../../support/run-cli.ts';
import { type SmtpFaults, startSmtpServer, trustedCertificateFile } from '../../support/smtp/smtp-server.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const subject = 'Riverside Tower W48: 2 tasks, 2 with a gap in the data (Weekly lookahead rev 1)';
const minute = 60_000;

async function aSite() {
  const planning = await planningOnLoopback();
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const folder = await temporaryDirectory();
  const [config, clock] = [join(folder, 'lookahead.yaml'), join(folder, 'clock')];
  await writeFile(
    config,
    `${aConfigurationText({
      projects: [{ ...riverside, baseUrl: planning.url, apiKey: '{ env: TEST_KEY }' }],
      reports: [{ ...weekly, to: '[works@example.com]' }],
    })}mail: { smtp: { host: 127.0.0.1, port: ${smtp.port} } }\n`,
  );
  const shiftClock = pathToFileURL(join(import.meta.dirname, '../runtime/shift-clock.ts')).href;
  /** Repeats the run, a number of minutes after the first attempt. */
  const attempt = async (minutes: number) => {
    await writeFile(clock, new Uint8Array(Float64Array.of(minutes * minute).buffer));
    const words = ['--send', '--run-id', 'monday', '--date', '2026-11-20'];
    return startProcess(['run', 'weekly', '--config', config, '--out', join(folder, 'sent'), ...words], {
      env: {
        TEST_KEY: siteKey,
        CLOCK_FILE: clock,
        NODE_OPTIONS: `--import ${shiftClock}`,
        NODE_EXTRA_CA_CERTS: trustedCertificateFile,
      },
    });
  };
  return { smtp, attempt };
}

/**
 * Where the process dies: at a step of the SMTP session, or a number of milliseconds after the mail server stored the
 * message.
 */
type Death = keyof SmtpFaults | 'answer, not stored' | number;

function faultsOf(death: Death, kill: () => void): SmtpFaults {
  const dying = () => {
    kill();
    return 'broken off' as const;
  };
  switch (death) {
    case 'answer':
      return { answer: () => ({ stored: true, trouble: dying() }) };
    case 'answer, not stored':
      return { answer: () => ({ stored: false, trouble: dying() }) };
    case 'connect':
    case 'login':
    case 'sender':
    case 'recipient':
    case 'content':
      return { [death]: dying };
    default:
      return {
        answer: () => {
          setTimeout(kill, death);
          return undefined;
        },
      };
  }
}

const steps: readonly Death[] = ['connect', 'answer', 'sender', 'recipient', 'content', 'answer, not stored'];
/** Milliseconds after the message was stored; the process records the send in this time. */
const milliseconds = isEveryCheck ? Array.from({ length: 10 }, (_, index) => index * 3) : [0, 9, 18];
const deaths = [...steps, ...milliseconds];

it.each(deaths)(
  'if a process is killed at %s, the message arrives once, or twice with the second marked',
  async (death) => {
    const { smtp, attempt } = await aSite();
    const first = await attempt(0);
    Object.assign(
      smtp.faults,
      faultsOf(death, () => void first.kill()),
    );
    const [code, signal] = await first.ended;
    if (typeof death !== 'number') expect([code, signal]).toEqual([null, 'SIGKILL']);
    for (const name of ['connect', 'sender', 'recipient', 'content', 'answer'] as const)
      delete smtp.faults[name];
    const [early] = await (await attempt(1)).ended;
    const [late] = await (await attempt(36)).ended;
    // If the send was recorded before the first death, the message counts as sent; otherwise it waits for the end of
    // the lease.
    expect([
      [1, 0],
      [0, 0],
    ]).toContainEqual([early, late]);
    const subjects = await Promise.all(
      smtp.stored.map(async ({ raw }) => (await PostalMime.parse(raw)).subject),
    );
    const isStored = death === 'answer' || typeof death === 'number';
    const possible = isStored ? [[subject], [subject, `${subject} (resent)`]] : [[`${subject} (resent)`]];
    expect(possible).toContainEqual(subjects);
  },
);
