import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { loadConfiguration } from '#config/load-configuration.ts';
import { jsonOf } from '../support/documents.ts';
import { isDelivered } from '../support/sample-configuration.ts';

const root = resolve(import.meta.dirname, '../..');

/** An expression as a workflow writes it. */
const expression = (text: string) => `\${{ ${text} }}`;

const permissions = z.strictObject({
  contents: z.literal('read'),
  'id-token': z.optional(z.literal('write')),
});
const step = z.strictObject({
  uses: z.optional(z.string()),
  run: z.optional(z.string()),
  if: z.optional(z.string()),
  with: z._default(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])), {}),
});
const job = z.strictObject({
  needs: z._default(z.array(z.string()), []),
  if: z.optional(z.string()),
  'runs-on': z.string(),
  container: z.optional(z.string()),
  'timeout-minutes': z.int(),
  permissions: z.optional(permissions),
  strategy: z.optional(
    z.strictObject({
      'fail-fast': z.boolean(),
      matrix: z.strictObject({
        include: z.array(z.strictObject({ stage: z.string(), awsRegion: z.string() })),
      }),
    }),
  ),
  environment: z.optional(z.string()),
  concurrency: z.optional(z.strictObject({ group: z.string(), 'cancel-in-progress': z.boolean() })),
  env: z.optional(z.record(z.string(), z.string())),
  steps: z.array(step),
});
const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.strictObject({
    pull_request: z.null(),
    push: z.null(),
    workflow_dispatch: z.strictObject({
      inputs: z.record(
        z.string(),
        z.strictObject({ description: z.string(), required: z.boolean(), type: z.string() }),
      ),
    }),
  }),
  permissions,
  defaults: z.strictObject({ run: z.strictObject({ shell: z.literal('bash') }) }),
  jobs: z.strictObject({ check: job, diff: job, deploy: job }),
});

const issuer = 'token.actions.githubusercontent.com';
const trustSchema = z.object({
  Statement: z.tuple([
    z.object({
      Condition: z.object({
        StringEquals: z.object({
          [`${issuer}:aud`]: z.literal('sts.amazonaws.com'),
          [`${issuer}:sub`]: z.string(),
        }),
      }),
    }),
  ]),
});

const text = readFileSync(join(root, '.github/workflows/deploy.yml'), 'utf8');
const workflow = workflowSchema.parse(parse(text));
const { check, diff, deploy } = workflow.jobs;
const jobs = Object.entries(workflow.jobs);
const steps = jobs.flatMap(([, { steps: ofJob }]) => ofJob);
const runsOf = ({ steps: ofJob }: z.infer<typeof job>) => ofJob.flatMap(({ run }) => run ?? []);
const usesOf = ({ steps: ofJob }: z.infer<typeof job>) => ofJob.flatMap(({ uses }) => uses ?? []);
const stagesOf = ({ strategy }: z.infer<typeof job>) => strategy?.matrix.include ?? [];
const hasCredentials = (one: z.infer<typeof job>) =>
  usesOf(one).some((uses) => uses.startsWith('aws-actions/configure-aws-credentials@'));

