/**
 * A report with `detail: days`, from the service's answer to the bytes that readers get: they contain days and places
 * only.
 */

import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Task, taskSchema } from '#planning/contract/resources.ts';
import { generateSampleProject, sampleProjects } from '#planning-server/sample/generate.ts';
import type { ResolvedReport } from '#runs/look-up-report.ts';
import { renderWorkbook } from '#workbook/render-workbook.ts';
import {
  aClock,
  anAttempt,
  aResolvedReport,
  deliverResolved,
  jsonOfObject,
  runId,
  tasksReader,
  windowAfter,
} from '../support/builders/a-delivery.ts';
import { aTask, type TaskProperties } from '../support/builders/a-task.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { createRecordingMailer } from '../support/recording-mailer.ts';
import { readPackage } from '../support/workbook/read-workbook.ts';

type Schema = z.core.JSONSchema._JSONSchema;

/** Fills every property of the contract with a word or a number that nothing else contains. */
function unspeakable(schema: Schema, next: () => number): unknown {
  const { type, anyOf, items, properties } = typeof schema === 'boolean' ? {} : schema;
  if (anyOf?.[0]) return unspeakable(anyOf[0], next);
  const kind = Array.isArray(type) ? type[0] : type;
  switch (kind) {
    case 'string':
      return `hush${next()}hush`;
    case 'number':
      return 73_910_000 + next();
    case 'boolean':
      return true;
    case 'array':
      return [items].flat().map((item = {}) => unspeakable(item, next));
    default:
      return Object.fromEntries([
        [`hush${next()}hush`, `hush${next()}hush`],
        ...Object.entries(properties ?? {}).map(([name, each]) => [name, unspeakable(each, next)]),
      ]);
  }
}

const taskJsonSchema = z.toJSONSchema(taskSchema, { io: 'input', unrepresentable: 'any' });
let count = 0;

function aSecretTask(properties: TaskProperties & { readonly place?: string }): Task {
  const { place = 'Car park ramp', ...said } = properties;
  const secrets = taskSchema.parse(unspeakable(taskJsonSchema, () => ++count));
  return aTask({
    ...secrets,
    duration: 2,
    shift: 'night',
    location: { ...secrets.location, name: place },
    calendar: { ...secrets.calendar, type: 'seven-day' },
    ...said,
  });
}

const judgements =
  /hush|7391\d{4}|73,?91\d,?\d{3}|\b(ready|owner|people|person|delay\w*|PPC|constraint|gap|overdue|due|subcontractor|progress|blocked|late\w*|behind|key|status|missed|reason|signature|supervisor|relat\w*|notes|resources|labour|plant|material\w*|riverside-tower|working day\w*)\b/i;

/** Everything that the readers of a message get: each part of the workbook, the mail and its headers. */
async function read(raw: Uint8Array) {
  const { attachments, text, html, headers, subject } = await PostalMime.parse(raw);
  const [file] = attachments;
  if (file === undefined || typeof file.content === 'string') throw new Error('No workbook is attached.');
  const { bytes } = await readPackage(new Uint8Array(file.content));
  const parts = [...bytes].map(([name, content]) => ({ name, xml: content.toString() }));
  const cells = parts.find(({ name }) => name === 'xl/sharedStrings.xml')?.xml ?? '';
  const sheets = [
    ...(bytes
      .get('xl/workbook.xml')
      ?.toString()
      .matchAll(/<sheet name="([^"]*)"/g) ?? []),
  ];
  return {
    text: text ?? '',
    subject: subject ?? '',
    fileName: file.filename ?? '',
    cells: cells.replaceAll(/<[^>]*>/g, '|'),
    sheets: sheets.map(([, name]) => name),
    mail: [subject, text, html?.replace(/<style>.*?<\/style>/gs, ''), file.filename],
    all: [new TextDecoder().decode(raw), JSON.stringify(headers), ...parts.map(({ xml }) => xml)],
  };
}

const days: Partial<ResolvedReport> = {
  detail: 'days',
  window: windowAfter('2026-11-20', 2),
};

