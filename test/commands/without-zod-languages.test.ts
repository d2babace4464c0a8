import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { expect, it } from 'vitest';

const commands = `${import.meta.dirname}/../../functions/commands`;

/** Runs a script in a process that has not loaded zod, unlike this one. */
function output(script: string): unknown {
  const options = { encoding: 'utf8', cwd: import.meta.dirname } as const;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script], options));
}

it('zod loads without its words in other languages, and with the English ones', () => {
  const loaded = output(`
    import { skipZodLanguages } from '${commands}/without-zod-languages.ts';
    skipZodLanguages();
    const z = await import('zod/mini');
    const { englishZodMessages } = await import('${commands}/../base/text/english.ts');
    const { message } = z.number().safeParse('x', englishZodMessages).error.issues[0];
    console.log(JSON.stringify({ languages: Object.keys(z.locales), message }));
  `);
  expect(loaded).toEqual({
    languages: [],
    message: 'Invalid input: expected number, received string',
  });
});
