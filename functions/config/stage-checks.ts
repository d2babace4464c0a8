/**
 * Checks stages across properties and against the rest of the file: an identity that does not cover the sender, stages
 * that would send the same reports, links that would outlive their workbooks.
 */
import type { Configuration, ReportConfiguration } from './configuration.ts';
import { projectsOf } from './projects-of.ts';
import { regionOfArn, type StageSettings } from './stage/stage.ts';
import { isAllowedAddress, stageIdentity } from './stage/stage-mail.ts';
import { type Finding, findingIf, type Path } from './yaml-source.ts';

type Stage = { readonly name: string } & StageSettings;

export function stageFindings(configuration: Configuration): readonly Finding[] {
  const { from, deployment } = configuration;
  const stages = Object.entries(deployment?.stages ?? {}).map(([name, stage]) => ({ name, ...stage }));
  return [
    ...stages.flatMap((stage) => [
      ...regionFindings(stage, configuration),
      ...identityFindings(stage, from),
      ...retentionFindings(stage),
      ...linkFindings(stage),
      ...recipientFindings(stage, configuration),
    ]),
    ...stages.flatMap((stage, index) => pairFindings(stage, stages.slice(0, index), from)),
  ];
}

function stagePath(stage: Stage, ...rest: Path): Path {
  return ['deployment', 'stages', stage.name, ...rest];
}

function regionFindings(stage: Stage, { projects }: Configuration): readonly Finding[] {
  const repeated = stage.regions.flatMap((region, index) =>
    findingIf(stage.regions.indexOf(region) < index, {
      path: stagePath(stage, 'regions', index),
      message: `${JSON.stringify(region)} is listed twice`,
      remedy: 'Remove one of the two.',
    }),
  );
  if (projects.some(({ region }) => stage.regions.includes(region))) return repeated;
  return [
    ...repeated,
    {
      path: stagePath(stage, 'regions'),
      message: `no project is in ${stage.regions.join(' or ')}, so this stage has nothing to report`,
      remedy: 'Add the region of its projects, or remove the stage.',
    },
  ];
}

function identityFindings(stage: Stage, from: string): readonly Finding[] {
  const { identity } = stage;
  if (identity === undefined) return [];
  const sender = from.toLowerCase();
  if ('address' in identity) {
    return findingIf(identity.address.toLowerCase() !== sender, {
      path: stagePath(stage, 'identity', 'address'),
      message: `${identity.address} is not the sender, which is ${from}`,
      remedy: 'Make both the same.',
    });
  }
  const [property, given] =
    'domain' in identity ? ['domain', identity.domain] : ['existing', identity.existing];
  const mailFrom = 'domain' in identity ? identity.mailFrom : undefined;
  return [
    ...findingIf(!covers(given, sender), {
      path: stagePath(stage, 'identity', property),
      message: `the sender ${from} does not belong to ${given}`,
      remedy: `Name ${addressDomain(sender)} or a domain above it, or correct from.`,
    }),
    ...findingIf(mailFrom !== undefined && !mailFrom.endsWith(`.${given}`), {
      path: stagePath(stage, 'identity', 'mailFrom'),
      message: `${mailFrom} is not a subdomain of ${given}, which SES requires`,
      remedy: `Use a name below it that nothing else uses, such as bounce.${given}.`,
    }),
    ...findingIf(mailFrom !== undefined && mailFrom === addressDomain(sender), {
      path: stagePath(stage, 'identity', 'mailFrom'),
      message: `${mailFrom} is the domain of the sender, which cannot receive bounces too`,
      remedy: `Use a name that nothing else uses, such as bounce.${mailFrom}.`,
    }),
  ];
}

/** Whether an identity is the sender's address, its domain, or a domain above. */
function covers(identity: string, sender: string): boolean {
  const name = identity.toLowerCase();
  return name.includes('@') ? name === sender : `.${addressDomain(sender)}`.endsWith(`.${name}`);
}

function addressDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

function retentionFindings(stage: Stage): readonly Finding[] {
  const { issueDays, workbookDays = issueDays } = stage.retention;
  const { linkDays } = stage;
  return findingIf(workbookDays < linkDays || workbookDays > issueDays, {
    path: stagePath(stage, 'retention', 'workbookDays'),
    message: `${workbookDays} is not between linkDays (${linkDays}) and issueDays (${issueDays})`,
    remedy: `Use ${linkDays} or more, so that no link outlives its workbook, and ${issueDays} or less, when the whole issue is removed.`,
  });
}

/** An HTTP API takes certificates only of its own AWS region, and its functions read the secret there. */
function linkFindings(stage: Stage): readonly Finding[] {
  const { links = {}, awsRegion } = stage;
  const inOtherRegion = (['certificate', 'secret'] as const).flatMap((property) => {
    const arn = links[property];
    if (arn === undefined) return [];
    return findingIf(regionOfArn(arn) !== awsRegion, {
      path: stagePath(stage, 'links', property),
      message: `it is in ${regionOfArn(arn)}, and the stage is in ${awsRegion}`,
      remedy: `Name one in ${awsRegion}.`,
    });
  });
  return [...incompleteDomain(stage, links), ...inOtherRegion];
}

function incompleteDomain(
  stage: Stage,
  { domain, certificate, secret }: NonNullable<Stage['links']>,
): readonly Finding[] {
  if (domain !== undefined) {
    return findingIf(certificate === undefined, {
      path: stagePath(stage, 'links', 'certificate'),
      message: `is missing, and without it nobody can open a link on ${domain}`,
      remedy: 'Add the ARN of the ACM certificate of the domain, or remove the domain.',
    });
  }
  const given = certificate === undefined ? 'secret' : 'certificate';
  return findingIf((certificate ?? secret) !== undefined, {
    path: stagePath(stage, 'links', 'domain'),
    message: `is missing, and ${given} is only for links on a domain of your own`,
    remedy: `Add the domain, or remove ${given}.`,
  });
}

