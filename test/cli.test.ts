/** The command line as a person uses it: real HTTP, real files, and where it makes a difference a process of its own. */
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { version } from '#base/version.ts';
import { listen } from '#planning-server/http/listen.ts';
import { callCli, startServe } from './support/call-cli.ts';
import { runCli } from './support/run-cli.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lookahead-cli-'));
});
afterAll(() => rm(folder, { recursive: true }));

const servedSchema = z.object({
  url: z.string(),
  key: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  projects: z.array(z.object({ region: z.string(), id: z.string(), name: z.string() })),
});
type Served = z.infer<typeof servedSchema>;

const resultSchema = z.object({
  report: z.string(),
  project: z.string(),
  window: z.object({ first: z.string(), last: z.string() }),
  runId: z.string(),
  outcome: z.string(),
  issueNumber: z.nullable(z.number()),
  tasksPerShift: z.record(z.string(), z.number()),
  files: z.array(z.object({ path: z.string() })),
  messages: z.array(z.object({ path: z.nullable(z.string()), to: z.array(z.string()) })),
  warnings: z.array(z.string()),
});

function resultsOf(stdout: string): z.infer<typeof resultSchema>[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => resultSchema.parse(JSON.parse(line)));
}

/** A configuration of one project and one report, changed by `change` before it is written. */
async function configuration(
  name: string,
  options: { readonly baseUrl?: string; readonly change?: (yaml: string) => string } = {},
): Promise<string> {
  const { baseUrl = 'http://127.0.0.1:9', change = (yaml) => yaml } = options;
  const file = join(folder, `${name}.yaml`);
  const yaml = `from: lookahead@example.com
projects:
  - key: riverside
    name: Riverside Tower
    region: gb
    projectId: riverside-tower
    timeZone: Europe/London
    baseUrl: ${baseUrl}
    apiKey: { env: TEST_KEY }
reports:
  - key: weekly
    name: Weekly lookahead
    to: [works@example.com]
    contact: planner@example.com
`;
  await writeFile(file, change(yaml));
  return file;
}

async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

