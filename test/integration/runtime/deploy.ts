import { cp, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { formatConfigurationBundle } from '#cloud/bundled-configuration.ts';
import { configurationOf } from '../../support/a-world.ts';
import { deployFunction, type LambdaFunction } from './lambda-function.ts';
import type { Surroundings } from './sandbox.ts';
import type { Stack, TemplateFunction } from './synthesise.ts';

export const deployedFunctionNames = [
  'dispatch',
  'report',
  'reconcile',
  'events',
  'dead-letter',
  'download',
  'read-api',
  'import',
] as const;
export type DeployedFunctionName = (typeof deployedFunctionNames)[number];
export type DeployedFunctions = Readonly<Record<DeployedFunctionName, LambdaFunction>>;

export type DeploymentFolders = {
  /** An empty folder, for the bundles with their configuration. */
  readonly folder: string;
  /** The text of `lookahead.yaml`, in place of that of the stack. */
  readonly configuration: string;
  /** Values that the template leaves to the deployment, by the name of their variable. */
  readonly values: Readonly<Record<string, string>>;
  readonly around: (name: DeployedFunctionName) => Surroundings;
};

/** Deploys the stack's functions to this machine. */
export async function deploy(stack: Stack, place: DeploymentFolders): Promise<DeployedFunctions> {
  const make = async (name: DeployedFunctionName) => {
    const found = stack.functions.find((each) => each.name === name);
    if (!found) throw new Error(`The template has no function ${name}.`);
    const deployed = { ...found, code: await copyBundle(found, place), environment: resolved(found, place) };
    return deployFunction(deployed, () => place.around(name));
  };
  const [dispatch, report, reconcile, events, deadLetter, download, readApi, importer] = await Promise.all([
    make('dispatch'),
    make('report'),
    make('reconcile'),
    make('events'),
    make('dead-letter'),
    make('download'),
    make('read-api'),
    make('import'),
  ]);
  return {
    dispatch,
    report,
    reconcile,
    events,
    'dead-letter': deadLetter,
    download,
    'read-api': readApi,
    import: importer,
  };
}

/** Deploys another configuration. The next invocation of each function that reads it starts a new process. */
export async function deployConfiguration(
  stack: Stack,
  functions: DeployedFunctions,
  place: Pick<DeploymentFolders, 'folder' | 'configuration'>,
): Promise<void> {
  const reading = stack.functions.filter((each) => configurationFileOf(each) !== undefined);
  await Promise.all(reading.map((each) => writeConfiguration(each, place)));
  const names = deployedFunctionNames.filter((name) => reading.some((each) => each.name === name));
  await Promise.all(names.map((name) => functions[name].retire()));
}

async function copyBundle(found: TemplateFunction, place: DeploymentFolders): Promise<string> {
  const folder = join(place.folder, found.name);
  await mkdir(folder, { recursive: true });
  await cp(found.code, folder, { recursive: true, filter: (path) => !path.endsWith('.map') });
  await writeConfiguration(found, place);
  return folder;
}

async function writeConfiguration(
  found: TemplateFunction,
  { folder, configuration }: Pick<DeploymentFolders, 'folder' | 'configuration'>,
): Promise<void> {
  const file = configurationFileOf(found);
  if (file === undefined) return;
  await writeFile(join(folder, found.name, file), formatConfigurationBundle(configurationOf(configuration)));
}

function configurationFileOf({ environment }: TemplateFunction): string | undefined {
  const file = environment['CONFIGURATION_FILE'];
  return typeof file === 'string' ? basename(file) : undefined;
}

function resolved({ name, environment }: TemplateFunction, place: DeploymentFolders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([variable, value]) => {
      const known = place.values[variable] ?? value;
      if (typeof known === 'string') return [variable, known];
      throw new Error(`Nothing is known of the variable ${variable} of ${name}: ${JSON.stringify(value)}.`);
    }),
  );
}
