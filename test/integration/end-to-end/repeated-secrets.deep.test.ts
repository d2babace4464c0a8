/**
 * A planning service and a mail server repeat the key and the password wherever they can. Nothing that a run leaves may
 * contain them.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import PostalMime from 'postal-mime';
import { expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { systemClock } from '#base/system.ts';
import { listen } from '#planning-server/http/listen.ts';
import { aConfigurationText, riverside, weekly } from '../../support/builders/a-configuration.ts';
import { callCli } from '../../support/call-cli.ts';
import { planningOnLoopback, siteKey } from '../../support/planning/planning-on-loopback.ts';
import { startSmtpServer } from '../../support/smtp/smtp-server.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { readPackage } from '../../support/workbook/read-workbook.ts';

const password = 'Pa55-word/never+shown';
const env = { TEST_KEY: siteKey, TEST_PASSWORD: password };
const task = { start: '2026-11-24', finish: '2026-11-26', shift: 'day', status: 'planned' };

/** A text with the key in each form in which a service may repeat it. */
const repeated = (text: string) =>
  `${text} ${siteKey} ${encodeURIComponent(siteKey)} ${Buffer.from(siteKey).toString('base64')} ${siteKey.toUpperCase()}`;

/** Properties whose form the contract prescribes. They do not get the key, because the task would be rejected. */
const ofForm = new Set(['start', 'finish', 'date', 'shift', 'status', 'relation']);

/** A copy with the key in every text, and in a property name of each object. */
function withKey(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return ofForm.has(name) ? value : repeated(value);
  if (Array.isArray(value)) return value.map((item) => withKey(item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, own]) => [key, withKey(own, key)]);
  return Object.fromEntries([...entries, [siteKey, siteKey]]);
}

/** A planning service that repeats the key in every answer. If `status` is given, each answer is an error with it. */
async function aRepeatingService() {
  const person = { id: 'u1', displayName: 'Ana Silva', email: 'ana@example.com' };
  const planning = await planningOnLoopback(
    [
      {
        id: 't1',
        externalId: 'A1010',
        name: 'Drive piles',
        notes: 'With care',
        ...task,
        owner: person,
        assignedTo: [person],
        subcontractor: { id: 's1', name: 'Pile Co' },
        folder: { id: 'f1', code: 'F', name: 'Tower' },
        package: { id: 'p1', code: 'P', name: 'Piling' },
        location: { id: 'l1', name: 'North', type: 'map' },
        labour: [{ id: 'x1', name: 'Piler', quantity: 2 }],
        plant: [{ id: 'x2', name: 'Rig', category: 'Plant', quantity: 1 }],
        materials: [{ id: 'x3', name: 'Concrete', quantity: 9, unit: 'm3' }],
        progress: [{ name: 'Rain', date: '2026-11-24', amount: 1, type: 'delay' }],
        relatedTasks: [
          { id: 't2', name: 'Pour caps', lag: 0, relation: 'predecessor', type: 'finish-start' },
        ],
        workArea: { type: 'area', bbox: [0, 0, 1, 1], geometry: null, id: null, properties: { level: '1' } },
      },
      { id: 't2', name: 'Pour caps', ...task },
      // This task is rejected, and is named with the reason.
      { id: 't3', name: 'Survey', ...task, start: `never ${siteKey}` },
    ],
    [person],
  );
  const errors: { status?: number } = {};
  const server = await listen(
    {
      fetch: async (request) => {
        const { pathname, search } = new URL(request.url);
        const answer = await fetch(`${planning.url}${pathname}${search}`, {
          headers: { 'x-api-key': siteKey },
        });
        const body = z.looseObject({ results: z.unknown() }).parse(await answer.json());
        const headers = { 'planning-version': `v1-${siteKey}`, 'planning-data-date': repeated('2026-11-20') };
        if (errors.status) {
          return Response.json({ message: repeated('No') }, { status: errors.status, headers });
        }
        return Response.json({ ...body, results: withKey(body.results) }, { headers });
      },
    },
    { port: 0, host: '127.0.0.1' },
  );
  onTestFinished(server.close);
  return { url: server.url, errors };
}

