/** The week page as the function `download` serves it, with S3 and Secrets Manager on loopback. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { createS3Client, openArchive } from '#archive/s3.ts';
import { planLookahead } from '#lookahead/plan-lookahead.ts';
import { issueNumberObject, type PageKeyValues, weekPageObject } from '#pages/objects.ts';
import { signPageLink } from '#pages/page-link.ts';
import { pageOfPlan } from '#pages/page-of-plan.ts';
import { encodePage, type StoredPage } from '#pages/stored-page.ts';
import { taskSchema } from '#planning/contract/resources.ts';
import { shifts } from '#planning/contract/tasks-query.ts';
import { startAws } from '../../support/aws/start-aws.ts';
import { aPlanInput } from '../../support/builders/a-plan-input.ts';
import { sampleTasks } from '../report/sample-tasks.ts';

type PageFigures = {
  /** Number of the project's tasks in the week. */
  readonly inWeek: number;
  /** Bytes of the answer for one day, compressed as it is sent. */
  readonly bytes: number;
  /** Milliseconds of the first answer of each fresh process, including the import of the function. */
  readonly cold: readonly number[];
  /** Milliseconds of each later answer of these processes. */
  readonly warm: readonly number[];
};

const secret = 'bench-link-secret-'.repeat(3);
const answersOfProcess = 41;
const figuresSchema = z.object({ times: z.array(z.number()), bytes: z.number() });
const execute = promisify(execFile);

/**
 * @param bundle path of the function's module
 * @param of `tasks`: number of tasks of the project; `runs`: number of fresh processes that serve its page
 */
export async function benchWeekPage(
  bundle: string,
  of: { readonly tasks: number; readonly runs: number },
): Promise<PageFigures> {
  await using aws = await startAws({ secrets: { links: JSON.stringify({ current: secret }) } });
  const archive = openArchive('archive', { client: createS3Client(aws.client) });
  const address = addressFromToday();
  const page = pageOf(of.tasks);
  await archive.putOnce(weekPageObject.key(address), encodePage(page), 'application/gzip');
  await issueNumberObject.create(archive, { ...address, number: 1 }, { runId: address.runId });
  const link = signPageLink(address, { baseUrl: 'https://links.example.com', kind: 'page', secret });
  const query = `${new URL(link).search.slice(1)}&day=1`;
  const cold: number[] = [];
  const warm: number[] = [];
  let bytes = 0;
  for (let run = 0; run < of.runs; run += 1) {
    const figures = await readPages(bundle, query, aws.environment);
    const [first = Number.NaN, ...later] = figures.times;
    cold.push(first);
    warm.push(...later);
    bytes = figures.bytes;
  }
  return { inWeek: page.tasks.length, bytes, cold, warm };
}

/** A week that begins today, because links expire some days after their week. */
function addressFromToday(): PageKeyValues {
  const today = Temporal.Now.plainDateISO('UTC');
  const [first, last] = [today.toString(), today.add({ days: 6 }).toString()];
  const of = { space: 'issues', project: 'riverside', report: 'weekly' } as const;
  return { ...of, first, last, runId: 'run-bench', message: 'everyone' };
}

/** The page for everyone, of a sample project with the given number of tasks. */
function pageOf(tasks: number): StoredPage {
  const pulled = z
    .array(taskSchema)
    .parse(sampleTasks(tasks))
    .map((task) => ({
      task,
      answeredBy: shifts.filter((shift) => shift === task.shift),
    }));
  const lookahead = planLookahead(aPlanInput({ tasks: pulled })).cutFor({ kind: 'everyone' }, 1);
  return pageOfPlan(lookahead, { contact: 'planner@example.com', qr: true, previous: undefined });
}

async function readPages(bundle: string, query: string, environment: Readonly<Record<string, string>>) {
  const program = join(import.meta.dirname, 'read-page.ts');
  const { stdout } = await execute(process.execPath, [program, bundle, query, String(answersOfProcess)], {
    env: {
      ...environment,
      PATH: process.env['PATH'],
      TZ: 'UTC',
      ARCHIVE_BUCKET: 'archive',
      LINK_SECRET: 'links',
    },
  });
  return figuresSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}
