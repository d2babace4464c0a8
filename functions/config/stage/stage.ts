import * as z from 'zod/mini';
import {
  awsRegionNamePattern,
  domainSchema,
  emailAddressSchema,
  linkDaysSchema,
  patternTextSchema,
  planningRegionSchema,
  wholeNumberSchema,
  withDescription,
} from '#config/fields.ts';

export const stageNameSchema = patternTextSchema(
  /^[a-z][a-z0-9]{0,11}$/,
  'is not a valid name of a stage. Use 1 to 12 lower-case letters and digits, beginning with a letter.',
);

function onOrOff(byDefault: 'on' | 'off') {
  return z._default(z.enum(['on', 'off']), byDefault);
}

const identitySchema = z.union(
  [
    z.strictObject({
      domain: withDescription(domainSchema, 'Domain whose identity is created, signed by Easy DKIM.'),
      mailFrom: withDescription(
        z.optional(domainSchema),
        'Subdomain that bounces go to, used for nothing else; by default `bounce-<stage>` below the domain.',
      ),
    }),
    z.strictObject({
      address: withDescription(
        emailAddressSchema,
        'The sender, for which an identity of its own is created. Its mail is not signed by its domain, so many servers reject it.',
      ),
    }),
    z.strictObject({
      existing: withDescription(
        z.union([domainSchema, emailAddressSchema]),
        'Domain or address whose identity exists in this account and AWS region.',
      ),
    }),
  ],
  'Use one of { domain: example.com }, { address: lookahead@example.com }, { existing: example.com }.',
);

const retentionSchema = z.strictObject({
  issueDays: withDescription(
    z._default(wholeNumberSchema(400, 36_500), 2_557),
    'Days until an issue is removed, with its workbooks.',
  ),
  workbookDays: withDescription(
    z.optional(wholeNumberSchema(1, 36_500)),
    'Days until its workbooks are removed; issueDays by default.',
  ),
  testRunDays: withDescription(
    z._default(wholeNumberSchema(1, 3_650), 90),
    'Days until test runs and previews are removed.',
  ),
});

const allowedDomains = withDescription(
  z.optional(
    z
      .array(withDescription(domainSchema, 'A domain, without its subdomains: list those separately.'))
      .check(z.minLength(1, 'is empty. Add at least one domain, or remove the list for all.')),
  ),
  'Domains that reports may be mailed to, also on request; all by default.',
);

const readApi = withDescription(
  z.optional(
    z.strictObject({
      requestsPerSecond: withDescription(
        z.optional(wholeNumberSchema(1, 10_000)),
        'Requests a second, with and without keys; more get 429. 100 by default, or 5 with reserveConcurrency off.',
      ),
      corsOrigins: withDescription(
        z._default(
          z.array(
            patternTextSchema(
              /^https?:\/\/[a-z0-9.-]+(?::[0-9]{1,5})?$/,
              'is not the origin of a web page. Write only scheme and host, such as https://app.example.com.',
            ),
          ),
          [],
        ),
        'Origins of web pages that may read it, such as https://app.example.com.',
      ),
    }),
  ),
  'The Planning Read API of imported programmes, served by this stage; {} turns it on.',
);

const arnPattern = /^arn:aws[a-z-]*:([a-z]+):([a-z0-9-]+):[0-9]{12}:(.+)$/;

function arnSchema(service: 'acm' | 'secretsmanager', example: string) {
  const isOne = (text: string) => arnPattern.exec(text)?.[1] === service;
  return z.string().check(z.refine(isOne, `is not such an ARN. Write it whole, such as ${example}.`));
}

export function regionOfArn(text: string): string {
  return arnPattern.exec(text)?.[2] ?? '';
}

const links = withDescription(
  z.optional(
    z.strictObject({
      domain: withDescription(
        z.optional(domainSchema),
        'Domain that nothing else uses, such as lookahead.example.com. Changing it breaks links already sent.',
      ),
      certificate: withDescription(
        z.optional(arnSchema('acm', 'arn:aws:acm:eu-west-2:123456789012:certificate/1a2b3c4d')),
        'ARN of its ACM certificate, in the AWS region of the stage.',
      ),
      secret: withDescription(
        z.optional(
          arnSchema('secretsmanager', 'arn:aws:secretsmanager:eu-west-2:123456789012:secret:Links-1a2b3c'),
        ),
        'ARN of the link secret left by a deleted stack, so that its links keep working.',
      ),
      perSecond: withDescription(
        z.optional(wholeNumberSchema(1, 10_000)),
        'Requests a second; more get 429. 28 by default, twice the 14 mails a second that SES sends at first, because mail gateways open links too; 10 with reserveConcurrency off. What reserveConcurrency keeps for links is enough for about 60.',
      ),
    }),
  ),
  'Links in messages: a domain of your own, by default a host of AWS, which mail gateways distrust; and how many may be opened.',
);

