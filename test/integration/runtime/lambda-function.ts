import type { RuntimeAnswer } from './runtime-api.ts';
import { type DeployedFunction, type Sandbox, type Surroundings, startSandbox } from './sandbox.ts';

/** A deployed function. It has an execution environment for each concurrent call, kept warm in between. */
export interface LambdaFunction {
  readonly deployed: DeployedFunction;
  /** Uses a warm environment if one is idle, otherwise starts one. */
  readonly invoke: (event: unknown) => Promise<RuntimeAnswer>;
  /** Kills all environments at the same time; resolves when they have ended. */
  readonly killAll: () => Promise<void>;
  /** Kills the environment that `choose` returns. */
  readonly killOne: (choose: (alive: readonly Sandbox[]) => Sandbox | undefined) => Promise<void>;
  /** Ends the environments, as a new deployment does: the next invocation starts another. */
  readonly retire: () => Promise<void>;
  /** The output of its environments, in the order in which they were started. */
  readonly log: () => string;
  /** For each invocation, the peak resident memory of its environment until then, in MB; NaN if it is not known. */
  readonly peaksMB: () => readonly number[];
  readonly started: () => number;
}

/** @param around called whenever an environment is started */
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
