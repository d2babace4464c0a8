/** The part of `lookahead.yaml` that says where Lookahead runs by itself. */
import * as z from 'zod/mini';
import { described } from '../fields.ts';
import { machineSchema } from './machine.ts';
import { stageName, stageSchema } from './stage.ts';

export const deploymentSchema = described(
  z.strictObject({
    stages: described(
      z.optional(z.record(stageName, stageSchema)),
      'Deployments to AWS by name: `npx cdk deploy -c stage=uk` deploys the stage uk.',
    ),
    machine: z.optional(machineSchema),
  }),
  'Where Lookahead runs by itself.',
);
