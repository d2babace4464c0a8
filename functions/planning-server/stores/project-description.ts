/** `project.json`: what a project in JSON files is called, and its time zone. */
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type JsonFile, jsonFile } from './json-files.ts';
import { type ProjectDescription, type ProjectReference, regionTimeZones } from './store.ts';

const descriptionSchema = z.object({
  name: z.optional(z.string().check(z.minLength(1))),
  timeZone: z.optional(
    z.string().check(z.refine(isTimeZone, 'not a known time zone; use one such as Europe/London')),
  ),
});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** @throws StoredDataError when project.json is wrong */
export async function describeProject(
  directory: string,
  project: ProjectReference,
): Promise<ProjectDescription> {
  return descriptionIn(await descriptionReader(directory)(), project);
}

export function descriptionReader(directory: string) {
  return jsonFile(join(directory, 'project.json'), descriptionSchema, {});
}

/** What a wrong file held before it was wrong counts; @throws StoredDataError where it held nothing */
export function descriptionIn(
  { content, error }: JsonFile<z.infer<typeof descriptionSchema>>,
  { region, projectId }: ProjectReference,
): ProjectDescription {
  if (error && content === undefined) throw error;
  return { name: content?.name ?? projectId, timeZone: content?.timeZone ?? regionTimeZones[region] };
}
