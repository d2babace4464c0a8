/** The settings of a deployment, which come from the CDK context (`-c stage=prod`, or `cdk.json`). */
import * as z from 'zod/mini';
import { LookaheadError } from '../functions/base/lookahead-error.ts';
import { described } from '../functions/config/fields.ts';
import { nearest } from '../functions/config/nearest.ts';

type Problem = { readonly what: string; readonly remedy: string };

/** Context values that cannot be used. The message has one line per problem. */
export class SettingsError extends LookaheadError {
  override readonly name = 'SettingsError';

  constructor(problems: readonly Problem[]) {
    super('The context has settings that cannot be used', {
      kind: 'input',
      remedy: 'Correct the settings that the message names.',
      message: problems.map(({ what, remedy }) => `${what}. ${remedy}`).join('\n'),
    });
  }
}

// The messages of this schema are remedies: what to give instead.

/** Context from the command line is text; in `cdk.json` it may be a number. */
function wholeNumber(min: number, max: number) {
  const remedy = `Use a whole number from ${min} to ${max}.`;
  return z.coerce.number(remedy).check(z.int(remedy), z.gte(min, remedy), z.lte(max, remedy));
}

function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, `Use one of: ${words.join(', ')}.`);
}

export const settingsSchema = z.object({
  stage: described(
    z._default(
      z
        .string()
        .check(
          z.regex(
            /^[a-z][a-z0-9]{0,11}$/,
            'Use 1 to 12 lower-case letters and digits, beginning with a letter.',
          ),
        ),
      'prod',
    ),
    'Part of every name, so that several stages fit into one account.',
  ),
  config: described(
    z._default(z.string().check(z.minLength(1, 'Use the path of lookahead.yaml.')), 'lookahead.yaml'),
    'Path of the configuration, from the working directory.',
  ),
  maxConcurrency: described(
    z._default(wholeNumber(2, 1_000), 10),
    'How many reports are made at the same time at most. It limits the load on the planning service, and they share the sending rate of SES.',
  ),
  keepDays: described(
    z._default(wholeNumber(400, 36_500), 2_557),
    'Days after which an issue is removed: its snapshot, its state and its workbooks.',
  ),
  workbookDays: described(
    z.optional(wholeNumber(1, 36_500)),
    'Days after which the workbooks of an issue are removed; `keepDays` by default.',
  ),
  trialDays: described(
    z._default(wholeNumber(1, 3_650), 90),
    'Days after which test runs and previews are removed.',
  ),
  linkDays: described(z._default(wholeNumber(1, 365), 30), 'Days for which a link in a message works.'),
  alarmEmail: described(
    z.optional(z.email('Use the e-mail address that receives the alarms.')),
    'The e-mail address that receives the alarms; nobody by default.',
  ),
  identity: described(
    z._default(oneOf(['address', 'domain', 'existing']), 'address'),
    'The SES identity of the sender: created for its address, created for its domain, or one that exists.',
  ),
  sandbox: described(
    z._default(oneOf(['on', 'off']), 'off'),
    'On while the account is in the SES sandbox, which requires permission on the recipients’ identities too.',
  ),
  schedules: described(
    z.optional(oneOf(['on', 'off'])),
    'Whether reports are made on schedule; by default `on` for the stage `prod` and `off` for others, so that a second stage does not mail the same people twice.',
  ),
  reserveConcurrency: described(
    z._default(oneOf(['on', 'off']), 'on'),
    'Off for a new account, whose ten concurrent executions leave nothing to reserve.',
  ),
});

/** `@aws-cdk/…`, `aws:cdk:…`, `availability-zones:…`: context of the CDK and its plug-ins. */
const foreignName = /[@:/]/;

export type Settings = Omit<z.infer<typeof settingsSchema>, 'schedules' | 'workbookDays'> & {
  readonly workbookDays: number;
  readonly schedules: 'on' | 'off';
};

/**
 * Reads the settings from an app's context.
 * @param context all of it, including the CDK's own
 * @throws SettingsError with every name that looks misspelt, or else with every wrong value
 */
export function readSettings(context: Readonly<Record<string, unknown>>): Settings {
  const names = Object.keys(settingsSchema.shape);
  const misspelt = Object.keys(context).flatMap((name): Problem[] => {
    const [meant] = names.includes(name) || foreignName.test(name) ? [] : nearest(name, names);
    if (meant === undefined) return [];
    return [{ what: `context ${name}: not a known setting`, remedy: `Did you mean ${meant}?` }];
  });
  if (misspelt.length > 0) throw new SettingsError(misspelt);
  const given = Object.fromEntries(
    names.map((name) => [name, context[name]]).filter(([, value]) => value !== undefined && value !== null),
  );
  const { data, error } = settingsSchema.safeParse(given);
  if (error !== undefined) throw invalidValues(given, error.issues);
  const { keepDays, linkDays, workbookDays = keepDays } = data;
  if (workbookDays < linkDays || workbookDays > keepDays) {
    throw new SettingsError([
      {
        what: `context workbookDays: ${workbookDays} is not between linkDays and keepDays`,
        remedy: `Use a number from ${linkDays}, so that no link outlives its workbook, to ${keepDays}, when the whole issue is removed.`,
      },
    ]);
  }
  return { ...data, workbookDays, schedules: data.schedules ?? (data.stage === 'prod' ? 'on' : 'off') };
}

function invalidValues(
  given: Readonly<Record<string, unknown>>,
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): SettingsError {
  // One value may fail several checks, which have the same remedy.
  const remedies = new Map(issues.map(({ path: [name], message }) => [String(name), message]));
  const problems = Array.from(remedies, ([name, remedy]) => ({
    what: `context ${name}: ${JSON.stringify(given[name])} is not valid`,
    remedy,
  }));
  return new SettingsError(problems);
}
