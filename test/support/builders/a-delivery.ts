import { Temporal } from 'temporal-polyfill';
import { addDays, dayFromPlainDate } from '#base/day.ts';
import type { Clock } from '#base/system.ts';
import { type Window, windowFor } from '#lookahead/dates/window.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { usualReasons } from '#lookahead/reasons.ts';
import { messageTags, type OutgoingMessage } from '#mail/transport/mailer.ts';
import type { PlanningClient } from '#planning/client/planning-client.ts';
import type { Misfit } from '#planning/contract/misfit.ts';
import type { Task } from '#planning/contract/resources.ts';
import type { TasksQuery } from '#planning/contract/tasks-query.ts';
import { type AttemptWorld, createAttemptWorld } from '#runs/attempt.ts';
import type { DeliveryResult } from '#runs/delivery-result.ts';
import { type ResolvedReport, runObjectKeyValuesOf } from '#runs/look-up-report.ts';
import { type TasksReader, takeSnapshot } from '#runs/pull-tasks.ts';
import { runReport } from '#runs/run-report.ts';
import { type RunId, scheduledRunId } from '#runs/store/names.ts';
import { openRunStore } from '#runs/store/run-store.ts';
import type { Snapshot } from '#runs/store/snapshot.ts';
import type { Render } from '#runs/world.ts';
import type { SesEvent } from '#watch/ses-event.ts';
import { createMemoryStore } from '../memory-store.ts';
import { createRecordingMailer } from '../recording-mailer.ts';
import { aTask, type TaskProperties } from './a-task.ts';

/** The run id of a time at which a report was due. */
export function runId(instant: string): RunId {
  return scheduledRunId(Temporal.Instant.from(instant));
}

/** The window of a run on a date: `weeks` weeks from the next Monday on. */
export function windowAfter(date: string, weeks = 1): Window {
  return windowFor(dayFromPlainDate(Temporal.PlainDate.from(date)), { weeks, starts: 'next-week' });
}

/**
 * A report of the Friday before its window, with a workbook for everyone, one for Pile Co, and a cut that has no task.
 */
export function aResolvedReport(changes: Partial<ResolvedReport> = {}): ResolvedReport {
  const { window = windowAfter('2026-11-20') } = changes;
  const subcontractor = (id: string, name: string, to: string) =>
    ({ audience: { kind: 'subcontractor', id, name }, to: [to], cc: [], replyTo: [] }) as const;
  return {
    project: {
      key: 'riverside',
      name: 'Riverside Tower',
      region: 'gb',
      projectId: 'riverside-tower',
      timeZone: 'Europe/London',
      baseUrl: 'https://planning.example.com',
      apiKey: { secret: 'lookahead/planning' },
      staleAfter: 10,
    },
    report: { key: 'weekly', name: 'Weekly lookahead' },
    window,
    reportDay: addDays(window.first, -3),
    runId: runId('2026-11-20T14:00:00Z'),
    dispatchId: runId('2026-11-20T14:00:00Z'),
    rules: {
      shifts: ['day', 'afternoon', 'night', '24hr', 'none'],
      filters: {},
      filterNames: {},
      groupBy: 'folder',
      includeOverdue: true,
      gapsOff: [],
      sharedPlace: 'news',
      reasons: changes.answers?.reasons ?? usualReasons,
      staleAfter: 10,
    },
    pull: { weeksBefore: 8, weeksAfter: 4 },
    detail: 'full',
    paper: 'A3',
    pages: 'on',
    qr: 'on',
    sheets: { off: [], print: 'wall' },
    from: 'lookahead@example.com',
    contact: 'planner@example.com',
    everyone: { to: ['manager@example.com'], cc: ['deputy@example.com'], replyTo: ['planner@example.com'] },
    audiences: [
      subcontractor('s1', 'Pile Co', 'pile@example.com'),
      subcontractor('s9', 'Idle Co', 'idle@example.com'),
    ],
    sendWhen: 'always',
    onAmbiguous: 'resend',
    ...changes,
  };
}

/** A task of the day shift and of Pile Co, in the window of `aResolvedReport`. */
export function aWireTask(id: string, properties: TaskProperties = {}): Task {
  return aTask({
    id,
    start: '2026-11-23',
    finish: '2026-11-25',
    shift: 'day',
    subcontractor: { id: 's1', name: 'Pile Co' },
    ...properties,
  });
}

/** A planning client that answers a shift's query with that shift's tasks, and any other query with all of them. */
export function tasksReader(
  tasks: readonly Task[],
  misfits: readonly Misfit[] = [],
): TasksReader & { readonly queries: TasksQuery[] } {
  const queries: TasksQuery[] = [];
  return {
    queries,
    async tasks(query) {
      queries.push(query);
      const items = tasks.filter(({ shift }) => query.shift === undefined || shift === query.shift);
      return { items, misfits };
    },
  };
}

