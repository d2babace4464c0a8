/**
 * Checks the files of the demo and its following week, as a recipient of the mails would, and prints how many checks it
 * made: `npx node test/integration/check-demo.ts out`.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';
import PostalMime from 'postal-mime';
import * as z from 'zod/mini';
import { formatDay } from '#base/day.ts';
import { type Issue, issueSchema } from '#runs/store/issue.ts';
import { takeTemporaryFolderUntilExit } from '../support/private-temporary-folder.ts';
import {
  differences,
  openXmlFaults,
  readWithLibreOffice,
  readWithOpenpyxl,
  valuesOf,
} from '../support/workbook/read-with-others.ts';
import { type ReadWorkbook, validateWorkbook } from '../support/workbook/validate-workbook.ts';

/** The part of a snapshot from which `checkCounts` counts the tasks again. */
const snapshotSchema = z.object({
  window: z.object({ first: z.string(), last: z.string() }),
  tasks: z.array(
    z.object({
      task: z.object({
        id: z.string(),
        start: z.optional(z.string()),
        finish: z.optional(z.string()),
        status: z.optional(z.string()),
        shift: z.optional(z.string()),
      }),
      answeredBy: z.array(z.string()),
    }),
  ),
});

takeTemporaryFolderUntilExit();
const out = process.argv[2] ?? 'out';
let checks = 0;
function check(what: string, holds: () => void): void {
  try {
    holds();
  } catch (error) {
    throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  checks++;
}

const files = readdirSync(out, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
const issuesAt = files.filter((file) => basename(file) === 'issue.json');
const read = (file: string) => issueSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
const allIssues = issuesAt.map(read);

check('the six weeks before, the week of the demo and the following one, for two projects', () => {
  const weekly = allIssues.filter(({ report }) => report === 'weekly');
  assert.equal(weekly.length, 16);
  assert.equal(weekly.filter(({ previous }) => previous === null).length, 2, 'each week follows one');
});
const issues = allIssues.filter(({ window }) => formatDay(window.first) >= '2026-11-23');
check('a manifest for every dispatchId', () => {
  assert.ok(files.some((file) => basename(file) === 'manifest-1.json'));
});

const workbooks = issues.flatMap((issue) =>
  issue.workbooks.map((stored) => ({
    ...stored,
    issue,
    at: (issuesAt[allIssues.indexOf(issue)] ?? '').slice(0, -'issue.json'.length),
    name: nameOf(issue),
    bytes: readFileSync(join(out, stored.key)),
  })),
);
const inLibreOffice = await readWithLibreOffice(workbooks.map(({ bytes }) => bytes));
for (const [index, { issue, at, name, key, sha256, audience, bytes }] of workbooks.entries()) {
  check(`${name}: the workbook is the one the issue names`, () =>
    assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256),
  );
  const workbook = await validateWorkbook(bytes);
  checks++;
  checkOthers(`${name}, ${basename(key)}`, workbook, {
    openpyxl: readWithOpenpyxl(bytes),
    LibreOffice: inLibreOffice?.[index],
  });
  check(`${name}, ${basename(key)}, by Microsoft's validator`, () =>
    assert.deepEqual(openXmlFaults(bytes, ['Office2013']) ?? [], []),
  );
  if (audience.kind === 'everyone') checkCounts(name, { issue, workbook, at });
}
for (const issue of issues) await checkMessages(nameOf(issue), issue);

function nameOf({ project, report, window }: Issue): string {
  return `${project} ${report} ${window.first}`;
}

/** Checks that other programs read the same values. LibreOffice recalculates every formula. */
function checkOthers(
  name: string,
  workbook: ReadWorkbook,
  others: Readonly<Record<string, ReturnType<typeof readWithOpenpyxl>>>,
): void {
  for (const [program, theirs] of Object.entries(others)) {
    if (theirs === undefined) continue;
    check(`${name} in ${program}`, () => assert.deepEqual(differences(valuesOf(workbook), theirs), []));
  }
}

/** Counts the tasks of the snapshot, if the report has no filter, and compares the run store, Summary and Tasks. */
function checkCounts(
  name: string,
  { issue, workbook, at }: { issue: Issue; workbook: ReadWorkbook; at: string },
): void {
  // The report for neighbours has `detail: days`, so its workbook has no Summary.
  if (issue.report === 'nights') return;
  const cells = workbook.cells.get('Summary');
  assert.ok(cells, `${name}: no Summary`);
  const label = [...cells].find(([address, { value }]) => /^A\d+$/.test(address) && value === 'Tasks')?.[0];
  const total = cells.get(`A${Number(label?.slice(1)) + 1}`)?.value;
  check(`${name}: tasks on Summary`, () =>
    assert.equal(
      total,
      Object.values(issue.tasksPerShift).reduce((sum, tasks) => sum + tasks, 0),
    ),
  );
  const tasks = [...(workbook.cells.get('Tasks') ?? [])];
  const column = tasks.find(([, { value }]) => value === 'Shift')?.[0].replace(/\d+$/, '');
  const shifts = tasks.filter(([address]) => address.replace(/\d+$/, '') === column);
  const titles = { day: 'Day', afternoon: 'Afternoon', night: 'Night', '24hr': '24 hr', none: 'No shift' };
  for (const [shift, title] of Object.entries(titles)) {
    const counted = z.number().parse(Object.entries(issue.tasksPerShift).find(([key]) => key === shift)?.[1]);
    check(`${name}: ${title} on Tasks`, () =>
      assert.equal(shifts.filter(([, { value }]) => value === title).length, counted),
    );
  }
  if (issue.report !== 'weekly') return;
  const snapshot = snapshotSchema.parse(
    JSON.parse(gunzipSync(readFileSync(`${at}snapshot.json.gz`)).toString()),
  );
  check(`${name}: the run store's total is the data's`, () =>
    assert.equal(
      Object.values(issue.tasksPerShift).reduce((sum, tasks) => sum + tasks, 0),
      snapshot.tasks.filter(({ task }) => isDue(task, snapshot.window)).length,
    ),
  );
}

type CountedTask = z.infer<typeof snapshotSchema>['tasks'][number]['task'];

function isDue(task: CountedTask, window: { readonly first: string; readonly last: string }): boolean {
  const dates = [task.start, task.finish].flatMap((date) => (date ? [date.slice(0, 10)] : [])).sort();
  const [first] = dates;
  const last = dates.at(-1);
  if (first === undefined || last === undefined) return true;
  if (first <= window.last && last >= window.first) return true;
  return last < window.first && !['complete', 'cancelled'].includes(task.status ?? '');
}

/** Checks that each message is in the outbox once, has the stored bytes, and is addressed to the recipients. */
async function checkMessages(name: string, issue: Issue): Promise<void> {
  for (const message of issue.messages) {
    const found = await messagesWith(message.subject, message.to);
    check(`${name}: one message "${message.subject}"`, () => assert.equal(found.length, 1));
    const [mail] = found;
    for (const key of message.attachments) {
      const attached = mail?.attachments.find(({ filename }) => filename === basename(key))?.content;
      check(`${name}: ${basename(key)} is attached whole`, () => {
        assert.ok(attached !== undefined && typeof attached !== 'string');
        assert.deepEqual(new Uint8Array(attached), new Uint8Array(readFileSync(join(out, key))));
      });
    }
  }
}

async function messagesWith(subject: string, to: readonly string[]) {
  const mails = await Promise.all(
    files.filter((file) => file.endsWith('.eml')).map((file) => PostalMime.parse(readFileSync(file))),
  );
  return mails.filter(
    (mail) => mail.subject === subject && to.every((one) => mail.to?.some(({ address }) => address === one)),
  );
}

process.stdout.write(`The demo left ${allIssues.length} issues. ${checks} checks passed.\n`);
