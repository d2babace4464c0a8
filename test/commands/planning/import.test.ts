import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '#config/load-configuration.ts';
import { callCli } from '../../support/call-cli.ts';
import { anXerTask, xerBytes } from '../../support/programmes/an-xer.ts';
import { codePageBytes } from '../../support/programmes/code-page-bytes.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

async function aFile(name: string, content: Uint8Array | string) {
  const folder = await temporaryDirectory();
  const file = join(folder, name);
  await writeFile(file, content);
  return { folder, file, map: join(folder, 'map.yaml'), data: join(folder, 'data') };
}

describe('import, from a file to a configuration,', () => {
  it('inspects a table from the row of headings in the mapping', async () => {
    const { file, map } = await aFile(
      'plan.csv',
      'ID,Task,Start,Finish\nnot these\nKey,What,Start,Finish\nA1,Dig,2026-11-23,2026-11-27\n',
    );
    await writeFile(map, 'headerRow: 3\n');
    const { stdout } = await callCli(['import', file, '--inspect', '--map', map]);
    expect(stdout).toContain('\nheaderRow: 3\n');
    expect(stdout).toContain('# This mapping makes 1 task from 1 row.');
  });

  it('proposes the code page that fits the words, and shows them in it', async () => {
    const table =
      'Lp.;Nazwa zadania;Początek;Koniec\n1;Płyta żelbetowa;23.11.2026;27.11.2026\n2;Wykopy pod ławy;30.11.2026;01.12.2026\n';
    const { file, map, data } = await aFile('plan.csv', codePageBytes(table, 'windows-1250'));
    const { stdout } = await callCli(['import', file, '--inspect']);
    expect(stdout).toContain('\nencoding: windows-1250 # by its words: "Pocz¹tek" becomes "Początek"\n');
    expect(stdout).toContain('Płyta żelbetowa');
    expect(stdout).toContain('# This mapping makes 2 tasks from 2 rows.');
    await writeFile(map, stdout);
    const words = ['import', file, '--map', map, '--project', 'gb/yard', '--to', data];
    const done = await callCli(words);
    expect(done.stdout).not.toContain('windows-1252');
    const without = stdout.replace(/^encoding:.*\n/m, '');
    await writeFile(map, without);
    expect((await callCli(words)).stderr).toContain(
      'If the headings look wrong, write encoding: windows-1250.',
    );
    await writeFile(map, without.replaceAll('Początek', 'Pocz¹tek'));
    const warned = await callCli([...words, '--dry-run']);
    expect(warned.stdout).toContain('write encoding: windows-1250 in the mapping');
  });

  it('inspects and imports with --init, even if the version exists already', async () => {
    const { folder, file, map, data } = await aFile('plan.xer', xerBytes());
    const inspected = await callCli(['import', file, '--inspect']);
    expect(inspected.code).toBe(0);
    await writeFile(map, inspected.stdout);
    const words = ['import', file, '--map', map, '--project', 'gb/riverside', '--to', data];
    const dry = await callCli([...words, '--dry-run']);
    expect(dry.stdout).toContain('Dry run: nothing was stored.');
    const done = await callCli(words);
    expect(done.stdout).toMatch(/Imported as version 1\.\n$/);
    const again = await callCli([...words, '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ outcome: 'unchanged', version: 1 });
    const config = join(folder, 'lookahead.yaml');
    const init = [...words, '--init', '--config', config];
    const first = await callCli(init);
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(/\nVersion 1 already has this file: no new version was made\.\n/);
    expect(first.stdout).toContain(
      `\n${config}: project gb/riverside, ${Temporal.Now.timeZoneId()}, with a weekly report.\nPut the addresses of your site into it.`,
    );
    expect(first.stdout).toContain(`serve --data ${data} `);
    expect(first.stdout).toContain(`run weekly --config ${config}`);
    const { projects, reports } = await loadConfiguration(config);
    expect(projects).toMatchObject([
      { key: 'riverside', name: 'Riverside Tower', projectId: 'riverside', region: 'gb' },
    ]);
    expect(reports).toMatchObject([
      {
        key: 'weekly',
        readiness: {
          off: ['no-subcontractor', 'no-location', 'no-owner', 'material-without-daily-figures'],
        },
      },
    ]);
    expect(await callCli(init)).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/Version 1 already has this file: no new version was made\.\n$/),
      stderr: `${config} exists already. Add the project to it by hand, or name another file with --config.\n`,
    });
    expect(await readFile(config, 'utf8')).toContain(`timeZone: ${Temporal.Now.timeZoneId()}`);
  });

  it('keeps an import if its configuration exists already, and does not change the configuration', async () => {
    const { folder, file, map, data } = await aFile('plan.xer', xerBytes());
    await writeFile(map, 'id: task_code\n');
    const config = join(folder, 'own.yaml');
    await writeFile(config, '# by hand\n');
    const words = ['import', file, '--map', map, '--project', 'gb/riverside', '--to', data];
    const { code, stdout } = await callCli([...words, '--init', '--config', config]);
    expect([code, stdout]).toEqual([2, expect.stringMatching(/Imported as version 1\.\n$/)]);
    expect(await readFile(config, 'utf8')).toBe('# by hand\n');
  });

  it('prints the import as JSON, and the new configuration in one more line', async () => {
    const { folder, file, map, data } = await aFile('plan.xer', xerBytes());
    await writeFile(map, 'id: task_code\n');
    const config = join(folder, 'own.yaml');
    const words = ['import', file, '--map', map, '--project', 'gb/riverside', '--to', data, '--json'];
    const { stdout } = await callCli([...words, '--init', '--config', config]);
    const project = { region: 'gb', projectId: 'riverside' };
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { outcome: 'imported', version: 1, project },
      { config, project, name: 'Riverside Tower', timeZone: 'Europe/London' },
    ]);
  });

  it.each(['--dry-run', '--inspect'])('refuses --init with %s, which stores nothing', async (option) => {
    const { folder, file, data } = await aFile('plan.xer', xerBytes());
    const config = join(folder, 'own.yaml');
    const words = ['import', file, '--project', 'gb/riverside', '--to', data, '--config', config];
    expect(await callCli([...words, '--init', option])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        '--init needs an import, and --inspect and --dry-run store nothing. Leave out --init, or import the file.\n',
    });
    await expect(readFile(config)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a folder of JSON', () => {
  async function aFolder(lists: Readonly<Record<string, string>>) {
    const folder = join(await temporaryDirectory(), 'tower');
    await mkdir(folder);
    for (const [name, text] of Object.entries(lists)) await writeFile(join(folder, name), text);
    return { folder, data: join(folder, '..', 'data') };
  }
  const lists = {
    'tasks.json': '[{"id":"a"},{"id":"b","owner":{"id":"u"}},{"name":"x"}]',
    'folders.json': '{"results":[{"id":"f"}]}',
    'project.json': '{"name":',
  };

  it('can be inspected, and imported without a mapping', async () => {
    const { folder, data } = await aFolder(lists);
    expect((await callCli(['import', folder, '--inspect'])).stdout).toBe(
      '# tower: JSON of the Planning Read API, which needs no mapping: 2 tasks, 0 locations, 0 calendars, 0 packages, 1 folder, 0 subcontractors, 1 user\n',
    );
    const words = ['import', `${folder}/`, '--project', 'gb/tower', '--to', data];
    expect((await callCli([...words, '--dry-run'])).stdout).toContain('Dry run: nothing was stored.');
    expect((await callCli(words)).stdout).toMatch(/\n {2}tasks, item 3: id: .*Imported as version 1\.\n$/s);
    await writeFile(join(folder, 'folders.json'), '{ "results": [ { "id": "f" } ] }\n');
    expect((await callCli(words)).stdout).toMatch(/Version 1 already has this file: .*\n$/);
    const dated = [...words, '--data-date', '2026-11-20', '--json'];
    expect(JSON.parse((await callCli(dated)).stdout)).toMatchObject({
      version: 2,
      report: { dataDate: '2026-11-20' },
    });
  });

  it('does not accept a mapping, not even with --inspect', async () => {
    const { folder, data } = await aFolder(lists);
    const map = join(folder, 'map.yaml');
    await writeFile(map, '');
    const message =
      'tower: the file is JSON of the Planning Read API, which needs no mapping. Import it without --map.\n';
    for (const words of [['--inspect'], ['--project', 'gb/tower', '--to', data]]) {
      const { code, stderr } = await callCli(['import', folder, '--map', map, ...words]);
      expect([code, stderr]).toEqual([2, message]);
    }
  });

  it('is refused, with the file’s name, if one file is not JSON', async () => {
    const { folder } = await aFolder({ ...lists, 'users.json': '[{' });
    const { code, stderr } = await callCli(['import', folder, '--inspect']);
    expect([code, stderr]).toEqual([
      2,
      'tower: users.json: the file is not valid JSON. Export it again, whole.\n',
    ]);
  });
});