describe('the workflow', () => {
  it('checks every pull request and push as a fresh clone, without credentials', () => {
    expect(runsOf(check)).toEqual([
      'git config --system --add safe.directory "$GITHUB_WORKSPACE"',
      'bash .ci/run',
    ]);
    expect(existsSync(join(root, '.ci/run'))).toBe(true);
    expect(check.if).toBeUndefined();
    expect(hasCredentials(check)).toBe(false);
  });

  it('may ask for credentials only in the jobs that use them', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [, one] of jobs) {
      const mayAsk = one.permissions?.['id-token'] === 'write';
      expect(mayAsk).toBe(hasCredentials(one));
    }
  });

  it('uses no secret, and no role except those of the jobs diff and deploy', () => {
    expect(text).not.toContain('secrets.');
    const roles = (one: z.infer<typeof job>) =>
      one.steps.flatMap(({ with: { 'role-to-assume': role } }) => role ?? []);
    expect(roles(diff)).toEqual([expression('vars.DIFF_ROLE')]);
    expect(roles(deploy)).toEqual([expression('vars.DEPLOY_ROLE')]);
    expect([...text.matchAll(/vars\.(\w+)/g)].map(([, name]) => name)).toEqual(['DIFF_ROLE', 'DEPLOY_ROLE']);
  });

  it('names every action by its commit, with the version beside it', () => {
    const pinned = /uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/gm;
    expect([...text.matchAll(pinned)]).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
  });

  it('runs the Node of .nvmrc in each job', () => {
    const version = readFileSync(join(root, '.nvmrc'), 'utf8').trim();
    expect(check.container).toBe(`node:${version}-bookworm`);
    for (const one of [diff, deploy]) {
      const node = one.steps.findIndex(({ uses }) => uses?.startsWith('actions/setup-node@'));
      expect(one.steps[node]?.with).toEqual({ 'node-version-file': '.nvmrc' });
      expect(one.steps[node + 1]?.run).toBe('npm ci');
    }
  });

  it('fetches the whole history in each job, and leaves no token of GitHub behind', () => {
    for (const [, one] of jobs) {
      expect(one.steps[0]?.with).toEqual({
        ref: expression('inputs.commit || github.sha'),
        'fetch-depth': 0,
        'persist-credentials': false,
      });
    }
  });

  it('puts no text from outside into a command', () => {
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  });
});

describe('the job diff', () => {
  it('compares templates only, which needs no more permissions than the diff role has', () => {
    expect(runsOf(diff)).toEqual([
      'npm ci',
      'npx cdk diff -c stage="$STAGE" --method=template 2>&1 | tee diff.txt',
      `sed 's/^/    /' diff.txt >> "$GITHUB_STEP_SUMMARY"`,
    ]);
  });

  it('is skipped for pull requests from a fork', () => {
    expect(diff.if).toContain('github.event.pull_request.head.repo.full_name == github.repository');
  });

  it('may take its role for pull requests and main only', () => {
    expect(subjects(jsonOf('docs/deploy.md', `${issuer}:sub`))).toEqual([
      'pull_request',
      'ref:refs/heads/main',
    ]);
    expect(diff.environment).toBeUndefined();
  });
});

describe('the job deploy', () => {
  it('follows both checks, on main only', () => {
    expect(deploy.needs).toEqual(['check', 'diff']);
    expect(deploy.if).toBe("github.event_name != 'pull_request' && github.ref == 'refs/heads/main'");
  });

  it.runIf(isDelivered)('deploys stages of the sample in their AWS regions', async () => {
    const stages = (await loadConfiguration(join(root, 'lookahead.yaml'))).deployment?.stages ?? {};
    for (const { stage, awsRegion } of stagesOf(deploy)) expect(stages[stage]?.awsRegion).toBe(awsRegion);
  });

  it('deploys the stages whose changes were shown before', () => {
    expect(stagesOf(deploy).length).toBeGreaterThan(0);
    expect(stagesOf(diff)).toEqual(stagesOf(deploy));
    expect([diff.env, deploy.env]).toEqual([
      { STAGE: expression('matrix.stage') },
      { STAGE: expression('matrix.stage') },
    ]);
  });

  it('waits for the reviewers of the stage and for a deployment of it that is in progress', () => {
    expect(deploy.environment).toBe(expression('matrix.stage'));
    expect(deploy.concurrency).toEqual({
      group: `deploy-${expression('matrix.stage')}`,
      'cancel-in-progress': false,
    });
  });

  it('may take its role in the environment of a stage only', () => {
    const [{ Condition }] = trustSchema.parse(jsonOf('docs/deploy.md', 'trust.json')).Statement;
    expect(subjects(Condition.StringEquals[`${issuer}:sub`])).toEqual(
      stagesOf(deploy).map(({ stage }) => `environment:${stage}`),
    );
  });

  it('deploys a commit of main, without asking for approval', () => {
    expect(runsOf(deploy)).toEqual([
      'git merge-base --is-ancestor HEAD origin/main',
      'npm ci',
      'npx cdk deploy -c stage="$STAGE" --require-approval never',
    ]);
  });
});

/** Subjects of GitHub's tokens without the repository: `ref:refs/heads/main`. */
function subjects(named: unknown): readonly string[] {
  const all = z.union([z.string(), z.array(z.string())]).parse(named);
  return [all].flat().map((subject) => subject.replace('repo:example/lookahead:', ''));
}
