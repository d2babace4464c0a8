/** A Markdown table of the properties of a JSON Schema. */
import * as z from 'zod/mini';
import { table } from './markdown.ts';

const schemaNode = z.object({
  type: z.optional(z.string()),
  description: z.optional(z.string()),
  default: z.optional(z.unknown()),
  enum: z.optional(z.array(z.string())),
  const: z.optional(z.union([z.string(), z.boolean()])),
  format: z.optional(z.string()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
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
 * @param schema JSON Schema of an object
 * @param path where the object is in it: `reports` is the items of that list, `deployment.stages` the values of that map
 */
export function schemaTable(schema: unknown, path?: string): string {
  const root = schemaNode.parse(schema);
  const object = path?.split('.').reduce<SchemaNode | undefined>(within, root) ?? root;
  return table(['Key', 'Value', 'Default', 'Meaning'], rowsOf(object));
}

function within(object: SchemaNode | undefined, name: string): SchemaNode | undefined {
  const node = object?.properties?.[name];
  const values = typeof node?.additionalProperties === 'object' ? node.additionalProperties : undefined;
  return node?.items ?? values ?? node;
}

/** One row per property; objects have one row for each of their properties instead, such as `when.cron`. */
function rowsOf(object: SchemaNode, prefix = ''): readonly (readonly string[])[] {
  return Object.entries(object.properties ?? {}).flatMap(([name, node]) => {
    const nested = node.properties === undefined ? node.items : node;
    const own = [
      `\`${prefix}${name}\``,
      valueText(node),
      defaultText(node, object.required?.includes(name) === true),
      node.description ?? '',
    ];
    // A list of objects at the top is a chapter of its own.
    if (
      nested?.properties === undefined ||
      (prefix === '' && node.items?.required?.includes('key') === true)
    ) {
      return [own];
    }
    return [own, ...rowsOf(nested, `${prefix}${name}${node.items === undefined ? '' : '[]'}.`)];
  });
}

function valueText(node: SchemaNode): string {
  if (node.enum !== undefined) return node.enum.map((word) => `\`${word}\``).join(', ');
  if (node.const !== undefined) return `\`${node.const}\``;
  switch (node.type) {
    case 'array':
      return node.items === undefined ? 'list' : `list of ${valueText(node.items)}`;
    case 'integer':
      return `whole number, ${node.minimum} to ${node.maximum}`;
    case 'boolean':
      return '`true` or `false`';
    case 'object':
      return 'object';
    case 'string':
      return formatText(node.format);
    default:
      return 'see below';
  }
}

function formatText(format: string | undefined): string {
  switch (format) {
    case 'email':
      return 'e-mail address';
    case 'uri':
      return 'URL';
    default:
      return 'text';
  }
}

function defaultText(node: SchemaNode, required: boolean): string {
  if (node.default === undefined) return required ? '*required*' : '';
  // Their properties have rows, and defaults, of their own.
  if (node.type === 'object') return '';
  const words = node.items?.enum;
  if (words !== undefined && JSON.stringify(node.default) === JSON.stringify(words)) return 'all';
  const text = JSON.stringify(node.default);
  if (text === '[]') return 'none';
  return `\`${text.includes('{') ? text : String(node.default)}\``;
}
