/** The outcome of an import. */

import { LookaheadError } from '../base/lookahead-error.ts';
import type { ProjectReference } from '../planning-server/stores/store.ts';
import type { TaskChanges } from './compare-tasks.ts';
import type { MappingReport } from './mapping/import-report.ts';

type ImportReport = MappingReport & {
  /** Local date, or date and time, up to which progress is known; null where nothing says. */
  readonly dataDate: string | null;
  /** In whole days, in the project's zone; negative where the data date lies ahead. Null where there is none. */
  readonly dataDateAge: number | null;
  /** Against the last version; all tasks are added in the first. */
  readonly changes: TaskChanges;
};

export type ImportResult = {
  /**
   * `unchanged`: the same file with the same mapping is the newest version already. `refused`: the error has it, and
   * nothing was stored.
   */
  readonly outcome: 'imported' | 'unchanged' | 'dry run' | 'refused';
  readonly project: ProjectReference & { readonly name: string; readonly timeZone: string };
  /** The number of the version made, or of the one that the file is already. */
  readonly version: number | undefined;
  readonly previous: number | undefined;
  /** Why the import is refused without `force`, or would be. */
  readonly refusal: string | undefined;
  readonly report: ImportReport;
};

/** The file can be read, but looks like the wrong one. Nothing was stored, and the last version is still served. */
export class ImportRefused extends LookaheadError {
  override readonly name = 'ImportRefused';
  /** The findings of the import. */
  readonly result: ImportResult;

  /** @param problem what looks wrong, without a full stop */
  constructor(problem: string, result: ImportResult) {
    super(problem, {
      kind: 'input',
      remedy: 'Check that it is the right file; if it is, import it with --force.',
    });
    this.result = result;
  }
}
