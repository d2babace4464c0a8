/**
 * Checks stages across properties and against the rest of the file: an identity that does not cover the sender, stages
 * that would send the same reports, links that would outlive their workbooks.
 */
import type { Configuration, ReportConfiguration } from './configuration.ts';
import type { ConfigurationCheckRow, PropertyPath } from './configuration-error.ts';
import { projectsOfReport } from './projects-of.ts';
import { regionOfArn, type StageSettings } from './stage/stage.ts';
import { isAllowedAddress, mailIdentityOfStage } from './stage/stage-mail.ts';

type Stage = { readonly name: string; readonly path: PropertyPath } & StageSettings;

export function* stageChecks(configuration: Configuration): Generator<ConfigurationCheckRow> {
  const { from, deployment, projects } = configuration;
  const stages = Object.entries(deployment?.stages ?? {}).map(
    ([name, stage]): Stage => ({ name, path: ['deployment', 'stages', name], ...stage }),
  );
  for (const stage of stages) {
    const { path, regions, retention, linkDays } = stage;
    for (const [index, region] of regions.entries()) {
      yield [
        regions.indexOf(region) < index,
        [...path, 'regions', index],
        `${JSON.stringify(region)} is listed twice`,
        'Remove one of the two.',
      ];
    }
    yield [
      !projects.some(({ region }) => regions.includes(region)),
      [...path, 'regions'],
      `no project is in ${regions.join(' or ')}, so this stage has nothing to report`,
      'Add the region of its projects, or remove the stage.',
    ];
    yield* identityChecks(stage, from);
    const { issueDays, workbookDays = issueDays } = retention;
    yield [
      workbookDays < linkDays || workbookDays > issueDays,
      [...path, 'retention', 'workbookDays'],
      `${workbookDays} is not between linkDays (${linkDays}) and issueDays (${issueDays})`,
      `Use ${linkDays} or more, so that no link outlives its workbook, and ${issueDays} or less, when the whole issue is removed.`,
    ];
    yield* linkChecks(stage);
    yield* addressChecks(stage, configuration);
  }
  for (const [index, stage] of stages.entries()) {
    for (const other of stages.slice(0, index)) yield* pairChecks(stage, other, from.toLowerCase());
  }
}

function* identityChecks({ identity, path }: Stage, from: string): Generator<ConfigurationCheckRow> {
  if (identity === undefined) return;
  const at = (property: string) => [...path, 'identity', property];
  const sender = from.toLowerCase();
  const senderDomain = addressDomain(sender);
  if ('address' in identity) {
    const { address } = identity;
    yield [
      address.toLowerCase() !== sender,
      at('address'),
      `${address} is not the sender, which is ${from}`,
      'Make both the same.',
    ];
    return;
  }
  const [property, given] =
    'domain' in identity ? ['domain', identity.domain] : ['existing', identity.existing];
  const name = given.toLowerCase();
  // An identity covers its own address, or its domain with all subdomains.
  const isCovered = name.includes('@') ? name === sender : `.${senderDomain}`.endsWith(`.${name}`);
  yield [
    !isCovered,
    at(property),
    `the sender ${from} does not belong to ${given}`,
    `Name ${senderDomain} or a domain above it, or correct from.`,
  ];
  const { mailFrom = undefined } = 'domain' in identity ? identity : {};
  yield [
    mailFrom?.endsWith(`.${given}`) === false,
    at('mailFrom'),
    `${mailFrom} is not a subdomain of ${given}, which SES requires`,
    `Use a name below it that nothing else uses, such as bounce.${given}.`,
  ];
  yield [
    mailFrom === senderDomain,
    at('mailFrom'),
    `${mailFrom} is the domain of the sender, which cannot receive bounces too`,
    `Use a name that nothing else uses, such as bounce.${mailFrom}.`,
  ];
}

function addressDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/**
 * Checks the certificate and the secret of links: an HTTP API accepts certificates only of its own AWS region, and its
 * functions read the secret there.
 */
function* linkChecks({ links = {}, awsRegion, path }: Stage): Generator<ConfigurationCheckRow> {
  const { domain, certificate, secret } = links;
  const at = (property: string) => [...path, 'links', property];
  yield [
    domain !== undefined && certificate === undefined,
    at('certificate'),
    `is missing, and without it nobody can open a link on ${domain}`,
    'Add the ARN of the ACM certificate of the domain, or remove the domain.',
  ];
  const given = certificate === undefined ? 'secret' : 'certificate';
  yield [
    domain === undefined && links[given] !== undefined,
    at('domain'),
    `is missing, and ${given} is only for links on a domain of your own`,
    `Add the domain, or remove ${given}.`,
  ];
  for (const [property, arn = ''] of Object.entries({ certificate, secret })) {
    const region = regionOfArn(arn);
    yield [
      arn !== '' && region !== awsRegion,
      at(property),
      `it is in ${region}, and the stage is in ${awsRegion}`,
      `Name one in ${awsRegion}.`,
    ];
  }
}

