/** Compiles the writer in C, if Debian's `libxlsxwriter-dev` and a compiler are installed. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import vocabulary from './vocabulary.json' with { type: 'json' };

/** The vocabulary as a C header: an array for each list, and a macro for its length. */
function vocabularyHeader(): string {
  return Object.entries(vocabulary)
    .map(([name, words]) => {
      const items = words.map((word) => JSON.stringify(word)).join(', ');
      return `#define ${name}_count ${words.length}\nstatic const char *${name}[] = {${items}};\n`;
    })
    .join('');
}

/** @returns the program, or why there is none */
export function compileLibxlsxwriter(folder: string): string | { readonly missing: string } {
  writeFileSync(join(folder, 'vocabulary.h'), vocabularyHeader());
  const program = join(folder, 'write-libxlsxwriter');
  const source = join(import.meta.dirname, 'write-libxlsxwriter.c');
  const { status, error } = spawnSync('cc', ['-O2', '-I', folder, source, '-lxlsxwriter', '-o', program], {
    stdio: 'ignore',
  });
  if (status === 0) return program;
  return { missing: error ? 'there is no C compiler' : 'libxlsxwriter-dev is not installed' };
}