/** All texts in a folder, including those in archives and messages, each after the path of its file. */
async function textsIn(folder: string): Promise<string[]> {
  const texts: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    texts.push(`${path}: ${await textOf(entry.name, await readFile(path))}`);
  }
  return texts;
}

async function textOf(name: string, bytes: Uint8Array): Promise<string> {
  if (name.endsWith('.gz')) return gunzipSync(bytes).toString();
  if (name.endsWith('.xlsx')) {
    const parts = (await readPackage(bytes)).bytes;
    return Array.from(parts, ([part, content]) => `${part} ${content.toString()}`).join('\n');
  }
  return Buffer.from(bytes).toString();
}

async function textsOfMail(raw: Uint8Array): Promise<string[]> {
  const { headers, subject = '', text = '', html = '', attachments } = await PostalMime.parse(raw);
  const files = attachments.map(({ filename, content }) =>
    textOf(filename ?? '', typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)),
  );
  const envelope = headers.map(({ key, value }) => `${key}: ${value}`);
  return [Buffer.from(raw).toString(), ...envelope, subject, text, html, ...(await Promise.all(files))];
}

const forms = [siteKey, password].flatMap((secret) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
]);

/** The texts that contain a secret, each shortened to the part around it. */
function findSecrets(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const lower = text.toLowerCase();
    return forms.flatMap((form) => {
      const at = lower.indexOf(form.toLowerCase());
      return at < 0 ? [] : [`${text.slice(0, 150)} … ${text.slice(Math.max(0, at - 60), at + 80)}`];
    });
  });
}

it('a key and a password that are repeated everywhere are in nothing that a run leaves', async () => {
  // No time passes between retries of requests to the planning service and the mail server.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  const wait = vi.spyOn(systemClock, 'wait').mockResolvedValue(undefined);
  onTestFinished(() => {
    random.mockRestore();
    wait.mockRestore();
  });
  const planning = await aRepeatingService();
  const smtp = await startSmtpServer({ login: { user: 'lookahead', password } });
  onTestFinished(() => smtp.close());
  const folder = await temporaryDirectory();
  const [config, out] = [join(folder, 'lookahead.yaml'), join(folder, 'out')];
  await writeFile(
    config,
    `${aConfigurationText({
      projects: [{ ...riverside, baseUrl: planning.url, apiKey: '{ env: TEST_KEY }' }],
      reports: [{ ...weekly, audiences: '[{ each: owner, everyoneFound: true }]' }],
    })}mail: { smtp: { host: 127.0.0.1, port: ${smtp.port}, user: lookahead, password: { env: TEST_PASSWORD } } }\n`,
  );
  const said: string[] = [];
  const call = async (...words: string[]) => {
    const result = await callCli([...words, '--out', out], { env });
    said.push(result.stdout, result.stderr);
    return result;
  };
  const run = (...words: string[]) =>
    call('run', 'weekly', '--config', config, '--date', '2026-11-20', '--send', ...words);
  const login = `${password} ${Buffer.from(`\0lookahead\0${password}`).toString('base64')}`;
  smtp.faults.answer = () => ({ stored: true, trouble: { status: 250, text: `OK ${login}` } });
  const sent = await run('--run-id', 'sent');
  expect(sent.stdout).toContain('[redacted]');
  expect(smtp.stored.length).toBeGreaterThan(0);
  smtp.faults.answer = () => ({ stored: false, trouble: { status: 554, text: `No ${login}` } });
  await run('--run-id', 'refused', '--json');
  delete smtp.faults.answer;
  smtp.faults.login = () => ({ status: 535, text: `5.7.8 Not ${login}` });
  await run('--run-id', 'no-login');
  for (const status of [401, 404, 422, 500]) {
    planning.errors.status = status;
    await run('--run-id', `error-${status}`);
  }
  await call('status');
  await call('status', '--json');
  const mails = await Promise.all(smtp.stored.map(({ raw }) => textsOfMail(raw)));
  const texts = [...said, ...(await textsIn(out)), ...mails.flat()];
  expect(texts.join('')).toContain('Drive piles');
  expect(findSecrets(texts)).toEqual([]);
});
