/**
 * Fields that a planning service refuses. We request all fifteen, and a service that does not know one may refuse the
 * whole query. Which it refuses is found out once a day and service. Open point of the contract: which statuses such
 * queries get is not shown; 422 and 400 count.
 */
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { PlanningError } from '../../planning/client/planning-error.ts';
import type { Misfit } from '../../planning/contract/misfit.ts';
import { type TaskField, type TasksQuery, taskFields } from '../../planning/contract/tasks-query.ts';
import { refusedFieldsKey } from '../store/dispatch-keys.ts';
import { readObject, writeObject } from '../store/stored-object.ts';

const refusedFieldsSchema = z.object({ fields: z.array(z.enum(taskFields)) });

export type FieldsOfService = {
  readonly store: ObjectStore;
  /** As of `serviceId`. */
  readonly service: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Whether what is found out is stored. */
  readonly isRecorded: boolean;
};

/**
 * Asks with all fields, and again without those that the service refuses.
 * @param small the dates of a query with a short answer
 * @throws what `ask` throws, if the service refuses it without fields too
 */
export async function askWithTakenFields<Answer>(
  ask: (fields: readonly TaskField[], refused: readonly Misfit[]) => Promise<Answer>,
  { tasks }: { readonly tasks: (query: TasksQuery, stop: AbortSignal) => Promise<unknown> },
  { store, service, date, isRecorded, small }: FieldsOfService & { readonly small: TasksQuery },
): Promise<Answer> {
  const key = refusedFieldsKey({ service, date });
  const found = await readObject(store, key, refusedFieldsSchema);
  const known = found?.fields ?? [];
  const asked = taskFields.filter((field) => !known.includes(field));
  try {
    return await ask(asked, known.map(refusedField));
  } catch (error) {
    if (found !== undefined || !isRefusal(error)) throw error;
    const takes = async (fields: readonly TaskField[]) => {
      try {
        await tasks({ ...small, fields }, new AbortController().signal);
        return true;
      } catch (other) {
        if (isRefusal(other)) return false;
        throw other;
      }
    };
    const refused = await findRefused(takes, { asked, error });
    if (isRecorded) await writeObject(store, key, { fields: refused });
    if (refused.length === 0) throw error;
    return ask(
      asked.filter((field) => !refused.includes(field)),
      refused.map(refusedField),
    );
  }
}

function isRefusal(error: unknown): error is PlanningError {
  if (!(error instanceof PlanningError) || error.name !== 'PlanningRefusedError') return false;
  return error.status === 422 || error.status === 400;
}

/** Each field alone, but where the answer names one and the others are taken without it. */
async function findRefused(
  takes: (fields: readonly TaskField[]) => Promise<boolean>,
  { asked, error }: { readonly asked: readonly TaskField[]; readonly error: PlanningError },
): Promise<readonly TaskField[]> {
  const named = asked.filter((field) => new RegExp(`\\b${field}\\b`).test(error.message));
  const others = asked.filter((field) => !named.includes(field));
  const isNamed = named.length > 0 && others.length > 0 && (await takes(others));
  if (isNamed && named.length === 1) return named;
  if (!isNamed && !(await takes([]))) return [];
  const refused: TaskField[] = [];
  for (const field of isNamed ? named : asked) if (!(await takes([field]))) refused.push(field);
  return refused;
}

function refusedField(field: TaskField): Misfit {
  return { property: field, reason: 'a field that the service refuses', outcome: 'refused', items: [] };
}
