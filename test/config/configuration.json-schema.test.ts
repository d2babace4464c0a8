import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { formatConfigurationJsonSchema } from '#config/configuration.ts';

const node = z.looseObject({
  description: z.optional(z.string()),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
});

/** For every property of the schema, its path, such as `reports[].when.cron`, and its description. */
function described(schema: unknown, path = ''): [string, string | undefined][] {
  const at = node.parse(schema);
  const below = ['items', 'additionalProperties', 'anyOf'].flatMap((word): unknown => at[word] ?? []);
  return [
    ...Object.entries(at.properties ?? {}).flatMap(([name, property]): [string, string | undefined][] => [
      [`${path}.${name}`, node.parse(property).description],
      ...described(property, `${path}.${name}`),
    ]),
    ...below.flatMap((inner) =>
      typeof inner === 'object' && inner !== null ? described(inner, `${path}[]`) : [],
    ),
  ];
}

describe('the JSON Schema for editors', () => {
  it('is current in the repository (npm run schema writes it)', () => {
    const file = resolve(import.meta.dirname, '../../functions/config/lookahead.schema.json');
    expect(readFileSync(file, 'utf8')).toBe(formatConfigurationJsonSchema());
  });

  it('describes every property', () => {
    const properties = described(JSON.parse(formatConfigurationJsonSchema()));
    expect(properties.length).toBeGreaterThan(45);
    expect(properties.filter(([, description]) => !description)).toEqual([]);
  });

  it('requires only properties without a default', () => {
    const { properties, required } = node.parse(JSON.parse(formatConfigurationJsonSchema()));
    expect(required).toEqual(['from', 'projects', 'reports']);
    const { reports } = properties ?? {};
    const report = node.parse(z.object({ items: z.unknown() }).parse(reports).items);
    expect(report.required).toEqual(['key', 'name', 'to', 'contact']);
  });
});
