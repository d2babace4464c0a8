import type { IssueReference } from './lookahead.ts';
import type { Window } from './window.ts';

/** Planned per cent complete of the last week that is over (or in its last working day). */
export type Ppc =
  | {
      readonly kind: 'measured';
      /** The week measured. */
      readonly week: Window;
      /** The issue that was its plan. */
      readonly plan: IssueReference;
      /** Mean over tasks of (planned days that happened ÷ planned days), 0 to 1; undefined without planned days. */
      readonly taskDay: number | undefined;
      /** Tasks with a planned day in the week. */
      readonly plannedTasks: number;
      /** Share of tasks whose last day was planned for the week that finished in it, 0 to 1. */
      readonly task: number | undefined;
      readonly finished: number;
      readonly dueToFinish: number;
    }
  /** No issue before that week began covers it: shown as "not yet". */
  | { readonly kind: 'not yet'; readonly week: Window };
