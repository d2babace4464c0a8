import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '#config/configuration-error.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import { aConfigurationText } from '../support/builders/a-configuration.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const uk = '{ awsRegion: eu-west-2, regions: [gb] }';

/** Loads a file that ends with these stages, one per line; the first is on line 18. */
async function load(...stages: readonly string[]) {
  const file = join(await temporaryDirectory(), 'lookahead.yaml');
  const lines = ['deployment:', '  stages:', ...stages.map((stage) => `    ${stage}`), ''];
  await writeFile(file, aConfigurationText() + lines.join('\n'));
  return loadConfiguration(file);
}

async function problemsOf(...stages: readonly string[]): Promise<readonly string[]> {
  const error = await load(...stages).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) return [];
  if (!(error instanceof ConfigurationError)) throw error;
  return error.message
    .split('\n')
    .map((line) => line.replace(`${error.file}:`, '').replace(/^(\d+):\d+/, '$1'));
}

/** A stage in London, with additional properties. */
const ukWith = (properties: string) => `uk: { awsRegion: eu-west-2, regions: [gb], ${properties} }`;

describe('a stage', () => {
  it('needs only its regions, and is off and unprotected by default', async () => {
    const { deployment } = await load(`uk: ${uk}`);
    expect(deployment?.stages).toEqual({
      uk: {
        awsRegion: 'eu-west-2',
        regions: ['gb'],
        production: 'off',
        schedules: 'off',
        sandbox: 'off',
        retention: { issueDays: 2557, testRunDays: 90 },
        linkDays: 30,
        reserveConcurrency: 'on',
      },
    });
  });

  it.each([
    [
      'uk: { regions: [gb] }',
      '18 deployment.stages.uk.awsRegion: is missing. Add it: text. AWS region of the stage.',
    ],
    [
      'uk: { awsRegion: London, regions: [gb] }',
      '18 deployment.stages.uk.awsRegion: "London" is not the name of an AWS region. Write it as AWS does, such as eu-west-2 or ap-southeast-2.',
    ],
    [
      'UK-1: { awsRegion: eu-west-2, regions: [gb] }',
      '18 deployment.stages.UK-1: "UK-1" is not a valid name of a stage. Use 1 to 12 lower-case letters and digits, beginning with a letter.',
    ],
    [
      ukWith('maxConcurrency: 1'),
      '18 deployment.stages.uk.maxConcurrency: 1 is invalid: expected number to be >=2. Write a whole number.',
    ],
    [
      ukWith('schedules: true'),
      '18 deployment.stages.uk.schedules: true is invalid: expected one of "on"|"off". Write on or off.',
    ],
    [
      ukWith('account: 123456789012'),
      '18 deployment.stages.uk.account: 123456789012 is read as a number. Put it in quotes: "123456789012".',
    ],
    [
      ukWith('retention: { issueDays: 30 }'),
      '18 deployment.stages.uk.retention.issueDays: 30 is invalid: expected number to be >=400. Write a whole number. Days until an issue is removed, with its workbooks.',
    ],
    [
      ukWith('retention: { issueDays: 400, workbookDays: 500 }'),
      '18 deployment.stages.uk.retention.workbookDays: 500 is not between linkDays (30) and issueDays (400). Use 30 or more, so that no link outlives its workbook, and 400 or less, when the whole issue is removed.',
    ],
    [
      ukWith('allowedDomains: [https://example.com]'),
      '18 deployment.stages.uk.allowedDomains[0]: "https://example.com" is not a domain. Write it alone, such as example.com.',
    ],
    [
      'uk: { awsRegion: eu-west-2, regions: [gb, gb] }',
      '18 deployment.stages.uk.regions[1]: "gb" is listed twice. Remove one of the two.',
    ],
    [
      'oz: { awsRegion: ap-southeast-2, regions: [au] }',
      '18 deployment.stages.oz.regions: no project is in au, so this stage has nothing to report. Add the region of its projects, or remove the stage.',
    ],
  ])('%s is refused with line and remedy', async (stage, problem) => {
    expect(await problemsOf(stage)).toEqual([problem]);
  });
});

