import { fixedKeyProvider } from '#planning/client/api-keys.ts';
import {
  createPlanningClient,
  type PlanningClient,
  type PlanningClientOptions,
} from '#planning/client/planning-client.ts';
import { PlanningError } from '#planning/client/planning-error.ts';
import { fakeTime } from '../fake-time.ts';
import { type RawAnswer, startScriptedServer } from './scripted-server.ts';

/** A key that no error may show. It has characters that percent-encoding and JSON write differently. */
export const testKey = 'k3y/+="s\\ecret&9f';

/** A client of project P1 in gb at that address, in fake time. Each random wait is half of its upper bound. */
export function aPlanningClient(
  baseUrl: string,
  options: Partial<PlanningClientOptions> = {},
): PlanningClient {
  const { now, wait, timer } = fakeTime();
  return createPlanningClient({
    baseUrl,
    region: 'gb',
    projectId: 'P1',
    key: fixedKeyProvider(testKey),
    now,
    wait,
    timer,
    random: () => 0.5,
    ...options,
  });
}

/** An answer with one page: its results, and where the next page is. */
export function aPageAnswer(results: readonly unknown[], next?: { after?: unknown; link?: unknown } | null) {
  return { json: { paging: { next }, results } };
}

/** Users with these ids, as the service sends them. */
export function someUsers(...ids: readonly string[]) {
  return ids.map((id) => ({ id, displayName: `User ${id}`, email: `${id}@example.com` }));
}

/** The error that a promise is rejected with. */
export async function planningErrorOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It was expected to fail and did not.');
}

/** The ids of what was read, in order. */
export function idsOf({ items }: { readonly items: readonly { readonly id: string }[] }): readonly string[] {
  return items.map(({ id }) => id);
}

export type CallOutcome = 'read' | 'retryable' | 'curable';

/**
 * What a client does with a service that gives these answers in turn and then repeats the last one: whether it reads
 * users or which kind of error it throws, the number of its requests, and the users' names or the error's message.
 */
export async function outcomeOf(
  answers: readonly RawAnswer[],
): Promise<{ readonly ends: string; readonly requests: number; readonly said: string }> {
  await using server = await startScriptedServer();
  server.otherwise(() => answers[Math.min(server.requests.length, answers.length) - 1] ?? { status: 418 });
  try {
    const { items } = await aPlanningClient(server.url).users();
    return {
      ends: 'read',
      requests: server.requests.length,
      said: items.map((item) => item.displayName ?? item.id).join(),
    };
  } catch (error) {
    if (!(error instanceof PlanningError)) throw error;
    return { ends: error.kind, requests: server.requests.length, said: error.message };
  }
}
