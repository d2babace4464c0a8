import * as z from 'zod/mini';

const schemaNode = z.object({
  type: z.optional(z.string()),
  description: z.optional(z.string()),
  default: z.optional(z.unknown()),
  enum: z.optional(z.array(z.string())),
  const: z.optional(z.union([z.string(), z.boolean()])),
  required: z.optional(z.array(z.string())),
  get items() {
    return z.optional(schemaNode);
  },
  get properties() {
    return z.optional(z.record(z.string(), schemaNode));
  },
  get additionalProperties() {
    return z.optional(z.union([z.boolean(), schemaNode]));
  },
});
type SchemaNode = z.infer<typeof schemaNode>;

/**
 * A list of the properties of an object, with description and default. Types and ranges are left out: editors and error
 * messages show them.
 * @param schema JSON Schema of an object
 * @param of.path where the object is in it: `reports` is the items of that list, `deployment.stages` the values of that
 *   map
 * @param of.without names of properties that the document describes itself
 */
export function schemaPropertyListText(
  schema: unknown,
  of: { path?: string; without?: readonly string[] } = {},
): string {
  const root = schemaNode.parse(schema);
  const object = of.path?.split('.').reduce<SchemaNode | undefined>(schemaAt, root) ?? root;
  return propertyLines(object, { indent: '', without: ['$schema', ...(of.without ?? [])] }).join('\n');
}

function schemaAt(object: SchemaNode | undefined, name: string): SchemaNode | undefined {
  const node = object?.properties?.[name];
  const values = typeof node?.additionalProperties === 'object' ? node.additionalProperties : undefined;
  return node?.items ?? values ?? node;
}

type Listing = { readonly indent: string; readonly without: readonly string[] };

function propertyLines(object: SchemaNode, { indent, without }: Listing): readonly string[] {
  const listed = Object.entries(object.properties ?? {}).filter(([name]) => !without.includes(name));
  return listed.flatMap(([name, node]) => {
    const notes = propertyNotes(node, object.required?.includes(name) === true);
    const note = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
    const meaning = node.description === undefined ? '' : `: ${node.description}`;
    const isChapter = indent === '' && node.items?.required?.includes('key') === true;
    const nested = isChapter ? [] : propertyLines(node.items ?? node, { indent: `${indent}  `, without });
    return [`${indent}- \`${name}\`${note}${meaning}`, ...nested];
  });
}

function propertyNotes(node: SchemaNode, isRequired: boolean): readonly string[] {
  const kind = node.type === 'array' ? ['list', choices(node.items)] : [choices(node)];
  const text = kind.filter((part) => part !== undefined).join(' of ');
  const byDefault = defaultText(node);
  return [
    ...(isRequired && byDefault === undefined ? ['*required*'] : []),
    ...(text === '' ? [] : [text]),
    ...(byDefault === undefined ? [] : [`default ${byDefault}`]),
  ];
}

function choices(node: SchemaNode | undefined): string | undefined {
  if (node?.const !== undefined) return `\`${node.const}\``;
  return node?.enum?.map((word) => `\`${word}\``).join(', ');
}

function defaultText(node: SchemaNode): string | undefined {
  if (node.default === undefined) return undefined;
  const text = JSON.stringify(node.default);
  if (text === JSON.stringify(node.items?.enum)) return 'all';
  // An empty list is not mentioned as a default, and an object is described in words.
  if (text === '[]' || text.includes('{')) return undefined;
  const value = Array.isArray(node.default) ? node.default.join(', ') : String(node.default);
  return `\`${value}\``;
}