describe('the identity of a stage', () => {
  it.each([
    '{ domain: example.com }',
    '{ domain: example.com, mailFrom: bounce.example.com }',
    '{ address: Lookahead@example.com }',
    '{ existing: example.com }',
    '{ existing: lookahead@example.com }',
  ])('may be %s', async (identity) => {
    expect(await problemsOf(ukWith(`identity: ${identity}`))).toEqual([]);
  });

  it.each([
    [
      '{ existing: ample.com }',
      '18 deployment.stages.uk.identity.existing: the sender lookahead@example.com does not belong to ample.com. Name example.com or a domain above it, or correct from.',
    ],
    [
      '{ address: reports@example.com }',
      '18 deployment.stages.uk.identity.address: reports@example.com is not the sender, which is lookahead@example.com. Make both the same.',
    ],
    [
      '{ domain: example.com, address: lookahead@example.com }',
      '18 deployment.stages.uk.identity: is invalid. Use one of { domain: example.com }, { address: lookahead@example.com }, { existing: example.com }.',
    ],
  ])('%s is refused with line and remedy', async (identity, problem) => {
    expect(await problemsOf(ukWith(`identity: ${identity}`))).toEqual([problem]);
  });
});

describe('the domains that a stage may mail to', () => {
  it('have to include every address of its reports', async () => {
    expect(await problemsOf(ukWith('schedules: on, allowedDomains: [example.com]'))).toEqual([]);
    expect(await problemsOf(ukWith('schedules: on, allowedDomains: [site.example.com]'))).toEqual([
      '14 reports[0].to[0]: works.manager@example.com is not in a domain that the stage uk may mail to. Correct the address, or add its domain to deployment.stages.uk.allowedDomains.',
      '15 reports[0].contact: planner@example.com is not in a domain that the stage uk may mail to. Correct the address, or add its domain to deployment.stages.uk.allowedDomains.',
    ]);
  });
});

describe('two stages', () => {
  const test = (properties = '') =>
    `test: { awsRegion: eu-west-2, regions: [gb], identity: { existing: example.com }${properties} }`;

  it('may serve the same region if at most one of them has schedules that are on', async () => {
    expect(await problemsOf(ukWith('schedules: on'), test())).toEqual([]);
    expect(await problemsOf(ukWith('schedules: on'), test(', schedules: on'))).toEqual([
      '19 deployment.stages.test.schedules: the stages uk and test both serve gb on schedule, so everyone would get each report twice. Turn the schedules of one of them off.',
    ]);
  });

  it('may not create the same identity in one AWS region', async () => {
    expect(await problemsOf(`uk: ${uk}`, `test: ${uk}`)).toEqual([
      '19 deployment.stages.test: the stage uk creates the SES identity example.com in eu-west-2 already, where there can be one only. Use identity: { existing: example.com } in one of them; deploy the other first. If they are in two accounts, set account in both.',
    ]);
    expect(await problemsOf(`uk: ${uk}`, 'eu: { awsRegion: eu-west-1, regions: [gb] }')).toEqual([]);
  });

  it('may not receive bounces at the same domain in two AWS regions', async () => {
    const identity = 'identity: { domain: example.com, mailFrom: bounce.example.com }';
    expect(
      await problemsOf(ukWith(identity), `eu: { awsRegion: eu-west-1, regions: [gb], ${identity} }`),
    ).toEqual([
      '19 deployment.stages.eu.identity.mailFrom: bounce.example.com is the mailFrom of the stage uk too, and its MX record can lead to one AWS region only. Give each stage its own, or remove both for names with the stage in them.',
    ]);
  });

  it('may not share a bucket', async () => {
    expect(await problemsOf(ukWith('bucket: left-over'), test(', bucket: left-over'))).toEqual([
      '19 deployment.stages.test.bucket: left-over is the bucket of the stage uk, and each would take the other’s reports for its own. Name another bucket, or none for a new one.',
    ]);
  });
});

