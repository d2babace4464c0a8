/** What every sheet of one workbook is drawn within. */
import type { Lookahead } from '../../lookahead/lookahead.ts';
import type { Paper } from '../layout/page-size.ts';
import type { Row } from '../xlsx/sheet-plan.ts';
import type { Logo } from './logo.ts';

export type SheetContext = {
  readonly lookahead: Lookahead;
  readonly paper: Paper;
  readonly logo: Logo | undefined;
};

/** Rows that a generator makes afresh each time they are asked for. */
export function rowsFrom(generate: () => Iterator<Row>): Iterable<Row> {
  return { [Symbol.iterator]: generate };
}
