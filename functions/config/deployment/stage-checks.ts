/**
 * Checks of the stages across properties and against the rest of the file: an identity that does not cover the sender,
 * stages that would send the same reports, and links that would outlive their workbooks.
 */
import * as z from 'zod/mini';
import type { Path } from '../yaml-source.ts';
import { isAllowedAddress } from './allowed-domains.ts';
import { mailFromOf } from './stage-identity.ts';

type Finding = { readonly path: Path; readonly message: string; readonly remedy: string };

// Read leniently, so that these checks also run on a file with invalid properties.
const text = z.catch(z.optional(z.string()), undefined);
const whole = z.catch(z.optional(z.int()), undefined);
const looseStage = z.catch(
  z.object({
    awsRegion: text,
    account: text,
    regions: z.catch(z.array(z.string()), []),
    schedules: text,
    identity: z.catch(
      z.optional(z.object({ domain: text, mailFrom: text, address: text, existing: text })),
      undefined,
    ),
    retention: z.catch(z.object({ issueDays: whole, workbookDays: whole }), {}),
    linkDays: whole,
    bucket: text,
    allowedDomains: z.catch(z.optional(z.array(z.string())), undefined),
  }),
  { regions: [], retention: {} },
);
const texts = z.catch(z.array(z.string()), []);
const looseReport = z.catch(
  z.object({
    projects: z.catch(z.optional(z.array(z.string())), undefined),
    to: texts,
    cc: texts,
    contact: text,
    audiences: z.catch(
      z.array(z.catch(z.object({ to: z.catch(z.record(z.string(), texts), {}) }), { to: {} })),
      [],
    ),
  }),
  { to: [], cc: [], audiences: [] },
);
const looseFile = z.catch(
  z.object({
    from: text,
    projects: z.catch(z.array(z.catch(z.object({ key: text, region: text }), {})), []),
    reports: z.catch(z.array(looseReport), []),
    deployment: z.catch(z.object({ stages: z.catch(z.record(z.string(), looseStage), {}) }), { stages: {} }),
  }),
  { projects: [], reports: [], deployment: { stages: {} } },
);
type LooseFile = z.infer<typeof looseFile>;
type Stage = { readonly name: string } & z.infer<typeof looseStage>;

/** @param file the plain data of the file, whatever else is wrong with it */
export function stageFindings(file: unknown): readonly Finding[] {
  const loose = looseFile.parse(file);
  const stages = Object.entries(loose.deployment.stages).map(([name, stage]) => ({ name, ...stage }));
  return [
    ...stages.flatMap((stage) => [
      ...regionFindings(stage, loose),
      ...identityFindings(stage, loose.from),
      ...retentionFindings(stage),
      ...recipientFindings(stage, loose),
    ]),
    ...pairFindings(stages, loose.from),
  ];
}

function pathOf(stage: Stage, ...rest: Path): Path {
  return ['deployment', 'stages', stage.name, ...rest];
}

function regionFindings(stage: Stage, { projects }: LooseFile): readonly Finding[] {
  const repeated = stage.regions.flatMap((region, index) =>
    stage.regions.indexOf(region) < index
      ? [
          {
            path: pathOf(stage, 'regions', index),
            message: `${JSON.stringify(region)} is listed twice`,
            remedy: 'Remove one of the two.',
          },
        ]
      : [],
  );
  if (stage.regions.length === 0 || projects.length === 0) return repeated;
  if (projects.some(({ region }) => region === undefined || stage.regions.includes(region))) return repeated;
  return [
    ...repeated,
    {
      path: pathOf(stage, 'regions'),
      message: `no project is in ${stage.regions.join(' or ')}, so this stage has nothing to report`,
      remedy: 'Add the region of its projects, or remove the stage.',
    },
  ];
}

function identityFindings(stage: Stage, from: string | undefined): readonly Finding[] {
  const { identity } = stage;
  if (identity === undefined || from === undefined || !from.includes('@')) return [];
  const sender = from.toLowerCase();
  const { domain, mailFrom, address, existing } = identity;
  const found: Finding[] = [];
  const given = domain ?? existing;
  if (given !== undefined && !covers(given, sender)) {
    found.push({
      path: pathOf(stage, 'identity', domain === undefined ? 'existing' : 'domain'),
      message: `the sender ${from} does not belong to ${given}`,
      remedy: `Name ${domainOf(sender)} or a domain above it, or correct from.`,
    });
  }
  if (address !== undefined && address.toLowerCase() !== sender) {
    found.push({
      path: pathOf(stage, 'identity', 'address'),
      message: `${address} is not the sender, which is ${from}`,
      remedy: 'Make both the same.',
    });
  }
  if (domain !== undefined && mailFrom !== undefined && !mailFrom.endsWith(`.${domain}`)) {
    found.push({
      path: pathOf(stage, 'identity', 'mailFrom'),
      message: `${mailFrom} is not a subdomain of ${domain}, which SES requires`,
      remedy: `Use a name below it that nothing else uses, such as bounce.${domain}.`,
    });
  }
  if (mailFrom !== undefined && mailFrom === domainOf(sender)) {
    found.push({
      path: pathOf(stage, 'identity', 'mailFrom'),
      message: `${mailFrom} is the domain of the sender, which cannot receive bounces too`,
      remedy: `Use a name that nothing else uses, such as bounce.${mailFrom}.`,
    });
  }
  return found;
}

