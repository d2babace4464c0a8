import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** A folder with the files that commands name, and an environment without credentials. */
export function withoutCredentials() {
  const folder = mkdtempSync(join(tmpdir(), 'commands-'));
  const policies = ['boundary', 'cloudformation', 'policy', 'trust'].map((name) => `${name}.json`);
  for (const name of ['key.txt', 'links.json', 'plan.xer', ...policies]) {
    writeFileSync(join(folder, name), 'a key, a plan or a policy');
  }
  const { PATH } = process.env;
  return {
    cwd: folder,
    encoding: 'utf8' as const,
    env: { PATH, HOME: folder, AWS_EC2_METADATA_DISABLED: 'true' },
  };
}