describe('a mapping that Windows PowerShell wrote', () => {
  it('is read although it is UTF-16', async () => {
    const { file, map, data } = await aFile('plan.xer', xerBytes());
    const { stdout } = await callCli(['import', file, '--inspect']);
    await writeFile(map, Buffer.from(`\ufeff${stdout}`, 'utf16le'));
    const done = await callCli(['import', file, '--map', map, '--project', 'gb/riverside', '--to', data]);
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('Imported as version 1.') });
  });
});

describe('a file that looks like the wrong one', () => {
  it('is refused with the exit code 2 and one object of JSON, even in a dry run', async () => {
    const rows = (count: number) =>
      `A,Start,Finish\n${Array.from({ length: count }, (_, index) => `T${index},2026-11-23,2026-11-24\n`).join('')}`;
    const { file, map, data } = await aFile('plan.csv', rows(4));
    await writeFile(map, 'id: { column: A }\ndates: { start: Start, finish: Finish }\n');
    const words = ['import', file, '--map', map, '--project', 'gb/small', '--to', data];
    await callCli(words);
    await writeFile(file, rows(2));
    const why = 'the file would remove 2 of the 4 tasks of version 1: T2, T3';
    const dry = await callCli([...words, '--dry-run']);
    expect(dry.code).toBe(2);
    expect(dry.stdout).toContain('Removed:\n  T2, T3\n');
    expect(dry.stderr).toContain(`${why}. If`);
    const dryJson = await callCli([...words, '--dry-run', '--json']);
    expect(dryJson.code).toBe(2);
    expect(JSON.parse(dryJson.stdout)).toMatchObject({ outcome: 'dry run', refusal: why });
    const refused = await callCli([...words, '--json']);
    expect(refused.code).toBe(2);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      outcome: 'refused',
      refusal: why,
      report: { changes: { removed: [{ id: 'T2' }, { id: 'T3' }] } },
    });
    expect((await callCli([...words, '--dry-run', '--force'])).code).toBe(0);
  });
});

