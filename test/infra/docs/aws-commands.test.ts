import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dispatchEvent } from '../../../functions/cloud/dispatch-event.ts';
import { answerRequest } from '../../../functions/delivery/request/answer-request.ts';
import { readDeployment } from '../../../infra/deployment.ts';
import { awsCommands } from '../../../infra/docs/aws-commands.ts';
import { anInvocation, aSiteConfiguration, aWorld } from '../../support/a-world.ts';
import { planningOnLoopback } from '../../support/planning/planning-on-loopback.ts';
import { awsArguments, invokePayload } from '../../support/shell-command.ts';

describe('a command of the documents', () => {
  it.each(Object.values(awsCommands))('can be pasted into a shell: %s', (command) => {
    const [service = ''] = awsArguments(command);
    expect(['secretsmanager', 'sesv2', 'lambda', 'sqs']).toContain(service);
  });

  it('starts dispatch by hand', async () => {
    const services = aWorld();
    const dispatched = await dispatchEvent(invokePayload(awsCommands['start-dispatch']), services);
    expect(dispatched).toMatchObject({ due: 1, manifest: 'written' });
  });

  it('sends a first mail', async () => {
    const planning = await planningOnLoopback();
    const services = aWorld({ configuration: aSiteConfiguration(planning.url) });
    await answerRequest(invokePayload(awsCommands['request-report']), anInvocation(), services);
    expect(services.mailer.taken.map(({ recipients }) => recipients)).toEqual([['you@example.com']]);
  });

  it('creates the secret that lookahead.yaml names', async () => {
    const { secretNames } = await readDeployment(
      resolve(import.meta.dirname, '../../../lookahead.yaml'),
      'uk',
    );
    expect(awsArguments(awsCommands['create-secret'])).toContain(secretNames[0]);
  });
});
