import type { SourceProblem } from '../../programme.ts';

export type ReportProblem = (
  line: SourceProblem['line'],
  kind: SourceProblem['kind'],
  text: SourceProblem['text'],
) => void;
