/** The stored objects of pages, and the objects of issues that pages read. */

import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import {
  createKeyTemplate,
  defineObjectKind,
  defineObjectKindWithoutSchema,
  jsonEncoding,
  numberParameter,
  type ObjectSchema,
  type ObjectWritersAndPersons,
  oneOfWordsParameter,
  type TemplateWithPrefix,
  textParameter,
} from '#archive/objects.ts';
import { addDaysToIsoDate } from '#base/day.ts';
import { LookaheadError } from '#base/lookahead-error.ts';

class DamagedObject extends LookaheadError {}

const configured = textParameter(/[a-z0-9-]+/);
const date = textParameter(/\d{4}-\d\d-\d\d/);

const parameters = {
  /** Pages and numbers of test runs are stored apart from issues. */
  space: oneOfWordsParameter(['issues', 'test-runs/test', 'test-runs/preview']),
  project: configured,
  report: configured,
  first: date,
  last: date,
  runId: textParameter(/[\w-]+/),
  message: textParameter(/[a-z0-9_-]+/),
  number: numberParameter(1),
};

/**
 * A kind of object that a page can do without: an unreadable object counts as missing.
 * @param about.lost ends the message about an unreadable object: `its answers do not count`
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineOptionalObjectKind<
  const Template extends TemplateWithPrefix,
  Schema extends ObjectSchema,
  Persons extends ObjectWritersAndPersons['persons'],
>(
  template: Template,
  schema: Schema,
  about: ObjectWritersAndPersons & {
    readonly persons: Persons;
    readonly lost: string;
    readonly remedy: string;
  },
) {
  const { lost, remedy } = about;
  const damaged = (key: string) =>
    new DamagedObject(`${key} cannot be read, so ${lost}`, { kind: 'curable', remedy });
  const kind = defineObjectKind(parameters, template, { ...about, schema, form: jsonEncoding(1, damaged) });
  return {
    ...kind,
    /** @returns undefined if missing or unreadable @param onDamaged gets a sentence with the key and the remedy */
    read: (
      store: Pick<ObjectStore, 'get'>,
      of: Parameters<typeof kind.key>[0],
      onDamaged?: (sentence: string) => void,
    ) =>
      kind.read(store, of).catch((error: unknown) => {
        if (!(error instanceof DamagedObject)) throw error;
        onDamaged?.(error.message);
        return undefined;
      }),
  };
}

const ofWindow = '{space}/{project}/{report}/{first}_{last}/';

/** The name of a page in a link. */
export const pageNameTemplate = createKeyTemplate(parameters, `${ofWindow}{runId}/{message}`);
/** The week page of a message; `stored-page.ts` has its schema. */
export const weekPageObject = defineObjectKindWithoutSchema(
  parameters,
  `${ofWindow}{runId}/pages/{message}.json.gz`,
  {
    by: ['report'],
    persons: 'expire',
  },
);
export const issueKeyTemplate = createKeyTemplate(parameters, `${ofWindow}{runId}/issue.json`);
export const issueNumberObject = defineOptionalObjectKind(
  `${ofWindow}numbers/{number}.json`,
  z.object({ runId: z.string().check(z.regex(/^[\w-]+$/)) }),
  {
    by: ['report'],
    persons: 'none',
    lost: 'pages do not know this revision',
    remedy: 'Restore it from a backup.',
  },
);

export type PageKeyValues = Parameters<typeof weekPageObject.key>[0];

/** Throws only if the archive fails. */
export type PageStore = Pick<ObjectStore, 'get' | 'list' | 'putOnce'>;

/** The same address for the window n days later. */
export function keyValuesOfShiftedWindow<Address extends Pick<PageKeyValues, 'first' | 'last'>>(
  address: Address,
  days: number,
): Address {
  return {
    ...address,
    first: addDaysToIsoDate(address.first, days),
    last: addDaysToIsoDate(address.last, days),
  };
}

export async function objectExists(store: PageStore, key: string): Promise<boolean> {
  return (await store.list(key)).includes(key);
}