describe('run, against a served sample project', () => {
  let served: Served;
  let stop: () => Promise<unknown>;

  beforeAll(async () => {
    const server = await startServe(['--tasks', '60', '--date', '2026-11-20']);
    stop = server.stop;
    served = servedSchema.parse(JSON.parse(server.line));
  });
  afterAll(() => stop());

  const runWeekly = async (name: string, ...words: string[]) => {
    const config = await configuration(name, { baseUrl: served.url });
    const out = join(folder, `${name}-out`);
    const all = ['run', 'weekly', '--config', config, '--out', out, '--date', '2026-11-20', ...words];
    return { out, ...(await callCli(all, { env: { TEST_KEY: served.key } })) };
  };

  it('prints in JSON which files it made, keeps them, and writes the key nowhere', async () => {
    const { code, stdout, stderr, out } = await runWeekly('json', '--json');
    expect(code).toBe(0);
    const [result, ...more] = resultsOf(stdout);
    expect(more).toEqual([]);
    expect(result).toMatchObject({
      report: 'weekly',
      project: 'riverside',
      window: { first: '2026-11-23', last: '2026-11-29' },
      outcome: 'written to files',
      issueNumber: 1,
    });
    const total = Object.values(result?.tasksPerShift ?? {}).reduce((sum, tasks) => sum + tasks, 0);
    expect(total).toBeGreaterThan(10);
    const made = (await filesBelow(out)).map((file) => join(out, file));
    expect(made).toEqual(
      expect.arrayContaining([
        ...(result?.files ?? []).map(({ path }) => path),
        ...(result?.messages ?? []).flatMap(({ path }) => path ?? []),
      ]),
    );
    expect(result?.files).toHaveLength(1);
    expect(result?.messages).toHaveLength(1);
    const contents = await Promise.all(
      (await filesBelow(out)).map((file) => readFile(join(out, file), 'latin1')),
    );
    expect([stdout, stderr, ...contents].filter((text) => text.includes(served.key))).toEqual([]);
  });

  it('makes and sends nothing twice under one run id, and a second issue under another', async () => {
    const first = await runWeekly('again', '--run-id', 'monday', '--json');
    const files = await filesBelow(first.out);
    const second = await runWeekly('again', '--run-id', 'monday', '--json');
    expect(resultsOf(second.stdout)[0]).toMatchObject({
      outcome: 'already written to files',
      issueNumber: 1,
    });
    expect(await filesBelow(first.out)).toEqual(files);
    const third = await runWeekly('again', '--run-id', 'tuesday', '--json');
    expect(resultsOf(third.stdout)[0]).toMatchObject({ outcome: 'written to files', issueNumber: 2 });
  });

  it('is listed by status once for each run id, even if it is repeated', async () => {
    const { out } = await runWeekly('status', '--run-id', 'monday');
    await runWeekly('status', '--run-id', 'monday');
    await runWeekly('status', '--run-id', 'tuesday');
    const asked = await callCli(['status', 'weekly', '--out', out, '--since', 'yesterday']);
    expect(asked).toMatchObject({ code: 0, stderr: '' });
    const lines = asked.stdout.split('\n');
    expect(lines.filter((line) => line.includes('riverside weekly'))).toEqual([
      expect.stringMatching(/week 48, revision 1 {2}written to files/),
      expect.stringMatching(/week 48, revision 2 {2}written to files/),
    ]);
    expect(lines).toContainEqual(expect.stringMatching(/^ +works@example\.com {2}in outbox/));
    const misspelt = await callCli(['status', '--out', `${out}t`]);
    expect(misspelt).toMatchObject({ code: 2, stdout: '' });
    expect(misspelt.stderr).toContain(`The folder ${out}t does not exist.`);
    const json = await callCli(['status', '--out', out, '--json']);
    expect(json.stdout.trim().split('\n')).toHaveLength(2);
  });

  it('status refuses a misspelt report name: exit code 2 with the nearest name', async () => {
    const { out } = await runWeekly('status-wrong');
    const asked = await callCli(['status', 'weekley', '--out', out]);
    expect(asked).toMatchObject({ code: 2, stdout: '' });
    expect(asked.stderr).toContain('Did you mean weekly?');
  });

  it('continues with the window that a run began with', async () => {
    const words = ['--run-id', 'sunday', '--json'];
    const first = await runWeekly('midnight', ...words);
    const later = await runWeekly('midnight', ...words, '--date', '2026-11-30');
    expect(resultsOf(later.stdout)[0]).toMatchObject({
      outcome: 'already written to files',
      window: resultsOf(first.stdout)[0]?.window,
    });
  });

  it('refuses the id of a run that was requested with other options', async () => {
    const first = await runWeekly('taken', '--run-id', 'monday');
    const files = await filesBelow(first.out);
    const second = await runWeekly('taken', '--run-id', 'monday', '--weeks', '2', '--shift', 'night');
    expect(second).toMatchObject({
      code: 2,
      stderr:
        '--run-id: already names another run, requested with no options and not with weeks 2, shifts night. Use a different run id, or repeat the same request.\n',
    });
    expect(await filesBelow(first.out)).toEqual(files);
  });

  it('refuses the id of a run that was requested for another report', async () => {
    const config = await configuration('two', {
      baseUrl: served.url,
      change: (yaml) =>
        `${yaml}  - { key: nights, name: Nights, to: [n@example.com], contact: p@example.com }\n`,
    });
    const out = join(folder, 'two-out');
    const ask = (report: string) =>
      callCli(
        ['run', report, '--config', config, '--out', out, '--date', '2026-11-20', '--run-id', 'monday'],
        {
          env: { TEST_KEY: served.key },
        },
      );
    expect(await ask('nights')).toMatchObject({ code: 0 });
    const { code, stderr } = await ask('weekly');
    expect(code).toBe(2);
    expect(stderr).toContain(
      'already names another run, requested for riverside nights and not for riverside weekly.',
    );
  });

  it('writes nothing in a dry run', async () => {
    const { code, stdout, out } = await runWeekly('dry', '--dry-run', '--json');
    expect(code).toBe(0);
    expect(resultsOf(stdout)[0]).toMatchObject({ outcome: 'dry run', issueNumber: 1 });
    await expect(readdir(out)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('takes weeks and shift from the command line', async () => {
    const { stdout } = await runWeekly('words', '--weeks', '2', '--shift', 'night', '--dry-run', '--json');
    const [result] = resultsOf(stdout);
    expect(result?.window).toEqual({ first: '2026-11-23', last: '2026-12-06' });
    const { night, ...others } = result?.tasksPerShift ?? {};
    expect(night).toBeGreaterThan(0);
    expect(Object.values(others).every((tasks) => tasks === 0)).toBe(true);
  });

  it('fetches a token with client id and secret', async () => {
    const config = await configuration('token', {
      baseUrl: served.url,
      change: (yaml) =>
        yaml.replace(
          '{ env: TEST_KEY }',
          '{ token: { clientId: { env: TEST_ID }, clientSecret: { env: TEST_SECRET } } }',
        ),
    });
    const env = { TEST_ID: served.clientId, TEST_SECRET: served.clientSecret };
    const words = ['run', '--config', config, '--date', '2026-11-20', '--dry-run', '--json'];
    const { code, stdout } = await callCli(words, { env });
    expect(code).toBe(0);
    expect(resultsOf(stdout)).toHaveLength(1);
  });

  it('a wrong key fails with one line that names the variable, and leaves no half-written report', async () => {
    const config = await configuration('wrong-key', { baseUrl: served.url });
    const out = join(folder, 'wrong-key-out');
    const { code, stderr } = await callCli(['run', '--config', config, '--out', out, '--json'], {
      env: { TEST_KEY: 'not-the-key' },
    });
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/riverside weekly: .*401.*TEST_KEY/);
    expect(stderr).not.toContain('not-the-key');
    expect((await filesBelow(out)).filter((file) => file.startsWith('issues'))).toEqual([]);
  });

  it('a project that the service does not have fails with one line that names it', async () => {
    const config = await configuration('no-project', {
      baseUrl: served.url,
      change: (yaml) => yaml.replace('projectId: riverside-tower', 'projectId: riverside-towr'),
    });
    const { code, stderr } = await callCli(['run', '--config', config, '--dry-run', '--json'], {
      env: { TEST_KEY: served.key },
    });
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('riverside-towr');
  });

  it('a filter name that matches nothing is bad input, with the nearest name', async () => {
    const config = await configuration('no-name', {
      baseUrl: served.url,
      change: (yaml) => `${yaml}    filters: { subcontractors: [Brightwater Electrica Ltd] }\n`,
    });
    const { code, stderr } = await callCli(['run', '--config', config, '--dry-run', '--json'], {
      env: { TEST_KEY: served.key },
    });
    expect(code).toBe(2);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(
      /filters\.subcontractors: "Brightwater Electrica Ltd" .*nearest are Brightwater Electrical Ltd/,
    );
  });

  it('a folder that cannot be written fails with one line', async () => {
    const config = await configuration('unwritable', { baseUrl: served.url });
    const blocked = join(folder, 'a-file');
    await writeFile(blocked, '');
    const { code, stderr } = await callCli(
      ['run', '--config', config, '--out', join(blocked, 'out'), '--json'],
      { env: { TEST_KEY: served.key } },
    );
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(await readFile(blocked, 'utf8')).toBe('');
  });

  it.skipIf(process.getuid?.() === 0)('a folder without permission fails with one line', async () => {
    const config = await configuration('forbidden', { baseUrl: served.url });
    const locked = join(folder, 'locked');
    await mkdir(locked);
    await chmod(locked, 0o500);
    const { code, stderr } = await callCli(
      ['run', '--config', config, '--out', join(locked, 'out'), '--json'],
      { env: { TEST_KEY: served.key } },
    );
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('probe prints what it saw of the service', async () => {
    const words = ['probe', served.url, '--project', 'gb/riverside-tower', '--pause', '0', '--strict'];
    const { code, stdout, stderr } = await callCli(words, { env: { PLANNING_API_KEY: served.key } });
    expect(stderr).not.toMatch(/differs/);
    expect(code).toBe(0);
    expect(stdout).toContain('✓ paging.pages: ');
    expect(stdout).toMatch(/\d+ checks: \d+ hold, 0 differ/);
    expect(stdout).not.toContain(served.key);
  });

  it('probe works with a token; a service that differs changes its exit code only with --strict', async () => {
    const { clientId = '', secret = '' } =
      /_(?<clientId>[^_]+)_(?<secret>.+)$/.exec(served.key)?.groups ?? {};
    const env = { PLANNING_CLIENT_ID: clientId, PLANNING_CLIENT_SECRET: secret };
    // A proxy to the same service, which removes `shift` from queries.
    const { url, close } = await listen(
      {
        fetch: async (request) => {
          const { pathname, search } = new URL(request.url);
          const to = new URL(pathname + search.replace(/&?shift=\w+/, ''), served.url);
          const answer = await fetch(new Request(to, request));
          return Response.json(await answer.json(), { status: answer.status });
        },
      },
      { port: 0, host: '127.0.0.1' },
    );
    onTestFinished(close);
    const words = ['probe', url, '--project', 'gb/riverside-tower', '--pause', '0'];
    const lenient = await callCli([...words, '--json'], { env });
    expect(lenient.code).toBe(0);
    expect(JSON.parse(lenient.stdout).rows).toContainEqual(
      expect.objectContaining({ id: 'shifts.night', verdict: 'differs' }),
    );
    const strict = await callCli([...words, '--strict'], { env });
    expect(strict.code).toBe(1);
    expect(strict.stderr).toMatch(/^The service differs: .*shifts\.night/m);
  });

  it('probe reports in one line that it could not begin', async () => {
    const env = { PLANNING_API_KEY: served.key };
    const ask = (url: string, project: string) => callCli(['probe', url, '--project', project], { env });
    const nowhere = await ask(served.url, 'gb/nowhere');
    expect(nowhere.stdout).toBe('');
    expect(nowhere.stderr.trim().split('\n').at(-1)).toMatch(/^Stopped early: .*nowhere.* 404/);
    expect(nowhere.code).toBe(1);
    const wrong = await ask('planning.example.com', 'gb/x');
    expect(wrong.stderr).toMatch(/baseUrl is not an address/);
    expect(wrong.code).toBe(2);
  });

  it('serve on a port in use fails with one line', async () => {
    const { port } = new URL(served.url);
    const { code, stderr } = await callCli(['serve', '--port', port, '--tasks', '50']);
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(new RegExp(`${port}.*in use.*another port`));
  });
});

describe('a server that is not a planning service', () => {
  let html: Server;
  let url = '';

  beforeAll(async () => {
    html = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Sign in</body></html>');
    }).listen(0, '127.0.0.1');
    await once(html, 'listening');
    const address = html.address();
    url = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '';
  });
  afterAll(() => html.close());

  it('fails with one line that says so', async () => {
    const config = await configuration('html', { baseUrl: url });
    const { code, stderr } = await callCli(['run', '--config', config, '--dry-run', '--json'], {
      env: { TEST_KEY: 'any' },
    });
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/tasks.*riverside-tower.*(HTML|JSON)/i);
  });
});

describe('bad input', () => {
  it.each<[string, (file: string) => string[], (yaml: string) => string, RegExp]>([
    ['broken YAML', (file) => ['validate', file], (yaml) => `${yaml}\n\t- x: [`, /yaml:\d+:\d+/],
    [
      'an unknown key of the file',
      (file) => ['validate', file],
      (yaml) => yaml.replace('timeZone:', 'timezone:'),
      /yaml:\d+:\d+.*timezone.*timeZone/,
    ],
    [
      'an unknown shift',
      (file) => ['run', '--config', file, '--shift', 'evening'],
      (yaml) => yaml,
      /--shift: use day, afternoon, night, 24hr, none/,
    ],
    [
      'an unknown project',
      (file) => ['run', '--config', file, '--project', 'riversid'],
      (yaml) => yaml,
      /--project: "riversid" is not configured\. Did you mean riverside\?/,
    ],
    [
      'an unknown report',
      (file) => ['run', 'weakly', '--config', file],
      (yaml) => yaml,
      /report: "weakly" is not configured\. Did you mean weekly\?/,
    ],
    [
      'no key for a probe',
      () => ['probe', 'http://127.0.0.1:9', '--project', 'gb/tower'],
      (yaml) => yaml,
      /^There is no key\. Put the key of the service into PLANNING_API_KEY, or /m,
    ],
    [
      'an unknown time zone for a probe',
      () => ['probe', 'http://127.0.0.1:9', '--project', 'gb/tower', '--time-zone', 'Europe/Atlantis'],
      (yaml) => yaml,
      /^--time-zone: use an IANA name, such as Europe\/London\.$/m,
    ],
    [
      'a date that does not exist',
      (file) => ['run', '--config', file, '--date', '2026-02-30'],
      (yaml) => yaml,
      /--date/,
    ],
    [
      'a date whose window would pass the end of the calendar',
      (file) => ['run', '--config', file, '--date', '9999-12-30'],
      (yaml) => yaml,
      /--date: use a date from 1901-01-01 to 9998-12-31\./,
    ],
    [
      'too many weeks',
      (file) => ['run', '--config', file, '--weeks', '7'],
      (yaml) => yaml,
      /--weeks.*1 to 6/,
    ],
    ['a key that is not set', (file) => ['run', '--config', file], (yaml) => yaml, /TEST_KEY/],
    ['a port that is not valid', () => ['serve', '--port', '99999'], (yaml) => yaml, /--port.*0 to 65535/],
    ['a day that is not one', () => ['status', '--since', 'soon'], (yaml) => yaml, /--since.*a weekday/s],
    ['too few tasks', () => ['demo', '--tasks', '3'], (yaml) => yaml, /--tasks.*10 to 50000/],
  ])('%s: exit code 2 and a line that says what to do', async (name, words, change, said) => {
    const file = await configuration(name.replaceAll(' ', '-'), { change });
    const { code, stdout, stderr } = await callCli(words(file));
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(said);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('reports every problem of the configuration as JSON', async () => {
    const file = await configuration('machines', {
      change: (yaml) => yaml.replace('region: gb', 'region: uk'),
    });
    const { code, stdout } = await callCli(['validate', file, '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      valid: false,
      file,
      problems: [{ path: 'projects[0].region', line: 5 }],
    });
  });

  it('a file that is not there: exit code 2', async () => {
    const { code, stderr } = await callCli(['validate', join(folder, 'nowhere.yaml')]);
    expect(code).toBe(2);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('nowhere.yaml');
  });

  it('an unknown command or option: exit code 2, with the nearest name and how to get help', async () => {
    expect(await callCli(['rnu'])).toMatchObject({ code: 2, stderr: expect.stringMatching(/run.*--help/s) });
    expect(await callCli(['run', '--weeek', '2'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--weeks/),
    });
  });

  it('does not include a pipe whose reader has gone, such as head: exit code 0', async () => {
    expect(await runCli(['--help'], { into: '| true' })).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('--version is that of the release', async () => {
    expect(await callCli(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('a request for help is not an error', async () => {
    const { code, stdout } = await callCli(['run', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('Examples:');
  });
});