describe('links on a domain of one’s own', () => {
  const certificate = 'arn:aws:acm:eu-west-2:123456789012:certificate/1a2b3c4d-0000-4000-8000-1a2b3c4d5e6f';
  const secret = 'arn:aws:secretsmanager:eu-west-2:123456789012:secret:SecretsLinkSecret-1a2b3c';
  const links = (more = '', domain = 'lookahead.example.com') =>
    `links: { domain: ${domain}, certificate: '${certificate}'${more} }`;

  it('have a certificate and a secret in the AWS region of the stage', async () => {
    expect(await problemsOf(ukWith(links(`, secret: '${secret}'`)))).toEqual([]);
    const elsewhere = (text: string) => text.replaceAll('eu-west-2:', 'us-east-1:');
    expect(await problemsOf(ukWith(elsewhere(links(`, secret: '${secret}'`))))).toEqual([
      '18 deployment.stages.uk.links.certificate: it is in us-east-1, and the stage is in eu-west-2. Name one in eu-west-2.',
      '18 deployment.stages.uk.links.secret: it is in us-east-1, and the stage is in eu-west-2. Name one in eu-west-2.',
    ]);
  });

  it('require the whole ARN of the certificate, not its id or the ARN of a secret', async () => {
    const wrong = [links().replace(certificate, '1a2b3c4d'), links().replace(':acm:', ':secretsmanager:')];
    for (const text of wrong) {
      expect(await problemsOf(ukWith(text))).toEqual([
        expect.stringMatching(
          /links\.certificate: .* is not such an ARN\. Write it whole, such as arn:aws:acm:/,
        ),
      ]);
    }
  });

  it.each([
    [
      'domain: lookahead.example.com',
      'links.certificate: is missing, and without it nobody can open a link on lookahead.example.com. Add the ARN of the ACM certificate of the domain, or remove the domain.',
    ],
    [
      `certificate: '${certificate}', secret: '${secret}'`,
      'links.domain: is missing, and certificate is only for links on a domain of your own. Add the domain, or remove certificate.',
    ],
    [
      `secret: '${secret}', perSecond: 40`,
      'links.domain: is missing, and secret is only for links on a domain of your own. Add the domain, or remove secret.',
    ],
  ])('are refused with %s alone', async (properties, problem) => {
    expect(await problemsOf(ukWith(`links: { ${properties} }`))).toEqual([
      `18 deployment.stages.uk.${problem}`,
    ]);
  });

  it('are not needed to limit how many links are opened per second, even in two stages', async () => {
    const perSecond = 'links: { perSecond: 40 }';
    const second = ukWith(`identity: { existing: example.com }, ${perSecond}`).replace('uk:', 'test:');
    expect(await problemsOf(ukWith(perSecond), second)).toEqual([]);
  });

  it('lead to one stage only', async () => {
    const second = ukWith(`identity: { existing: example.com }, ${links()}`).replace('uk:', 'test:');
    expect(await problemsOf(ukWith(links()), second)).toEqual([
      '19 deployment.stages.test.links.domain: lookahead.example.com is the domain of the stage uk, and its DNS record can lead to one of them only. Name another domain, such as one with the stage in it.',
    ]);
  });
});

describe('the settings of every stage', () => {
  const problemsWith = (line: string) => problemsOf(`uk: ${uk}`, `\n  ${line}`);

  it('may be tags other than those of Lookahead and AWS, and a budget', async () => {
    const { deployment } = await load(
      `uk: ${uk}`,
      '\n  tags: { owner: Planning, cost-centre: "4711" }',
      '\n  budget: { dollars: 100, address: finance@example.com }',
    );
    expect(deployment).toMatchObject({
      tags: { owner: 'Planning', 'cost-centre': '4711' },
      budget: { dollars: 100, address: 'finance@example.com' },
    });
  });

  it.each([
    ['tags: { stage: x }', 'is not an available name of a tag'],
    ['tags: { aws:owner: x }', 'is not an available name of a tag'],
    ['tags: { owner: "a;b" }', 'is not a value of a tag'],
    ['tags: { owner: "" }', 'is not a value of a tag'],
    ['tags: { owner: x, Owner: y }', 'has two names that differ only in case'],
    [
      `tags: { ${Array.from({ length: 48 }, (_, index) => `tag${index}: x`).join(', ')} }`,
      'has more than 47 tags',
    ],
    ['budget: { dollars: 0, address: finance@example.com }', 'deployment.budget.dollars'],
    ['budget: { dollars: 5 }', 'deployment.budget.address: is missing'],
  ])('may not be %s', async (line, said) => {
    expect(await problemsWith(line)).toEqual([expect.stringContaining(said)]);
  });
});
