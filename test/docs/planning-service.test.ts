/** Runs the commands of docs/planning-service.md against a service that is started as on the page. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { taskFieldProperties } from '#planning/contract/tasks-query.ts';
import { startServe } from '../support/call-cli.ts';
import { codeOf, printingCommandsOf, tableRowsOf } from '../support/documents.ts';
import { argumentsOf } from '../support/shell-command.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const document = 'docs/planning-service.md';
const blocks = printingCommandsOf(document);
/** Queries of the table of 422s, with the parameter and the code that their errors name. */
const mistakes = tableRowsOf(document).flatMap(([cell = '', named = '']) => {
  const [, query] = /^`((?:tasks|users)\?[^`]*)`/.exec(cell) ?? [];
  const [, parameter, code] = /^`(\w+)` `(\w+)`$/.exec(named) ?? [];
  return query === undefined ? [] : [{ query, parameter, code }];
});

const served = z.object({ url: z.string(), key: z.string() });
const sampleAddress = 'http://127.0.0.1:8787';
const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.skipIf(!hasCurl)('the page of the planning service (skipped where curl is not installed)', () => {
  let shell: (commands: string) => Promise<string>;
  let address = '';
  beforeAll(async () => {
    const start =
      codeOf(document).find((line) => line.startsWith('npm run lookahead -- serve --tasks')) ?? '';
    const [, , , , ...options] = argumentsOf('npm', start);
    const { line, stop } = await startServe(options);
    const { url, key } = served.parse(JSON.parse(line));
    address = url;
    let remove = async () => {};
    const cwd = await temporaryDirectory((whenOver) => (remove = whenOver));
    const [, path = ''] =
      codeOf(document)
        .find((code) => code.startsWith('url='))
        ?.split(sampleAddress) ?? [];
    const env = { PATH: process.env['PATH'], PLANNING_API_KEY: key, url: `${url}${path}` };
    shell = async (commands) => (await promisify(execFile)('sh', ['-c', commands], { cwd, env })).stdout;
    return async () => {
      await stop();
      await remove();
    };
  });

  it('has more than six commands and more than eight refused queries', () => {
    expect(blocks.length).toBeGreaterThan(6);
    expect(mistakes.length).toBeGreaterThan(8);
  });

  it.each(blocks)('has a command that prints the documented output: %s', async (commands, printed) => {
    const pattern = RegExp.escape(printed.trim().replaceAll(sampleAddress, address)).replaceAll('…', '.*');
    expect((await shell(commands)).trim()).toMatch(new RegExp(`^${pattern}$`));
  });

  it.each(mistakes)(
    'documents that $query is refused, with the parameter $parameter and the code $code',
    async ({ query, parameter, code }) => {
      const text = await shell(`curl -s -H "X-API-Key: $PLANNING_API_KEY" "$url/${query}"`);
      expect(JSON.parse(text)).toMatchObject({ status: 422, errors: [{ parameter, code }] });
    },
  );

  it('names the property that each entry of fields adds', () => {
    const rows = tableRowsOf(document);
    const head = rows.findIndex(([cell]) => cell === '`assignees`');
    const pairs = (rows[head] ?? []).flatMap((cell, column) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, field]) => [
        field,
        rows[head + 2]?.[column]?.replaceAll('`', ''),
      ]),
    );
    const others = Object.entries(taskFieldProperties).filter(([field, property]) => field !== property);
    expect(Object.fromEntries(pairs)).toEqual(Object.fromEntries(others));
  });

  it('names every code that the service has', async () => {
    const { components } = JSON.parse(await shell(`curl -s ${address}/openapi.json`));
    const { code } = components.schemas.ParameterProblems.properties.errors.items.properties;
    const named = tableRowsOf(document).flatMap((cells) =>
      [...cells.join().matchAll(/`(\w+)`/g)].map(([, word]) => word),
    );
    expect(named).toEqual(expect.arrayContaining(code.enum));
  });
});