export const stageSchema = withDescription(
  z.strictObject({
    awsRegion: withDescription(
      patternTextSchema(
        awsRegionNamePattern,
        'is not the name of an AWS region. Write it as AWS does, such as eu-west-2 or ap-southeast-2.',
      ),
      'AWS region of the stage.',
    ),
    account: withDescription(
      z.optional(
        patternTextSchema(
          /^[0-9]{12}$/,
          'is not the number of an AWS account. Write its 12 digits, in quotes.',
        ),
      ),
      'Number of the AWS account, in quotes. If set, deploying to any other account is refused.',
    ),
    regions: withDescription(
      z.array(planningRegionSchema).check(z.minLength(1, 'is empty. Name at least one region.')),
      'Regions of the planning service whose projects this stage reports on.',
    ),
    production: withDescription(
      onOrOff('off'),
      'On: the stack cannot be deleted, and logs are kept for six months, not one.',
    ),
    schedules: withDescription(
      onOrOff('off'),
      'On: reports are made and sent on schedule. Off: none becomes due or is made up for later; those already due still go out.',
    ),
    identity: withDescription(
      z.optional(identitySchema),
      'SES identity of the sender; by default that of the domain of `from` is created.',
    ),
    sandbox: withDescription(onOrOff('off'), 'On while the account is in the SES sandbox.'),
    alarmAddress: withDescription(
      z.optional(emailAddressSchema),
      'Who receives the alarms; nobody by default.',
    ),
    retention: withDescription(
      z._default(retentionSchema, { issueDays: 2_557, testRunDays: 90 }),
      'When stored reports are removed.',
    ),
    linkDays: linkDaysSchema,
    links,
    maxConcurrency: withDescription(
      z.optional(wholeNumberSchema(2, 1_000)),
      'Maximum number of reports made at the same time, to limit the load on the planning service. 10 by default, or 2 with reserveConcurrency off.',
    ),
    reserveConcurrency: withDescription(
      onOrOff('on'),
      'On: reserves executions for functions that must not wait. The account needs a limit of 114, or 134 with readApi, and 14 or 34 more for each further stage in the AWS region. Off for a new account, whose limit is ten.',
    ),
    bucket: withDescription(
      z.optional(
        patternTextSchema(
          /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
          'is not the name of a bucket. Write the name that the output ArchiveBucket gave.',
        ),
      ),
      'Bucket left by a deleted stack, to continue its issues.',
    ),
    allowedDomains,
    readApi,
  }),
  'A deployment to AWS.',
);
export const tagsSchema = withDescription(
  z.optional(
    z
      .record(
        patternTextSchema(
          /^(?!aws:|(?:application|stage|commit)$)[\p{L}\p{N} +=._:/@-]{1,128}$/iu,
          'is not an available name of a tag. Use up to 128 letters, digits, spaces and + - = . _ : / @; not application, stage, commit or a name of AWS.',
        ),
        patternTextSchema(
          /^[\p{L}\p{N} +=._:/@-]{1,256}$/u,
          'is not a value of a tag. Use 1 to 256 letters, digits, spaces and + - = . _ : / @.',
        ),
      )
      .check(
        z.refine(
          (tags) =>
            new Set(Object.keys(tags).map((name) => name.toLowerCase())).size === Object.keys(tags).length,
          'has two names that differ only in case, which IAM treats as one. Remove one of them.',
        ),
        // AWS allows 50 tags, and the stack itself has three.
        z.refine((tags) => Object.keys(tags).length <= 47, 'has more than 47 tags. Remove some.'),
      ),
  ),
  'Further tags of all AWS resources, such as { cost-centre: "4711" }.',
);

export const budgetSchema = withDescription(
  z.optional(
    z.strictObject({
      dollars: withDescription(wholeNumberSchema(1, 1_000_000), 'US dollars a month, of the whole account.'),
      address: withDescription(
        emailAddressSchema,
        'Who is notified when it is spent, or is forecast to be spent within the month.',
      ),
    }),
  ),
  "An AWS budget in each stage's account: it sends a mail, but stops no spending.",
);

export type Budget = NonNullable<z.infer<typeof budgetSchema>>;
export type StageSettings = z.infer<typeof stageSchema>;
export type MailIdentitySettings = z.infer<typeof identitySchema>;
