import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Applies source maps to a stack. They are read only when a defect is logged: Node's own flag reads them at every cold
 * start, which takes a fifth longer.
 * @param stack of an error; returned as it is if there is no map
 */
export function sourceStack(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replaceAll(
    /(file:\/\/\S+?\.mjs):(\d+):(\d+)/g,
    (place, file: string, line: string, column: string) => {
      if (!maps.has(file)) maps.set(file, readSourceMap(file));
      const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (entry === undefined || !('originalSource' in entry)) return place;
      const source = entry.originalSource.replace(/^.*?(?=functions\/|node_modules\/)/, '');
      return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    },
  );
}

function readSourceMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}