/** Whether an identity is one of the sender: its address, its domain, or a domain above. */
function covers(identity: string, sender: string): boolean {
  const name = identity.toLowerCase();
  return name.includes('@') ? name === sender : `.${domainOf(sender)}`.endsWith(`.${name}`);
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

function retentionFindings(stage: Stage): readonly Finding[] {
  const { issueDays = 2_557, workbookDays = issueDays } = stage.retention;
  const { linkDays = 30 } = stage;
  if (workbookDays >= linkDays && workbookDays <= issueDays) return [];
  return [
    {
      path: pathOf(stage, 'retention', 'workbookDays'),
      message: `${workbookDays} is not between linkDays (${linkDays}) and issueDays (${issueDays})`,
      remedy: `Use ${linkDays} or more, so that no link outlives its workbook, and ${issueDays} or less, when the whole issue is removed.`,
    },
  ];
}

/** Addresses of the stage's reports that it may not mail to. */
function recipientFindings(stage: Stage, { projects, reports }: LooseFile): readonly Finding[] {
  if (stage.allowedDomains === undefined) return [];
  const allowedDomains = stage.allowedDomains.map((domain) => domain.toLowerCase());
  const served = projects.filter(({ region }) => region !== undefined && stage.regions.includes(region));
  return reports.flatMap((report, index) => {
    const isServed = served.some(({ key }) => report.projects?.includes(key ?? '') ?? true);
    if (!isServed) return [];
    return addressesOf(report)
      .filter(({ address }) => address.includes('@') && !isAllowedAddress(address, allowedDomains))
      .map(({ address, path }) => ({
        path: ['reports', index, ...path],
        message: `${address} is not in a domain that the stage ${stage.name} may mail to`,
        remedy: `Correct the address, or add its domain to deployment.stages.${stage.name}.allowedDomains.`,
      }));
  });
}

function addressesOf(report: LooseFile['reports'][number]) {
  const listed = (list: readonly string[], ...path: Path) =>
    list.map((address, index) => ({ address, path: [...path, index] }));
  return [
    ...listed(report.to, 'to'),
    ...listed(report.cc, 'cc'),
    ...report.audiences.flatMap(({ to }, index) =>
      Object.entries(to).flatMap(([name, list]) => listed(list, 'audiences', index, 'to', name)),
    ),
    ...(report.contact === undefined ? [] : [{ address: report.contact, path: ['contact'] }]),
  ];
}

/** What two stages may not share; told at the second of them. */
function pairFindings(stages: readonly Stage[], from: string | undefined): readonly Finding[] {
  return stages.flatMap((stage, index) => {
    const earlier = stages.slice(0, index);
    return [
      ...sameReports(stage, earlier),
      ...sameBucket(stage, earlier),
      ...(from?.includes('@') === true ? sameIdentity(stage, earlier, domainOf(from.toLowerCase())) : []),
    ];
  });
}

function sameReports(stage: Stage, earlier: readonly Stage[]): readonly Finding[] {
  if (stage.schedules !== 'on') return [];
  for (const other of earlier.filter(({ schedules }) => schedules === 'on')) {
    const region = stage.regions.find((each) => other.regions.includes(each));
    if (region === undefined) continue;
    return [
      {
        path: pathOf(stage, 'schedules'),
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
      path: pathOf(stage, 'bucket'),
      message: `${stage.bucket} is the bucket of the stage ${other.name}, and each would take the other’s reports for its own`,
      remedy: 'Name another bucket, or none for a new one.',
    },
  ];
}

/** SES has an identity once in an account and region, and a MAIL FROM domain leads to one region only. */
function sameIdentity(stage: Stage, earlier: readonly Stage[], senderDomain: string): readonly Finding[] {
  const mine = createdBy(stage, senderDomain);
  if (mine === undefined) return [];
  return earlier.flatMap((other) => {
    const theirs = createdBy(other, senderDomain);
    if (theirs === undefined) return [];
    const isSamePlace = other.awsRegion === stage.awsRegion && other.account === stage.account;
    if (isSamePlace && mine.identity === theirs.identity) {
      return [
        {
          path: pathOf(stage, ...(stage.identity === undefined ? [] : ['identity'])),
          message: `the stage ${other.name} creates the SES identity ${mine.identity} in ${stage.awsRegion} already, where there can be one only`,
          remedy: `Use identity: { existing: ${mine.identity} } in one of them; deploy the other first.`,
        },
      ];
    }
    if (!isSamePlace && mine.mailFrom !== undefined && mine.mailFrom === theirs.mailFrom) {
      return [
        {
          path: pathOf(stage, 'identity', 'mailFrom'),
          message: `${mine.mailFrom} is the mailFrom of the stage ${other.name} too, and its MX record can lead to one AWS region only`,
          remedy: 'Give each stage its own, or remove both for names with the stage in them.',
        },
      ];
    }
    return [];
  });
}

function createdBy(
  { name, identity }: Stage,
  senderDomain: string,
): { readonly identity: string; readonly mailFrom?: string } | undefined {
  if (identity?.existing !== undefined) return undefined;
  if (identity?.address !== undefined) return { identity: identity.address.toLowerCase() };
  const domain = identity?.domain ?? senderDomain;
  return { identity: domain, mailFrom: identity?.mailFrom ?? mailFromOf(name, domain) };
}
