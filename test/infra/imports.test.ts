import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

it('the deployment knows the configuration, and nothing else of what it deploys', () => {
  const strays = readdirSync(join(root, 'infra'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [...readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)].map((match) =>
        relative(root, resolve(dirname(file), match[1] ?? '')),
      );
    })
    .filter((to) => !to.startsWith('infra/') && !to.startsWith('functions/config/'));
  expect(strays).toEqual([]);
});