/** A clock that moves only when advanced. */
export function aClock(start = '2026-11-20T14:00:05Z') {
  let at = Temporal.Instant.from(start);
  return {
    now: () => at,
    elapsed: () => 0,
    wait: async () => undefined,
    advance: (duration: Temporal.DurationLike) => {
      at = at.add(duration);
    },
  };
}

const encoder = new TextEncoder();

/** The parts of an attempt over fakes that a test may replace. */
export type AttemptChanges = Partial<
  Pick<AttemptWorld, 'store' | 'mailer' | 'owner' | 'pace' | 'onEvent' | 'signPage'>
> &
  Partial<Pick<Clock, 'now' | 'wait'>> & {
    readonly planning?: TasksReader;
    readonly render?: Render;
  };

/** An attempt over fakes, without a time limit. */
export function anAttempt(changes: AttemptChanges = {}): AttemptWorld {
  const {
    now = aClock().now,
    wait = async () => undefined,
    onEvent = () => undefined,
    pace,
    signPage,
  } = changes;
  const tasks = [
    aWireTask('t1'),
    aWireTask('t2', { shift: 'night', subcontractor: { id: 's2', name: 'Form Co' } }),
  ];
  const { planning = tasksReader(tasks) } = changes;
  const { render = async (lookahead) => encoder.encode(renderedText(lookahead)) } = changes;
  const { store = createMemoryStore(), mailer = createRecordingMailer({ repeatable: true }) } = changes;
  const { owner = 'attempt-1' } = changes;
  return createAttemptWorld(
    {
      store,
      mailer,
      pace,
      signPage,
      configuration: { from: 'lookahead@example.com', projects: [], reports: [], answerNameDays: 90 },
      renderer: { loadWriter: async () => undefined, forProject: async () => render },
      connect: async () => () => clientOf(planning),
      clock: { now, wait, elapsed: () => 0 },
      chance: { id: () => owner, random: () => 0.5 },
    },
    { timeLeft: () => Number.POSITIVE_INFINITY, on: onEvent },
  );
}

const nothing = async () => ({ items: [], misfits: [], pages: 1 });

/** A client that reads these tasks; all other lists of the project are empty. */
function clientOf({ tasks }: TasksReader): PlanningClient {
  return {
    users: nothing,
    subcontractors: nothing,
    folders: nothing,
    packages: nothing,
    calendars: nothing,
    locations: nothing,
    tasks: async (query, stop = new AbortController().signal, version) => ({
      ...(await tasks(query, stop, version)),
      pages: 1,
    }),
  };
}

function renderedText({ issue, audience, tasks, changes }: Lookahead): string {
  return JSON.stringify({ issue, audience, tasks: tasks.map(({ id }) => id), changes: changes?.counts });
}

/** The subject of a message, as its header has it. */
export function subjectOf({ raw }: OutgoingMessage): string {
  const [, subject = ''] = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(new TextDecoder().decode(raw)) ?? [];
  return subject.replaceAll(/\r\n/g, '');
}

/** The event of SES that says that it accepted a message. */
export function aSendEvent(
  message: Pick<OutgoingMessage, 'run' | 'message'>,
  timestamp = '2026-11-20T14:00:06Z',
): SesEvent {
  const tags = messageTags(message) ?? [];
  return {
    eventType: 'Send',
    mail: {
      timestamp,
      messageId: 'from the record',
      destination: [],
      tags: Object.fromEntries(tags.map(({ Name, Value }): [string, string[]] => [Name, [Value]])),
    },
  };
}

/** The value in a stored JSON object. */
export function jsonOfObject(bytes: Uint8Array | undefined): unknown {
  return bytes && JSON.parse(new TextDecoder().decode(bytes));
}

/** Delivers a report that is already looked up. */
export function deliverResolved(resolved: ResolvedReport, attempt: AttemptWorld): Promise<DeliveryResult> {
  return runReport(
    { address: runObjectKeyValuesOf(resolved), mode: 'send', lookUp: async () => resolved },
    attempt,
  );
}

/** The snapshot that a run takes for an issue that is sent. */
export async function snapshotOf(
  attempt: AttemptWorld,
  resolved: ResolvedReport = aResolvedReport(),
): Promise<Snapshot> {
  const runStore = openRunStore(attempt.store, runObjectKeyValuesOf(resolved));
  return (await takeSnapshot(resolved, { runStore, isRecorded: true }, attempt)).snapshot;
}