/**
 * Addresses that the stage's schedules would mail to although it may not. With schedules off, a stage may have the
 * reports of another in order to try them out: requests to mail to other domains fail there.
 */
function recipientFindings(stage: Stage, { projects, reports }: Configuration): readonly Finding[] {
  const { name, regions, allowedDomains, schedules } = stage;
  if (schedules === 'off') return [];
  return reports.flatMap((report, index) => {
    if (!projectsOf(report, projects).some(({ region }) => regions.includes(region))) return [];
    return recipientAddresses(report)
      .filter(({ address }) => !isAllowedAddress(address, allowedDomains))
      .map(({ address, path }) => ({
        path: ['reports', index, ...path],
        message: `${address} is not in a domain that the stage ${name} may mail to`,
        remedy: `Correct the address, or add its domain to deployment.stages.${name}.allowedDomains.`,
      }));
  });
}

function recipientAddresses({ to, cc, audiences, contact }: ReportConfiguration) {
  const listed = (list: readonly string[], ...path: Path) =>
    list.map((address, index) => ({ address, path: [...path, index] }));
  return [
    ...listed(to, 'to'),
    ...listed(cc, 'cc'),
    ...audiences.flatMap((audience, index) =>
      Object.entries(audience.to ?? {}).flatMap(([name, list]) =>
        listed(list, 'audiences', index, 'to', name),
      ),
    ),
    { address: contact, path: ['contact'] },
  ];
}

function pairFindings(stage: Stage, earlier: readonly Stage[], from: string): readonly Finding[] {
  return [
    ...sameReports(stage, earlier),
    ...sameBucket(stage, earlier),
    ...sameIdentity(stage, earlier, from.toLowerCase()),
    ...sameLinks(stage, earlier),
  ];
}

function sameReports(stage: Stage, earlier: readonly Stage[]): readonly Finding[] {
  if (stage.schedules !== 'on') return [];
  for (const other of earlier.filter(({ schedules }) => schedules === 'on')) {
    const region = stage.regions.find((each) => other.regions.includes(each));
    if (region === undefined) continue;
    return [
      {
        path: stagePath(stage, 'schedules'),
        message: `the stages ${other.name} and ${stage.name} both serve ${region} on schedule, so everyone would get each report twice`,
        remedy: 'Turn the schedules of one of them off.',
      },
    ];
  }
  return [];
}

function sameBucket(stage: Stage, earlier: readonly Stage[]): readonly Finding[] {
  const other = earlier.find(({ bucket }) => bucket !== undefined && bucket === stage.bucket);
  if (other === undefined) return [];
  return [
    {
      path: stagePath(stage, 'bucket'),
      message: `${stage.bucket} is the bucket of the stage ${other.name}, and each would take the other’s reports for its own`,
      remedy: 'Name another bucket, or none for a new one.',
    },
  ];
}

function sameLinks(stage: Stage, earlier: readonly Stage[]): readonly Finding[] {
  const other = earlier.find(
    ({ links }) => links?.domain !== undefined && links.domain === stage.links?.domain,
  );
  if (other === undefined) return [];
  return [
    {
      path: stagePath(stage, 'links', 'domain'),
      message: `${stage.links?.domain} is the domain of the stage ${other.name}, and its DNS record can lead to one of them only`,
      remedy: 'Name another domain, such as one with the stage in it.',
    },
  ];
}

/** SES has an identity once per account and region, and a MAIL FROM domain leads to one region only. */
function sameIdentity(stage: Stage, earlier: readonly Stage[], sender: string): readonly Finding[] {
  const mine = createdIdentity(stage, sender);
  if (mine === undefined) return [];
  return earlier.flatMap((other) => {
    const theirs = createdIdentity(other, sender);
    if (theirs === undefined) return [];
    // A stage without an account is in whichever it is deployed to.
    const isSameAccount =
      other.account === undefined || stage.account === undefined || other.account === stage.account;
    const isSamePlace = other.awsRegion === stage.awsRegion && isSameAccount;
    if (isSamePlace && mine.name === theirs.name) {
      return [
        {
          path: stagePath(stage, ...(stage.identity === undefined ? [] : ['identity'])),
          message: `the stage ${other.name} creates the SES identity ${mine.name} in ${stage.awsRegion} already, where there can be one only`,
          remedy: `Use identity: { existing: ${mine.name} } in one of them; deploy the other first. If they are in two accounts, set account in both.`,
        },
      ];
    }
    if (!isSamePlace && mine.mailFrom !== undefined && mine.mailFrom === theirs.mailFrom) {
      return [
        {
          path: stagePath(stage, 'identity', 'mailFrom'),
          message: `${mine.mailFrom} is the mailFrom of the stage ${other.name} too, and its MX record can lead to one AWS region only`,
          remedy: 'Give each stage its own, or remove both for names with the stage in them.',
        },
      ];
    }
    return [];
  });
}

function createdIdentity(
  stage: Stage,
  sender: string,
): { readonly name: string; readonly mailFrom?: string } | undefined {
  const identity = stageIdentity(stage, sender);
  switch (identity.kind) {
    case 'existing':
      return undefined;
    case 'address':
      return { name: identity.address.toLowerCase() };
    case 'domain':
      return { name: identity.domain, mailFrom: identity.mailFrom };
  }
}