describe('the configuration that --init writes', () => {
  it('leaves out exactly the checks for which the programme has no data', async () => {
    const rows =
      'Activity,Contractor,Area,Start,Finish\nPour,Frame,A,23/11/2026,24/11/2026\nCure,,A,24/11/2026,25/11/2026\n';
    const { folder, file, map, data } = await aFile('plan.csv', rows);
    await writeFile(map, (await callCli(['import', file, '--inspect'])).stdout);
    const config = join(folder, 'own.yaml');
    const words = ['import', file, '--map', map, '--project', 'gb/small', '--to', data];
    await callCli([...words, '--init', '--config', config]);
    const { reports } = await loadConfiguration(config);
    expect(reports[0]?.readiness.off).toEqual(['no-owner', 'material-without-daily-figures']);
  });
});

describe('the command that --init prints', () => {
  const printed = async (lastYear: boolean) => {
    const tasks = lastYear
      ? { restart_date: '2017-09-18 08:00', reend_date: '2017-09-22 17:00' }
      : { restart_date: '2020-01-06 08:00', reend_date: '2099-01-06 17:00' };
    const project = { proj_id: '7', proj_short_name: 'TOWER', export_flag: 'Y', clndr_id: '5' };
    const { folder, file, map, data } = await aFile(
      'plan.xer',
      xerBytes({
        PROJECT: [{ ...project, last_recalc_date: '2017-09-18 00:00' }],
        TASK: [anXerTask(tasks)],
      }),
    );
    await writeFile(map, 'id: task_code\n');
    const config = join(folder, 'own.yaml');
    const words = ['import', file, '--map', map, '--project', 'gb/old', '--to', data];
    return (await callCli([...words, '--init', '--config', config])).stdout;
  };

  it('has a --date for which the report has tasks, if the programme has dates', async () => {
    expect(await printed(true)).toMatch(
      /run weekly --config \S+ --date 2017-09-17\nThe coming week has no tasks: the programme has them from Mon 18 Sep 2017 to Fri 22 Sep 2017\./,
    );
  });

  it('has the data date that an earlier import was given', async () => {
    const rows = 'Activity,Start,Finish\nA1,2017-09-18,2017-09-22\nA2,2017-10-16,2017-10-20\n';
    const { folder, file, map, data } = await aFile('plan.csv', rows);
    await writeFile(map, 'id: { column: Activity }\ndates: { start: Start, finish: Finish }\n');
    const words = ['import', file, '--map', map, '--project', 'gb/old', '--to', data];
    await callCli([...words, '--data-date', '2017-09-17']);
    const { stdout } = await callCli([...words, '--init', '--config', join(folder, 'own.yaml')]);
    expect(stdout).toMatch(/Version 1 already has this file.*run weekly --config \S+ --date 2017-09-17\n/s);
  });

  it('has no date if the coming week has tasks', async () => {
    expect(await printed(false)).toMatch(/run weekly --config \S+\n$/);
  });
});

