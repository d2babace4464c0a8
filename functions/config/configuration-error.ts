import { LookaheadError } from '#base/lookahead-error.ts';
import { countText } from '#lookahead/text/quantity-text.ts';

export type Advice = {
  /** Without a full stop. Never contains a secret value. */
  readonly message: string;
  readonly remedy: string;
};

export type ConfigurationProblem = Advice & {
  readonly line: number;
  readonly column: number;
  readonly path: string;
};

/** Maximum number of problems in an error: nobody reads more, and one mistake can cause thousands. */
export const maxProblems = 40;

export class ConfigurationError extends LookaheadError {
  override readonly name = 'ConfigurationError';
  readonly file: string;
  readonly problems: readonly ConfigurationProblem[];

  constructor(
    file: string,
    all: readonly ConfigurationProblem[],
    options?: ErrorOptions & { readonly total?: number },
  ) {
    const problems = all.slice(0, maxProblems);
    const more = (options?.total ?? all.length) - problems.length;
    const rest = more > 0 ? [`${file}: and ${countText(more, 'more problem')}`] : [];
    super(`${file} has problems`, {
      kind: 'input',
      remedy: 'Correct the lines that the message names.',
      cause: options?.cause,
      message: [...problems.map((problem) => problemLine(file, problem)), ...rest].join('\n'),
    });
    this.file = file;
    this.problems = problems;
  }
}

function problemLine(file: string, problem: ConfigurationProblem): string {
  const where = problem.path === '' ? '' : ` ${problem.path}`;
  return `${file}:${problem.line}:${problem.column}${where}: ${problem.message}. ${problem.remedy}`;
}
