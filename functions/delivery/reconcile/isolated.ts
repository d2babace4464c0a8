import { RunStoreError } from '../store/stored-object.ts';

/** A dispatch, a request or a schedule of which an object cannot be read. */
export type Unreadable = { readonly of: string; readonly unreadable: string };

/** An unreadable object of one dispatch must not stop reconcile from checking the others. */
export async function isolated<Value>(of: string, check: () => Promise<Value>): Promise<Value | Unreadable> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof RunStoreError) return { of, unreadable: error.message };
    throw error;
  }
}
