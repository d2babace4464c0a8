import type { RuntimeAnswer } from './runtime-api.ts';
import { type DeployedFunction, type Sandbox, type Surroundings, startSandbox } from './sandbox.ts';

/** A deployed function: as many execution environments as it is called at once, kept warm in between. */
export interface LambdaFunction {
  readonly deployed: DeployedFunction;
  /** Takes a warm environment where one is idle, else starts one. */
  readonly invoke: (event: unknown) => Promise<RuntimeAnswer>;
  /** Ends every environment at once, whatever it is doing; resolves when they have gone. */
  readonly killAll: () => Promise<void>;
  /** Ends one of them, as chosen. */
  readonly killOne: (choose: (alive: readonly Sandbox[]) => Sandbox | undefined) => Promise<void>;
  /** Ends the environments, as when the function is deployed anew: the next invocation starts another. */
  readonly retire: () => Promise<void>;
  /** The output of its environments, in the order in which they were started. */
  readonly log: () => string;
  /** Highest resident memory of any of its environments after an invocation, in MB, in the order of invocations. */
  readonly peaksMB: () => readonly number[];
  /** How many processes were started. */
  readonly started: () => number;
}

/** @param around asked whenever an environment is started */
export function deployFunction(deployed: DeployedFunction, around: () => Surroundings): LambdaFunction {
  const all: Sandbox[] = [];
  const idle: Sandbox[] = [];
  const peaks: number[] = [];
  return {
    deployed,
    invoke: async (event) => {
      let sandbox = idle.pop();
      while (sandbox && !sandbox.alive()) sandbox = idle.pop();
      if (!sandbox) {
        sandbox = await startSandbox(deployed, around());
        all.push(sandbox);
      }
      const answer = await sandbox.invoke(event);
      peaks.push(sandbox.peakMB());
      if (answer.kind !== 'died' && sandbox.alive()) idle.push(sandbox);
      else await sandbox.close();
      return answer;
    },
    killAll: async () => {
      await Promise.all(all.map((sandbox) => sandbox.kill()));
    },
    killOne: async (choose) => choose(all.filter((sandbox) => sandbox.alive()))?.kill(),
    retire: async () => {
      idle.length = 0;
      await Promise.all(all.map((sandbox) => sandbox.close()));
    },
    log: () => all.map((sandbox) => sandbox.log()).join(''),
    peaksMB: () => peaks,
    started: () => all.length,
  };
}