/** Two revisions of a report. Returns the messages of the second, and the archive. */
async function deliver(before: readonly Task[], now: readonly Task[], changes: Partial<ResolvedReport> = {}) {
  const store = createMemoryStore();
  const mailer = createRecordingMailer({ repeatable: true });
  const render = (...of: Parameters<typeof renderWorkbook>) => renderWorkbook(...of);
  let taken = 0;
  const jobs = { ...days, audiences: [], ...changes };
  for (const [time, tasks] of [
    ['14:00', before],
    ['16:00', now],
  ] as const) {
    taken = mailer.taken.length;
    const clock = aClock(`2026-11-20T${time}:05Z`);
    const attempt = anAttempt({ store, mailer, render, planning: tasksReader(tasks), now: clock.now });
    const result = await deliverResolved(
      aResolvedReport({ ...jobs, runId: runId(`2026-11-20T${time}:00Z`) }),
      attempt,
    );
    expect(result.outcome).toBe('delivered');
  }
  const messages = await Promise.all(mailer.taken.slice(taken).map(({ raw }) => read(raw)));
  const issues = [...store.objects].filter(([key]) => key.endsWith('issue.json'));
  return { messages, issue: jsonOfObject(issues.at(-1)?.[1]), keys: [...store.objects.keys()] };
}

const stays = { externalId: 'N-1', name: 'Break out carriageway', start: '2026-11-23', finish: '2026-11-24' };
const before = [
  aSecretTask({ id: 't1', ...stays }),
  aSecretTask({ id: 't2', externalId: 'N-2', name: 'Lay ducts', start: '2026-11-25', finish: '2026-11-25' }),
  aSecretTask({ id: 't3', externalId: 'N-3', name: 'Swap skips', start: '2026-11-26', finish: '2026-11-26' }),
  aSecretTask({ id: 't5', externalId: 'N-5', name: 'Set out', start: '2026-11-18', finish: '2026-11-19' }),
];
const now = [
  aSecretTask({
    id: 't1',
    ...stays,
    status: 'delayed',
    relatedTasks: [{ id: 't5', relation: 'predecessor' }],
  }),
  aSecretTask({ id: 't2', externalId: 'N-2', name: 'Lay ducts', start: '2026-12-01', finish: '2026-12-01' }),
  aSecretTask({
    id: 't3',
    externalId: 'N-3',
    name: 'Swap skips',
    start: '2026-11-26',
    finish: '2026-11-26',
    status: 'cancelled',
  }),
  aSecretTask({
    id: 't4',
    externalId: 'N-4',
    name: 'Climb crane',
    place: 'Tower crane',
    start: '2026-12-03',
  }),
  // Overdue, renamed and moved on past days: all of that is progress, which readers must not see.
  aSecretTask({
    id: 't5',
    externalId: 'N-5',
    name: 'Set out again',
    start: '2026-11-18',
    finish: '2026-11-18',
  }),
];