/**
 * Finds addresses to which the stage's schedules would mail although `allowedDomains` does not allow it. A stage with
 * schedules off is not checked, so that it can try out the reports of another stage; requests there fail if they mail
 * other domains.
 */
function* addressChecks(
  stage: Stage,
  { projects, reports }: Configuration,
): Generator<ConfigurationCheckRow> {
  const { name, regions, allowedDomains, schedules } = stage;
  if (schedules === 'off') return;
  for (const [index, report] of reports.entries()) {
    if (!projectsOfReport(report, projects).some(({ region }) => regions.includes(region))) continue;
    for (const [address, ...path] of reportAddresses(report)) {
      yield [
        !isAllowedAddress(address, allowedDomains),
        ['reports', index, ...path],
        `${address} is not in a domain that the stage ${name} may mail to`,
        `Correct the address, or add its domain to deployment.stages.${name}.allowedDomains.`,
      ];
    }
  }
}

/** Each address of a report, with its path. */
function reportAddresses({ to, cc, audiences, contact }: ReportConfiguration) {
  const listed = (list: readonly string[], ...path: PropertyPath) =>
    list.map((address, index) => [address, ...path, index] as const);
  return [
    ...listed(to, 'to'),
    ...listed(cc, 'cc'),
    ...audiences.flatMap(({ to: named = {} }, index) =>
      Object.entries(named).flatMap(([name, list]) => listed(list, 'audiences', index, 'to', name)),
    ),
    [contact, 'contact'] as const,
  ];
}

/** Conflicts between two stages, reported on the later one. */
function* pairChecks(stage: Stage, other: Stage, sender: string): Generator<ConfigurationCheckRow> {
  const { name, path, regions, bucket, links, awsRegion, account } = stage;
  const region = regions.find((each) => other.regions.includes(each));
  yield [
    stage.schedules === 'on' && other.schedules === 'on' && region !== undefined,
    [...path, 'schedules'],
    `the stages ${other.name} and ${name} both serve ${region} on schedule, so everyone would get each report twice`,
    'Turn the schedules of one of them off.',
  ];
  yield [
    bucket !== undefined && bucket === other.bucket,
    [...path, 'bucket'],
    `${bucket} is the bucket of the stage ${other.name}, and each would take the other’s reports for its own`,
    'Name another bucket, or none for a new one.',
  ];
  yield [
    links?.domain !== undefined && links.domain === other.links?.domain,
    [...path, 'links', 'domain'],
    `${links?.domain} is the domain of the stage ${other.name}, and its DNS record can lead to one of them only`,
    'Name another domain, such as one with the stage in it.',
  ];
  // An account can have an SES identity only once per region, and a MAIL FROM domain leads to only one region.
  const [mine, theirs] = [stage, other].map((each) => createdIdentity(each, sender));
  // A stage without `account` may be deployed to any account.
  const isSameAccount = !account || !other.account || account === other.account;
  const isSamePlace = awsRegion === other.awsRegion && isSameAccount;
  yield [
    isSamePlace && mine?.name !== undefined && mine.name === theirs?.name,
    stage.identity === undefined ? path : [...path, 'identity'],
    `the stage ${other.name} creates the SES identity ${mine?.name} in ${awsRegion} already, where there can be one only`,
    `Use identity: { existing: ${mine?.name} } in one of them; deploy the other first. If they are in two accounts, set account in both.`,
  ];
  yield [
    !isSamePlace && mine?.mailFrom !== undefined && mine.mailFrom === theirs?.mailFrom,
    [...path, 'identity', 'mailFrom'],
    `${mine?.mailFrom} is the mailFrom of the stage ${other.name} too, and its MX record can lead to one AWS region only`,
    'Give each stage its own, or remove both for names with the stage in them.',
  ];
}

function createdIdentity(
  stage: Stage,
  sender: string,
): { readonly name?: string; readonly mailFrom?: string } {
  const identity = mailIdentityOfStage(stage, sender);
  switch (identity.kind) {
    case 'existing':
      return {};
    case 'address':
      return { name: identity.address.toLowerCase() };
    case 'domain':
      return { name: identity.domain, mailFrom: identity.mailFrom };
  }
}
