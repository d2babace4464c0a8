/** What lies at a path of the configuration: its value, and what the schema allows there. */
import * as z from 'zod/mini';
import type { Path } from './yaml-source.ts';

/** `reports[0].to[1]`. */
export function pathText(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

export function valueAt(value: unknown, path: Path): unknown {
  let current: unknown = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = new Map<string, unknown>(Object.entries(current)).get(String(step));
  }
  return current;
}

/** The names of the properties allowed at a path; those of all options for a union. */
export function keysAt(schema: z.ZodMiniType, path: Path): readonly string[] {
  const at = schemaAt(schema, path);
  return at instanceof z.ZodMiniObject
    ? Object.keys(at.shape)
    : [...new Set(optionsAt(schema, path).flatMap((option) => Object.keys(option.shape)))];
}

/** The objects that a union at a path allows. */
export function optionsAt(schema: z.ZodMiniType, path: Path): readonly z.ZodMiniObject[] {
  const at = schemaAt(schema, path);
  if (!(at instanceof z.ZodMiniUnion)) return [];
  return at.def.options.filter((option) => option instanceof z.ZodMiniObject);
}

/** What the union at a path says of a value that fits none of its options. */
export function unionRemedyAt(schema: z.ZodMiniType, path: Path): string | undefined {
  const at = schemaAt(schema, path);
  return at instanceof z.ZodMiniUnion ? at.safeParse(undefined).error?.issues[0]?.message : undefined;
}

function schemaAt(schema: z.ZodMiniType, path: Path): unknown {
  let current: unknown = schema;
  for (const step of path) {
    const inner = bare(current);
    if (inner instanceof z.ZodMiniObject) current = inner.shape[String(step)];
    else if (inner instanceof z.ZodMiniArray) current = inner.def.element;
    else if (inner instanceof z.ZodMiniRecord) current = inner.def.valueType;
    else if (inner instanceof z.ZodMiniUnion) {
      const option = inner.def.options.find(
        (one) => one instanceof z.ZodMiniObject && String(step) in one.shape,
      );
      current = option instanceof z.ZodMiniObject ? option.shape[String(step)] : undefined;
    } else return undefined;
  }
  return bare(current);
}

/** The schema inside defaults and optionals, before a transformation, and behind a reference to itself. */
function bare(schema: unknown): unknown {
  let current = schema;
  for (;;) {
    if (current instanceof z.ZodMiniOptional || current instanceof z.ZodMiniDefault) {
      current = current.def.innerType;
    } else if (current instanceof z.ZodMiniPipe) current = current.def.in;
    else if (current instanceof z.ZodMiniLazy) current = current.def.getter();
    else return current;
  }
}
