import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { carryOutReportRequest } from '#queue/carry-out-report-request.ts';
import { anInvocation, aSiteConfiguration, aWorld } from '../support/a-world.ts';
import { aDeployment, templateOf } from '../support/infra/a-deployment.ts';
import { planningOnLoopback } from '../support/planning/planning-on-loopback.ts';
import { argumentsOf, invokePayload } from '../support/shell-command.ts';

const template = templateOf(await aDeployment());
const output = z.object({ Value: z.string() });
const onDemand = output.parse(template.findOutputs('OnDemandReport')['OnDemandReport']).Value;

describe('the command in the output OnDemandReport', () => {
  const ask = async (payload: unknown) => {
    const planning = await planningOnLoopback();
    const services = aWorld({ configuration: aSiteConfiguration(planning.url) });
    return { answer: await carryOutReportRequest(payload, anInvocation(), services), services };
  };

  it('invokes the report function, and waits for its answer', () => {
    expect(argumentsOf('aws', onDemand)).toEqual([
      'lambda',
      'invoke',
      '--region',
      'eu-west-2',
      '--function-name',
      'lookahead-prod-report',
      '--cli-binary-format',
      'raw-in-base64-out',
      '--cli-read-timeout',
      '0',
      '--payload',
      '{"project":"riverside","report":"weekly","mode":"preview"}',
      'answer.json',
    ]);
  });

  it('makes the report and sends it to nobody', async () => {
    const { answer, services } = await ask(invokePayload(onDemand));
    expect(answer).toMatchObject({ ok: true, mode: 'preview', reports: [{ project: 'riverside' }] });
    expect(services.mailer.taken).toEqual([]);
  });
});
