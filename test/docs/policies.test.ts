import { describe, expect, it } from 'vitest';
import { type AskedPermission, isAllowed } from '../integration/runtime/roles.ts';
import { awsCommandsOf, awsCommandWith, policyOf } from '../support/documents.ts';
import { argumentsOf } from '../support/shell-command.ts';

const operator = ['status', 'operator'].flatMap((name) => policyOf('docs/operate.md', name));
const place = 'eu-west-2:123456789012';

/** The arguments of a command, and the values of its options. */
function wordsOf(line: string) {
  const words = argumentsOf('aws', line);
  return { words, optionOf: (option: string) => words[words.indexOf(option) + 1] ?? '' };
}

/** The permissions that a command of the documents needs. */
function askedBy(line: string): readonly AskedPermission[] {
  const { words, optionOf } = wordsOf(line);
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
  it.each(awsCommandsOf('docs/operate.md'))('may run the command of docs/operate.md: %s', (line) => {
    expect(askedBy(line).filter((asked) => !isAllowed(operator, asked))).toEqual([]);
  });

  it('may rotate the link secret, which requires its value, and may read no key of the planning service', () => {
    const linkSecret = wordsOf(awsCommandWith('get-secret-value')).optionOf('--secret-id');
    expect(awsCommandWith('links.json')).toContain(linkSecret);
    const read = (arn: string) =>
      isAllowed(operator, { action: 'secretsmanager:GetSecretValue', resources: [arn] });
    expect(read(linkSecret)).toBe(true);
    expect(read(`arn:aws:secretsmanager:${place}:secret:lookahead/planning-AbCdEf`)).toBe(false);
  });

  it('may query the logs of the functions, and no other logs', () => {
    const may = (action: string, resource: string) => isAllowed(operator, { action, resources: [resource] });
    const group = (name: string) => `arn:aws:logs:${place}:log-group:${name}:*`;
    expect(may('logs:StartQuery', group('/aws/lambda/lookahead-uk-report'))).toBe(true);
    expect(may('logs:StartQuery', group('/aws/lambda/payroll'))).toBe(false);
    expect(may('logs:DescribeLogGroups', `arn:aws:logs:${place}:log-group::log-stream:`)).toBe(true);
    expect(may('logs:GetQueryResults', '*')).toBe(true);
    expect(may('logs:StopQuery', '*')).toBe(true);
  });
});

it('a person who deploys may subscribe to topics of the stage, and to no others', () => {
  const subscribes = (topic: string) =>
    isAllowed(policyOf('docs/deploy.md', 'deployer'), { action: 'sns:Subscribe', resources: [topic] });
  expect(subscribes(wordsOf(awsCommandWith('sns subscribe')).optionOf('--topic-arn'))).toBe(true);
  expect(subscribes(`arn:aws:sns:${place}:payroll`)).toBe(false);
});
