/** Whether the roles of a template let their functions make a call, judged like IAM for the features in use. */
import * as z from 'zod/mini';

/** The logical id that a template refers to. */
export const reference = z.union([
  z.pipe(
    z.object({ Ref: z.string() }),
    z.transform(({ Ref }) => Ref),
  ),
  z.pipe(
    z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }),
    z.transform((found) => found['Fn::GetAtt'][0]),
  ),
]);

const oneOrMore = z.union([z.string(), z.array(z.string())]);
const texts = z.pipe(
  oneOrMore,
  z.transform((value) => [value].flat()),
);

/** The properties of an `AWS::IAM::Policy`. Its resources are written as `resourceText` does. */
export const policySchema = z.object({
  Roles: z.array(reference),
  PolicyDocument: z.object({
    Statement: z.array(
      z.object({
        Effect: z.literal('Allow'),
        Action: texts,
        Resource: z.pipe(
          z.unknown(),
          z.transform((resource) => [resource].flat().map(resourceText)),
        ),
        Condition: z._default(z.record(z.string(), z.record(z.string(), oneOrMore)), {}),
      }),
    ),
  }),
});

export type Statement = z.infer<typeof policySchema>['PolicyDocument']['Statement'][number];

/** A request to AWS. Every one of the resources has to be allowed. */
export type AskedPermission = {
  readonly action: string;
  /** Resources in the form of `resourceText`. */
  readonly resources: readonly string[];
  readonly context?: Readonly<Record<string, string | undefined>>;
};

/** A resource as a person writes it, such as `<ArchiveBucket>/issues/*`. */
export function resourceText(resource: unknown): string {
  const joined = z.object({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.unknown())]) }).safeParse(resource);
  if (joined.success) return joined.data['Fn::Join'][1].map(resourceText).join('');
  const named = reference.safeParse(resource);
  return named.success ? `<${named.data.replace(/[0-9A-F]{8}$/, '')}>` : String(resource);
}

/** @param policies properties of the template's `AWS::IAM::Policy` resources */
export function statementsOf(policies: readonly unknown[], role: string): readonly Statement[] {
  return policies
    .map((policy) => policySchema.parse(policy))
    .filter(({ Roles }) => Roles.includes(role))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

export function isAllowed(statements: readonly Statement[], asked: AskedPermission): boolean {
  return asked.resources.every((resource) =>
    statements.some(
      ({ Action, Resource, Condition }) =>
        Action.includes(asked.action) &&
        Resource.some((pattern) => isLike(pattern, resource)) &&
        Object.entries(Condition).every(([operator, keys]) =>
          Object.entries(keys).every(([key, values]) =>
            holds(operator, [values].flat(), asked.context?.[key]),
          ),
        ),
    ),
  );
}

function holds(operator: string, values: readonly string[], given: string | undefined): boolean {
  switch (operator) {
    case 'Null':
      return values.includes(String(given === undefined));
    case 'StringEquals':
      return given !== undefined && values.includes(given);
    case 'ArnLike':
    case 'StringLike':
      return given !== undefined && values.some((pattern) => isLike(pattern, given));
    case 'StringLikeIfExists':
      return given === undefined || values.some((pattern) => isLike(pattern, given));
  }
  throw new Error(`Nothing here knows the condition ${operator}.`);
}

/** As in IAM: a star matches any characters, including slashes; a question mark matches one. */
export function isLike(pattern: string, text: string): boolean {
  const escaped = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`).test(text);
}
