/**
 * Large and hostile files: each command that reads one ends in linear time and bounded memory, with the expected
 * message.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process, { execPath, platform } from 'node:process';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ZipFile } from '#workbook/xlsx/zip-file.ts';
import { aConfigurationText, riverside, weekly } from '../../support/builders/a-configuration.ts';
import { compileCache } from '../../support/compile-cache.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const maxMegabytes = 600;
/** Maximum processor time: three times that of the slowest command. */
const maxSeconds = 15;
/**
 * Growth of the time from a quarter of n to n. Linear is 4; the rest allows for garbage collection and a busy machine.
 */
const maxGrowth = 6;
const cli = fileURLToPath(new URL('../../../functions/lookahead.js', import.meta.url));

/**
 * Sends measurements before the process ends: its peak memory in kB, and its processor time in microseconds. `maxRSS`
 * of Node is not used, because Linux includes that of the parent process.
 */
const measure = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeSync } from 'node:fs';
  process.on('exit', () => {
    const [, peak] = /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'));
    const { user, system } = process.cpuUsage();
    writeSync(3, JSON.stringify({ peak: Number(peak), took: user + system }));
  });
`)}`;

type Run = { readonly output: string; readonly megabytes: number; readonly seconds: number };

const measured = z.object({ peak: z.number(), took: z.number() });

