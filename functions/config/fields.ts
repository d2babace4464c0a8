import * as z from 'zod/mini';

/** With what editors say of it. A copy: one schema may stand for properties that mean different things. */
export function described<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  const copy = schema.clone();
  z.globalRegistry.add(copy, { description });
  return copy;
}
