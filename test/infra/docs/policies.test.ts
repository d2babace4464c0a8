import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentedCommands, exampleLinkSecret } from '../../../infra/docs/commands.ts';
import { policies, policyBlock, trustPolicies } from '../../../infra/docs/policies.ts';
import { type Asked, isAllowed, policySchema } from '../../integration/runtime/roles.ts';
import { argumentsOf } from '../../support/shell-command.ts';

const operator = [policies.status, policies.operator].flatMap(
  (policy) => policySchema.shape.PolicyDocument.parse(policy).Statement,
);
const place = 'eu-west-2:123456789012';
const guide = readFileSync(join(import.meta.dirname, '../../../docs/operate.md'), 'utf8');
const commands = Object.entries(documentedCommands).filter(([name]) =>
  guide.includes(`<!-- generated: command ${name} -->`),
);

/** What a command of the guide asks of AWS. */
function askedBy(line: string): readonly Asked[] {
  const words = argumentsOf('aws', line);
  const optionOf = (option: string) => words[words.indexOf(option) + 1] ?? '';
  const secret = optionOf('--secret-id');
  // Secrets Manager appends a hyphen and six characters to a name.
  const secretArn = secret.startsWith('arn:')
    ? secret
    : `arn:aws:secretsmanager:${place}:secret:${secret}-AbCdEf`;
  const dropped = `arn:aws:sqs:${place}:lookahead-uk-EventsDropped`;
  switch (`${words[0]} ${words[1]}`) {
    case 'lambda invoke':
      return [
        {
          action: 'lambda:InvokeFunction',
          resources: [`arn:aws:lambda:${place}:function:${optionOf('--function-name')}`],
        },
      ];
    case 'secretsmanager get-secret-value':
      return [{ action: 'secretsmanager:GetSecretValue', resources: [secretArn] }];
    case 'secretsmanager put-secret-value':
      return [{ action: 'secretsmanager:PutSecretValue', resources: [secretArn] }];
    case 'sqs receive-message':
      return [{ action: 'sqs:ReceiveMessage', resources: [dropped] }];
    case 'sqs purge-queue':
      return [{ action: 'sqs:PurgeQueue', resources: [dropped] }];
    case 'sqs start-message-move-task': {
      const source = [optionOf('--source-arn')];
      return [
        ...['StartMessageMoveTask', 'ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((name) => ({
          action: `sqs:${name}`,
          resources: source,
        })),
        { action: 'sqs:SendMessage', resources: [optionOf('--destination-arn')] },
      ];
    }
  }
  throw new Error(`It is not known here what the command needs: ${line}`);
}

describe('an operator', () => {
  it.each(commands)('may run the command %s of docs/operate.md', (_, line) => {
    expect(askedBy(line).filter((asked) => !isAllowed(operator, asked))).toEqual([]);
  });

  it('may rotate the link secret, which needs its value, and reads no key of the planning service', () => {
    expect(commands.map(([name]) => name)).toEqual(
      expect.arrayContaining(['read-link-secret', 'put-link-secret']),
    );
    const read = (arn: string) =>
      isAllowed(operator, { action: 'secretsmanager:GetSecretValue', resources: [arn] });
    expect(read(exampleLinkSecret)).toBe(true);
    expect(read(`arn:aws:secretsmanager:${place}:secret:lookahead/planning-AbCdEf`)).toBe(false);
  });

  it('may query the logs of the functions, and no others', () => {
    const may = (action: string, resource: string) => isAllowed(operator, { action, resources: [resource] });
    const group = (name: string) => `arn:aws:logs:${place}:log-group:${name}:*`;
    expect(may('logs:StartQuery', group('/aws/lambda/lookahead-uk-report'))).toBe(true);
    expect(may('logs:StartQuery', group('/aws/lambda/payroll'))).toBe(false);
    expect(may('logs:DescribeLogGroups', `arn:aws:logs:${place}:log-group::log-stream:`)).toBe(true);
    expect(may('logs:GetQueryResults', '*')).toBe(true);
    expect(may('logs:StopQuery', '*')).toBe(true);
  });
});

it('a policy of the documents says the same with a string in place of a list of one', () => {
  for (const policy of [policies.operator, policies.cloudformation]) {
    const written: unknown = JSON.parse(policyBlock(policy).replaceAll(/^```.*$/gm, ''));
    const { parse } = policySchema.shape.PolicyDocument;
    expect(parse(written)).toEqual(parse(policy));
  }
  expect(policyBlock(trustPolicies['deploy role'])).toContain(
    ':sub": "repo:example/lookahead:environment:uk"',
  );
});
