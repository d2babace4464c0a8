import { LookaheadError } from '#base/lookahead-error.ts';
import { countText } from '#lookahead/text/quantity-text.ts';

export type ProblemAndRemedy = {
  /** Says what is wrong, without a full stop at the end. It never contains the value of a secret. */
  readonly message: string;
  readonly remedy: string;
};

export type PropertyPath = readonly PropertyKey[];

export type FilePosition = { readonly line: number; readonly column: number };

/**
 * A problem at a path of the data. If it has no place, the place of the value is looked up when the finding is shown.
 */
export type ConfigurationFinding = ProblemAndRemedy & {
  readonly path: PropertyPath;
  readonly place?: FilePosition;
};

/** A row of the checks that compare properties with each other. */
export type ConfigurationCheckRow = readonly [
  isWrong: boolean,
  path: PropertyPath,
  message: string,
  remedy: string,
];

export type ConfigurationProblem = FilePosition & ProblemAndRemedy & { readonly path: string };

/** Maximum number of problems in an error: nobody reads more, and one mistake can cause thousands. */
export const maxProblems = 40;

const fileStart: FilePosition = { line: 1, column: 1 };

export class ConfigurationError extends LookaheadError {
  override readonly name = 'ConfigurationError';
  readonly file: string;
  readonly problems: readonly ConfigurationProblem[];

  /** @param source if undefined, the place is the start of the file */
  constructor(
    file: string,
    findings: readonly ConfigurationFinding[],
    source?: { find(path: PropertyPath): { readonly place: FilePosition } },
    options?: ErrorOptions,
  ) {
    const problems = findings
      .slice(0, maxProblems)
      .map(({ path, place, message, remedy }) => {
        const at = place ?? source?.find(path).place ?? fileStart;
        return { ...at, path: pathText(path), message, remedy };
      })
      .sort((one, other) => one.line - other.line || one.column - other.column);
    const more = findings.length - problems.length;
    const rest = more > 0 ? [`${file}: and ${countText(more, 'more problem')}`] : [];
    super(`${file} has problems`, {
      kind: 'input',
      remedy: 'Correct the lines that the message names.',
      ...options,
      message: [...problems.map((problem) => problemLine(file, problem)), ...rest].join('\n'),
    });
    this.file = file;
    this.problems = problems;
  }
}

function problemLine(file: string, { line, column, path, message, remedy }: ConfigurationProblem): string {
  return `${file}:${line}:${column}${path && ` ${path}`}: ${message}. ${remedy}`.trim();
}

function pathText(path: PropertyPath): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
}
