import type { DispatchId } from '../store/dispatch-id.ts';
import { RunStoreError } from '../store/stored-object.ts';

/** A dispatch or a request of which an object cannot be read. */
export type Unreadable = { readonly dispatchId: DispatchId; readonly unreadable: string };

/** An unreadable object of one dispatch must not stop reconcile from checking the others. */
export async function isolated<Value>(
  dispatchId: DispatchId,
  check: () => Promise<Value>,
): Promise<Value | Unreadable> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof RunStoreError) return { dispatchId, unreadable: error.message };
    throw error;
  }
}
