import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

export type SourceFile = {
  /** Path from the project's root, with slashes. */
  readonly path: string;
  readonly text: string;
  /** Paths from the project's root, and names of packages. */
  readonly imports: readonly string[];
};

const importPattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g;

/** Every TypeScript file below a folder, with its imports: paths from the project's root, or packages. */
export function sourceFiles(folder: string): SourceFile[] {
  return (
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      // Some tests install tools with source files of their own.
      .filter(({ parentPath }) => !parentPath.includes('node_modules'))
      .map((entry) => {
        const file = join(entry.parentPath, entry.name);
        const text = readFileSync(file, 'utf8');
        const imports = [...text.matchAll(importPattern)].map((match) => {
          const specifier = match[2] ?? '';
          // As in the `imports` of package.json.
          if (specifier.startsWith('#')) return `functions/${specifier.slice(1)}`;
          return specifier.startsWith('.') ? pathFromRoot(resolve(dirname(file), specifier)) : specifier;
        });
        return { path: pathFromRoot(file), text, imports };
      })
  );
}

function pathFromRoot(file: string): string {
  return relative(root, file).split(sep).join('/');
}
