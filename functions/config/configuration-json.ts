import { readYaml } from './yaml-source.ts';

/**
 * The values of a configuration as JSON, which is read many times faster and needs no YAML reader. Anchors and
 * defaults stand as they do in the file: whoever reads it checks it with the same schema.
 * @param text of `lookahead.yaml`, already checked
 */
export function configurationJson(text: string): string {
  return `${JSON.stringify(readYaml(text).value)}\n`;
}