describe('a report with `detail: days`', () => {
  it('is tested here with tasks that have every property', () => {
    expect(Object.keys(now[0] ?? {})).toEqual(expect.arrayContaining(Object.keys(taskSchema.shape)));
    expect(count).toBeGreaterThan(9 * 60);
  });

  it('shows names, places, days, and which tasks are new, moved or gone', async () => {
    const { messages } = await deliver(before, now);
    const [message] = messages;
    expect(message?.subject).toBe('Riverside Tower W48–49: 3 tasks (Weekly lookahead rev 2)');
    expect(message?.sheets).toEqual(['Night', 'Changes']);
    for (const part of [message?.text, message?.cells]) {
      expect(part).toContain('Break out carriageway');
      expect(part).toContain('Tower crane');
      expect(part).toMatch(/Wed 25 Nov → Tue 1 Dec/);
      expect(part).toMatch(/was Thu 26 Nov → not in the plan any more/);
      expect(part).not.toContain('Set out');
    }
    expect(message?.text).toContain('Mon 23 – Tue 24: Break out carriageway, Car park ramp · N-1');
  });

  const shown = { subcontractors: ['hush'], owners: ['hush'] };
  const filtered = (tasks: readonly Task[]): Partial<ResolvedReport> => ({
    rules: {
      ...aResolvedReport().rules,
      groupBy: 'subcontractor',
      filters: { subcontractorIds: tasks.flatMap(({ subcontractor }) => subcontractor?.id ?? []) },
      filterNames: { subcontractorIds: shown.subcontractors, ownerIds: shown.owners },
    },
  });
  const cuts: Partial<ResolvedReport> = {
    audiences: (['subcontractor', 'owner', 'folder', 'location'] as const).map((kind) => ({
      audience: {
        kind,
        id: now[0]?.[kind]?.id ?? '',
        name: kind === 'location' ? 'Car park ramp' : 'hush9hush',
      },
      to: [`${kind}@example.com`],
      cc: [],
      replyTo: [],
    })),
  };

  it.each([
    ['of the whole report', {}],
    ['filtered by firms', filtered([...before, ...now])],
    ['with cuts of firms, people, folders and places', cuts],
    ['that shows the week of the report', { window: { ...windowAfter('2026-11-13'), weeks: 1 } }],
    ['of a window without tasks', { window: windowAfter('2027-01-08') }],
  ] as const)(
    '%s shows none of the words, numbers and judgements that it has to hide',
    async (_, changes) => {
      const { messages, keys } = await deliver(before, now, changes);
      expect(messages.length).toBeGreaterThan(0);
      for (const { mail, all, cells } of messages) {
        for (const part of all) expect(part).not.toMatch(/hush|7391\d{4}/);
        for (const part of [...mail, cells]) expect(part).not.toMatch(judgements);
      }
      for (const key of keys.filter((each) => each.endsWith('.xlsx'))) expect(key).not.toContain('hush');
    },
  );

  it('calls a cut of a firm a part of the work, and names the place of a location’s cut', async () => {
    const { messages } = await deliver(before, now, cuts);
    expect(messages.map(({ fileName }) => fileName.replace(/.* rev 2/, ''))).toEqual([
      '.xlsx',
      expect.stringMatching(/^ – part of the work \([0-9a-f]{6}\)\.xlsx$/),
      expect.stringMatching(/^ – part of the work \([0-9a-f]{6}\)\.xlsx$/),
      expect.stringMatching(/^ – part of the work \([0-9a-f]{6}\)\.xlsx$/),
      ' – Car park ramp.xlsx',
    ]);
    const only = messages.map(({ text }) => /^Only: (.*)$/m.exec(text)?.[1]);
    expect(only).toEqual([undefined, ...new Array(3).fill('part of the work'), 'location Car park ramp']);
  });

  it('leaves the planner’s issue and the archive complete', async () => {
    const full = await deliver(before, now, { detail: 'full' });
    const { issue } = await deliver(before, now);
    const figures = ({ readiness, notReady, tasksPerShift, warnings }: Record<string, unknown>) => ({
      readiness,
      notReady,
      tasksPerShift,
      warnings,
    });
    const planned = z.record(z.string(), z.unknown());
    expect(figures(planned.parse(issue))).toEqual(figures(planned.parse(full.issue)));
  });

  it('contains none of the names and reasons in the night shifts of the sample project', async () => {
    const { collections } = generateSampleProject({ ...sampleProjects[0], tasks: 300 });
    const { tasks, subcontractors, users } = collections;
    const nights = tasks.filter(({ shift }) => shift === 'night').map((task) => taskSchema.parse(task));
    const { messages } = await deliver([], nights);
    const names = [...subcontractors.map((each) => each.name), ...users.map((each) => each.displayName)];
    expect(names.length).toBeGreaterThan(10);
    for (const { all, mail, cells } of messages) {
      for (const part of [...all, ...mail]) for (const name of names) expect(part).not.toContain(name);
      expect(cells).not.toMatch(judgements);
    }
  });
});
