import { LookaheadError } from '#base/lookahead-error.ts';
import { looksLikeSecret, quotedTextUnlessSecret } from '#base/text/looks-like-key.ts';

/**
 * A context value (`-c`) that has no effect, or a stage that does not exist. The message has a line for each problem.
 */
export class ContextError extends LookaheadError {
  override readonly name = 'ContextError';

  constructor(lines: readonly string[]) {
    super('The context cannot be used', {
      kind: 'input',
      remedy: 'Correct what the message names.',
      message: lines.join('\n'),
    });
  }
}

const cdkNames = ['cli-telemetry', 'acknowledged-issue-numbers'];

/**
 * The stage that `-c stage=…` names, if any.
 * @param context all context values of the app, including the CDK's own
 * @throws ContextError for context values that are neither `stage` nor the CDK's own
 */
export function stageNameOfContext(context: Readonly<Record<string, unknown>>): string | undefined {
  const stage = context['stage'] === undefined ? undefined : String(context['stage']);
  const others = Object.keys(context).filter(
    (name) => name !== 'stage' && !cdkNames.includes(name) && !/[@:/]/.test(name),
  );
  if (others.length > 0) throw new ContextError(others.map((name) => refusal(name, stage)));
  return stage;
}

function refusal(written: string, given = '<stage>'): string {
  const name = looksLikeSecret(written) ? quotedTextUnlessSecret(written) : written;
  const stage = looksLikeSecret(given) ? '<stage>' : given;
  if (name === 'config') {
    return 'context config: there is no such setting. The configuration is lookahead.yaml in the folder where cdk runs.';
  }
  return `context ${name}: there is no such setting. Use -c stage=…; everything else is in lookahead.yaml, under deployment.stages.${stage}.`;
}
