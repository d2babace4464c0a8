import { maxRecordCharacters } from '../../limits.ts';
import { ProgrammeError } from '../../programme.ts';

export const saveAgain = 'Save the table as CSV again in the program it comes from, and copy the file whole.';

export class RecordTooLong extends Error {
  override readonly name = 'RecordTooLong';
  readonly line: number;

  constructor(line: number, options?: ErrorOptions) {
    super(`The record of line ${line} is too long`, options);
    this.line = line;
  }
}

type LongRecord = {
  readonly line: number;
  readonly separator: string;
  readonly cause: unknown;
};

export function explainTooLong(
  text: Iterable<string>,
  { line, separator, cause }: LongRecord,
): ProgrammeError {
  const { characters, quoteLine, endsAt } = scanRecord(text, line, separator);
  if (quoteLine !== undefined) {
    const problem =
      endsAt === 'open quotation'
        ? 'a quotation mark opens in this row and is never closed'
        : `the text in quotation marks that begins in this row has more than ${maxText} characters`;
    const remedy = 'Double the quotation marks inside a text, and copy the file whole.';
    return new ProgrammeError(problem, { line: quoteLine, remedy, cause });
  }
  const reason = line === 1 && endsAt === 'end of file' ? ', because the file has no line breaks' : '';
  return new ProgrammeError(
    `the row has ${characters.toLocaleString('en')} characters${reason}, and at most ${maxText} are read`,
    { line, remedy: `Put each task on a line of its own. ${saveAgain}`, cause },
  );
}

const maxText = maxRecordCharacters.toLocaleString('en');

type ScannedRecord = {
  readonly characters: number;
  readonly quoteLine: number | undefined;
  readonly endsAt: 'line break' | 'end of file' | 'open quotation';
};

const [lineFeed, carriageReturn, quotationMark] = [10, 13, 34];

function scanRecord(text: Iterable<string>, from: number, separator: string): ScannedRecord {
  let line = 1;
  let characters = 0;
  let before = 0;
  let opened: number | undefined;
  let openWhenTooLong: number | undefined;
  let mayOpen = true;
  for (const piece of text) {
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      const isBreak = code === carriageReturn || (code === lineFeed && before !== carriageReturn);
      before = code;
      if (line >= from) {
        if (opened === undefined && isBreak) {
          return { characters, quoteLine: openWhenTooLong, endsAt: 'line break' };
        }
        characters += 1;
        if (code !== quotationMark) mayOpen = opened === undefined && piece[at] === separator;
        else if (opened !== undefined) [opened, mayOpen] = [undefined, true];
        else if (mayOpen) opened = line;
        if (characters === maxRecordCharacters) openWhenTooLong = opened;
      }
      if (isBreak) line += 1;
    }
  }
  return {
    characters,
    quoteLine: opened ?? openWhenTooLong,
    endsAt: opened === undefined ? 'end of file' : 'open quotation',
  };
}