describe('a wrong call', () => {
  it('reports that a mapping and a project are needed', async () => {
    const { file, map, data } = await aFile('plan.xer', xerBytes());
    const { stderr, code } = await callCli(['import', file, '--project', 'gb/riverside', '--to', data]);
    expect([code, stderr]).toEqual([
      2,
      'The project gb/riverside has no mapping yet. Make one with lookahead import FILE --inspect > plan-map.yaml, check it, and import with --map plan-map.yaml.\n',
    ]);
    await writeFile(map, 'id: task_code\n');
    expect((await callCli(['import', file, '--map', map, '--to', data])).stderr).toBe(
      'The import needs a project. Name region and id, such as --project gb/riverside.\n',
    );
  });

  it('reports a project that is not valid, and a file that does not exist', async () => {
    const { file, folder } = await aFile('plan.xer', xerBytes());
    expect((await callCli(['import', file, '--project', 'us/../x'])).stderr).toBe(
      '--project: use the region and the id, such as gb/riverside; regions are gb and au.\n',
    );
    const missing = join(folder, 'none.xer');
    expect((await callCli(['import', missing, '--inspect'])).stderr).toBe(
      `${missing}: the file cannot be read (ENOENT). It does not exist: check the path, or name another file.\n`,
    );
    expect((await callCli(['import', file, '--project', 'gb/x', '--map', folder])).stderr).toBe(
      `${folder}: the file cannot be read (EISDIR). It is a directory: name the file in it.\n`,
    );
  });

  it('reports in one line how to save a file of another kind', async () => {
    const { file } = await aFile('plan.mpp', Buffer.from('d0cf11e0a1b11ae1', 'hex'));
    const { stderr, code } = await callCli(['import', file, '--inspect']);
    expect(code).toBe(2);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/^plan\.mpp: /);
    expect(stderr).toContain('XML');
  });
});