async function run(args: readonly string[]): Promise<Run> {
  const child = spawn(execPath, ['--max-semi-space-size=8', '--import', measure, cli, ...args], {
    env: { ...process.env, ...compileCache() },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const { stdout, stderr } = child;
  const [, , , numbers] = child.stdio;
  if (!stdout || !stderr || !(numbers instanceof Readable)) throw new Error('The process has no pipes.');
  const [output, errors, written] = await Promise.all([
    text(stdout),
    text(stderr),
    text(numbers),
    once(child, 'close'),
  ]);
  const { peak, took } = measured.parse(JSON.parse(written));
  return { output: output + errors, megabytes: peak / 1000, seconds: took / 1_000_000 };
}

async function runWith(command: readonly string[], name: string, content: Content): Promise<Run> {
  const file = join(await temporaryDirectory(), name);
  await writeFile(file, content);
  return run([...command, file]);
}

function expectBounded({ output, megabytes, seconds }: Run, says: RegExp): void {
  expect(output).toMatch(says);
  expect(megabytes).toBeLessThan(maxMegabytes);
  expect(seconds).toBeLessThan(maxSeconds);
}

type Content = string | Uint8Array;
/** A kind of file with n parts, such as rows or characters. */
type Kind = readonly [
  name: string,
  n: number,
  content: (n: number) => Content | Promise<Content>,
  says: RegExp,
];

function times<Value>(n: number, make: (at: number) => Value): readonly Value[] {
  return Array.from({ length: n }, (_, at) => make(at));
}

/** A workbook with one worksheet of these rows. */
async function workbook(rows: string, { rest = '', texts = '' } = {}): Promise<Uint8Array> {
  const zip = new ZipFile({ date: new Date('2026-11-20'), level: 1 });
  const parts = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Plan" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData>${rest}</worksheet>`,
    'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
  };
  for (const [name, content] of Object.entries(parts)) zip.add(name, Buffer.from(content), 'deflated');
  return zip.finish();
}

function row(line: number, ...texts: readonly string[]): string {
  const cells = texts.map(
    (each, at) => `<c r="${'ABCD'[at]}${line}" t="inlineStr"><is><t>${each}</t></is></c>`,
  );
  return `<row r="${line}">${cells.join('')}</row>`;
}

const headings = row(1, 'Activity ID', 'Activity Name', 'Start', 'Finish');
const oneTask = `${headings}${row(2, 'A1', 'Pour slab', '2026-11-23', '2026-11-27')}`;
const tasks = (content: string) => `<?xml version="1.0"?>\n<Project><Tasks>${content}</Tasks></Project>\n`;
const activities = (columns: string, content: string) =>
  `ERMHDR\t19.12\t2026-11-20\n%T\tTASK\n%F\ttask_id\ttask_code\tclndr_id${columns}\n${content}\n%E\n`;

const programmes: readonly Kind[] = [
  [
    'rows.csv',
    120_000,
    (n) =>
      `Activity ID,Name,Start,Finish,Notes\n${times(n, (at) => `A${at},Pour slab ${at},2026-11-23,2026-11-27,${'n'.repeat(400)}${at}\n`).join('')}`,
    /This mapping makes [\d,]+ tasks from [\d,]+ rows/,
  ],
  [
    'rows.xlsx',
    50_000,
    (n) =>
      workbook(
        `${headings}${times(n, (at) => row(at + 2, `A${at}`, 'Pour slab', '2026-11-23', '2026-11-27')).join('')}`,
      ),
    /This mapping makes [\d,]+ tasks from [\d,]+ rows/,
  ],
  [
    'merged.xlsx',
    500_000,
    (n) =>
      workbook(oneTask, { rest: `<mergeCells>${'<mergeCell ref="A2:A1048576"/>'.repeat(n)}</mergeCells>` }),
    /This mapping makes 1 task from 1 row/,
  ],
  [
    'texts.xml',
    2_000_000,
    (n) => tasks(`<Task><UID>1</UID><Name>${'<![CDATA[x]]>'.repeat(n)}</Name></Task>`),
    /id: uid/,
  ],
];

/** Files that exceed one of the limits of a programme. */
const refusedProgrammes: readonly Kind[] = [
  [
    'one-row.csv',
    30_000_000,
    (n) => ','.repeat(n),
    /line 1: the row that begins here has more than 1,000,000 characters: .* line breaks are missing/,
  ],
  [
    'open-quote.csv',
    30_000_000,
    (n) => `Activity ID,Start\n"A1,2026-11-23\n${'A2,2026-11-24\n'.repeat(n / 14)}`,
    /line 2: the row that begins here has more than 1,000,000 characters: a quotation mark is not closed/,
  ],
  [
    'short-rows.csv',
    2_100_000,
    (n) => 'a\n'.repeat(n),
    /line 2000001: with blank and repeated ones, the table has more than 2,000,000 rows/,
  ],
  [
    'texts.xlsx',
    2_100_000,
    (n) => workbook(oneTask, { texts: '<si><t>Pour slab</t></si>'.repeat(n) }),
    /the workbook has more than 2,000,000 different texts/,
  ],
  [
    'elements.xml',
    6_000_000,
    (n) => tasks('<Task/>'.repeat(n)),
    /the XML has more than 700,000 tasks, links and other records/,
  ],
  [
    'text.xml',
    40_000_000,
    (n) => tasks(`<Task><Name>${'x'.repeat(n)}</Name></Task>`),
    /a text, comment or tag of the XML has more than 4,000,000 characters/,
  ],
  [
    'continued.xer',
    40_000_000,
    (n) => activities('', `%R\t1\tA\t1\n${'\n'.repeat(n)}`),
    /line 4: the row is followed by more than 100,000 lines/,
  ],
  [
    'columns.xer',
    4_000_000,
    (n) => activities('\ttask_name'.repeat(n), '%R\t1\tA\t1'),
    /line 3: the line has more than 4,000,000 characters/,
  ],
];

const project = (at: number) => ({ ...riverside, key: `k${at}`, projectId: `p${at}` });

/** A schedule for each number; the first 8,400 differ. */
const cron = (at: number) =>
  `{ cron: "${at % 60} ${3 + (Math.floor(at / 60) % 20)} * * ${Math.floor(at / 1200) % 7}" }`;

const configurations: readonly Kind[] = [
  [
    'reports.yaml',
    5_000,
    (n) => aConfigurationText({ reports: times(n, (at) => ({ ...weekly, key: `r${at}` })) }),
    /is valid: 1 project, [\d,]+ reports/,
  ],
  [
    'schedules.yaml',
    1_000,
    (n) =>
      aConfigurationText({
        reports: times(n, (at) => ({
          ...weekly,
          key: `r${at}`,
          when: cron(at),
        })),
      }),
    /is valid: 1 project, [\d,]+ reports/,
  ],
  [
    'projects.yaml',
    4_000,
    (n) => aConfigurationText({ projects: times(n, (at) => project(at)) }),
    /is valid: [\d,]+ projects, 1 report/,
  ],
  [
    'own-reports.yaml',
    2_000,
    (n) =>
      aConfigurationText({
        projects: times(n, (at) => project(at)),
        reports: times(n, (at) => ({
          ...weekly,
          key: `r${at}`,
          projects: `[k${at}]`,
          when: cron(at),
        })),
      }),
    /is valid: [\d,]+ projects, [\d,]+ reports/,
  ],
  [
    'wrong-values.yaml',
    4_000,
    (n) =>
      aConfigurationText({
        projects: times(n, (at) => ({ ...project(at), region: 'xx' })),
      }),
    /"xx" is invalid.*and [\d,]+ more problems/s,
  ],
  [
    'unknown-keys.yaml',
    80_000,
    (n) => `${aConfigurationText()}${times(n, (at) => `reprots${at}: 1\n`).join('')}`,
    /reprots0: unknown property.*and [\d,]+ more problems/s,
  ],
  [
    'repeated-keys.yaml',
    40_000,
    (n) => `${aConfigurationText()}${'from: a@example.com\n'.repeat(n)}`,
    /Map keys must be unique.*and [\d,]+ more problems/s,
  ],
  [
    'anchors.yaml',
    50_000,
    (n) =>
      `${aConfigurationText()}x: [${times(n, (at) => `&a${at} 1`).join(', ')}]\ny: [${'*a1,'.repeat(900)}]\n`,
    /x: unknown property/,
  ],
];

const refusedConfigurations: readonly Kind[] = [
  [
    'aliases.yaml',
    100_000,
    (n) => `${aConfigurationText()}x: &a [1]\ny: [${'*a,'.repeat(n)}]\n`,
    /Excessive alias count/,
  ],
];

// The peak memory of a process is read from Linux's `/proc`.
describe.skipIf(platform !== 'linux')('a large file', () => {
  const commandsOf = (ofProgrammes: readonly Kind[], ofConfigurations: readonly Kind[]) => [
    ...ofProgrammes.map((kind) => [...kind, ['import', '--inspect']] as const),
    ...ofConfigurations.map((kind) => [...kind, ['validate']] as const),
  ];

  it.each(commandsOf(programmes, configurations))(
    'is read in linear time and bounded memory: %s',
    async (name, n, content, says, command) => {
      const small = await runWith(command, `small-${name}`, await content(n / 4));
      const large = await runWith(command, `large-${name}`, await content(n));
      expect(small.output).toMatch(says);
      expectBounded(large, says);
      expect(large.seconds / small.seconds).toBeLessThan(maxGrowth);
    },
  );

  it.each(commandsOf(refusedProgrammes, refusedConfigurations))(
    'is refused in bounded time and memory: %s',
    async (name, n, content, says, command) => {
      expectBounded(await runWith(command, name, await content(n)), says);
    },
  );
});
