/**
 * A programme as read from its file, in the same form for every format. Readers make it; the mapping turns it into
 * tasks.
 */

import { LookaheadError } from '#base/lookahead-error.ts';
import type { RelationType } from '#planning/contract/known-words.ts';

/**
 * Local date and time without a zone: `YYYY-MM-DDTHH:mm`, or `YYYY-MM-DD` if the file gives no time. A finish without a
 * time includes its day; a finish at 00:00 is the end of the day before.
 */
export type LocalDateTime = string;

export type ProgrammeFormat = 'xer' | 'mspdi' | 'excel' | 'csv' | 'json';

export type ProgrammeReadOptions = {
  readonly project?: string | undefined;
  readonly encoding?: string | undefined;
  readonly sheet?: string | undefined;
  readonly headerRow?: number | undefined;
  /** If an XER file exports several projects, read the one with the most activities instead of asking. */
  readonly largest?: boolean;
  /** Decode with the likely code page, if there is one, instead of windows-1252. */
  readonly likelyEncoding?: boolean;
  /** Dates without a month or year are taken to be near this day, `YYYY-MM-DD`. */
  readonly today?: string | undefined;
};

export type Programme = ProgrammeContent & { readonly problems: readonly SourceProblem[] };

export type ProgrammeContent = {
  readonly format: Exclude<ProgrammeFormat, 'json'>;
  /**
   * The likely code page and, as an example, a word decoded with it; undefined if there is none, or if the bytes of
   * the file or the mapping give the encoding.
   */
  readonly likelyEncoding?: { readonly label: string; readonly example: string } | undefined;
  readonly name: string | undefined;
  /** Short name of the project, if the file has several and the mapping has to name one. */
  readonly project?: string | undefined;
  readonly dataDate: LocalDateTime | undefined;
  readonly activities: readonly Activity[];
  readonly folders: readonly ProgrammeFolder[];
  readonly calendars: readonly ProgrammeCalendar[];
  readonly hoursPerDay: number;
  /** Working hours that count as one day of lag: those of the calendar at one end of the link, or a fixed number. */
  readonly lagDayBasis: 'predecessor' | 'successor' | number;
  readonly codes: readonly string[];
  /** Names of all user fields (XER, MSPDI) or columns (tables), in the file's order, used or not. */
  readonly fields: readonly string[];
  /** Resources that the file calls labour, equipment or material but that are sums of money. */
  readonly costs?: readonly CostResource[];
  readonly table?: {
    readonly headerRow: number;
    readonly above: readonly string[];
    readonly sheet: string | undefined;
    readonly from1904: boolean;
    readonly summaryBelow: boolean;
  };
};

/**
 * `line` counts from 1 in the file (in Excel, it is the row of the worksheet); undefined if the problem concerns the
 * whole file.
 */
export type SourceProblem = {
  readonly line: number | undefined;
  /** `rejected`: the record is left out. `changed`: it is used, but not as written. */
  readonly kind: 'rejected' | 'changed';
  readonly text: string;
  /** If many records may share the problem: the common text, and the value of this record. */
  readonly like?: { readonly group: string; readonly example: string } | undefined;
};

/**
 * If records may share the problem and `like` is a text, `like` is the value of this record, such as "2 of 5", and
 * `text` a phrase without that value and without a full stop, such as "Missing last values count as empty".
 */
type ProblemParts = readonly [
  line: SourceProblem['line'],
  text: string,
  like?: string | SourceProblem['like'],
];

export class ProblemList {
  readonly problems: SourceProblem[];

  constructor(known: readonly SourceProblem[] = []) {
    this.problems = [...known];
  }

  changed(...problem: ProblemParts): void {
    this.#add('changed', ...problem);
  }

  rejected(...problem: ProblemParts): void {
    this.#add('rejected', ...problem);
  }

  #add(kind: SourceProblem['kind'], ...[line, text, like]: ProblemParts): void {
    this.problems.push(
      typeof like === 'string'
        ? { line, kind, text: `${text}: ${like}.`, like: { group: text, example: like } }
        : { line, kind, text, like },
    );
  }
}

export type CostResource = {
  readonly name: string;
  readonly type: string;
  readonly why: string;
};

export type Activity = ActivityTimes &
  ActivityDuration &
  ActivityCodesAndFields & {
    readonly line: number;
    readonly key: string;
    /** The id that people know: `task_code` in XER, WBS or UID in MSPDI, the id column of a table. */
    readonly code?: string | undefined;
    readonly name?: string | undefined;
    /** Type in the words of the file: `TT_Task`… in XER; `task`, `milestone` or `summary` in MSPDI. */
    readonly type?: string | undefined;
    /** A start milestone has only a start, a finish milestone only a finish; with both, the start counts. */
    readonly milestone: boolean;
    readonly status?: 'planned' | 'started' | 'complete' | undefined;
    readonly calendarKey?: string | undefined;
    readonly folderKey?: string | undefined;
    readonly notes?: string | undefined;
    /** Indents of the cells of a table's row, by column; 0 is left out. */
    readonly indents?: ReadonlyMap<string, number> | undefined;
    /** Row number in a table, from 1 below the headings, counting blank rows. */
    readonly row?: number;
    readonly level?: number | undefined;
    readonly isBold?: boolean | undefined;
    readonly assignments: readonly Assignment[];
    /** Only predecessors; successors are derived. */
    readonly predecessors: readonly ActivityLink[];
  };

export type ActivityDates = {
  readonly start: LocalDateTime | undefined;
  readonly finish: LocalDateTime | undefined;
};

export type ActivityTimes = ActivityDates & {
  /**
   * Times in which nobody works although the calendar has working hours, in minutes since 1970-01-01: splits,
   * suspensions, and from the data date until the rest of a started activity begins.
   */
  readonly pauses?: readonly MinuteRange[];
  /**
   * Days off in the calendar on which somebody works, in days since 1970-01-01: resources have calendars of their own.
   */
  readonly extraDays?: ReadonlySet<number>;
  readonly remainingStart?: LocalDateTime | undefined;
};

export type ActivityDuration = {
  /** Working hours, if the file gives them. */
  readonly durationHours?: number | undefined;
  /** The kind of duration that Primavera gives in `durationHours`. */
  readonly durationKind?: 'original' | 'remaining' | undefined;
};

export type ActivityCodesAndFields = {
  readonly codes: ReadonlyMap<string, readonly CodeValue[]>;
  readonly fields: ReadonlyMap<string, string>;
};

export type CodeValue = { readonly value: string; readonly description: string | undefined };

export const levelSeparator = ' – ';

export type Assignment = {
  /** The id that people know, if the file has one; it becomes the id of the labour, plant or material. */
  readonly resourceKey: string;
  readonly name: string | undefined;
  /**
   * Type in the words of the file: `RT_Labor`, `RT_Equip`, `RT_Mat` in XER; `work`, `material` in MSPDI. `cost` is a
   * sum of money.
   */
  readonly resourceType: string;
  /** Hours for labour and plant, quantity in `unit` for materials. */
  readonly quantity: number | undefined;
  readonly remaining?: number | undefined;
  /** People or pieces at a time, as given in the file; the maximum if the number varies by day. */
  readonly countAtOnce?: number | undefined;
  /** Ratio of the maximum to the mean, if `countAtOnce` and the hours are means. */
  readonly peakToMean?: number | undefined;
  readonly unit: string | undefined;
};

export type ActivityLink = {
  readonly predecessorKey: string;
  readonly type: RelationType;
  /** Working hours, signed; readers convert elapsed and percent lags. */
  readonly lagHours: number;
};

export type ProgrammeFolder = {
  readonly key: string;
  readonly parentKey: string | undefined;
  readonly code: string | undefined;
  readonly name: string | undefined;
};

/**
 * Minutes since the midnight at which a day begins or, for pauses and other spans of days, since 1970-01-01. `from` is
 * less than `to`. In the hours of a day, `to` exceeds 1440 if the work goes past midnight.
 */
export type MinuteRange = { readonly from: number; readonly to: number };

/** Working time of Monday to Sunday, in this order. */
export type WeekHourRanges = readonly (readonly MinuteRange[])[];

export type ProgrammeCalendar = CalendarWeek & {
  readonly key: string;
  readonly name: string | undefined;
  /** Working times of dates that differ from the week, by days since 1970-01-01; empty on holidays. */
  readonly days: ReadonlyMap<number, readonly MinuteRange[]>;
};

export type CalendarWeek = {
  readonly week: WeekHourRanges;
  readonly hoursPerDay: number;
  /** ISO weekdays 1 (Monday) to 7 on which a shift begins. */
  readonly workingDays: readonly number[];
  /** The first working hour of a usual day, `HH:mm`, and the last, which may be past midnight (`05:00`). */
  readonly firstHour: string | undefined;
  readonly lastHour: string | undefined;
};

export class ProgrammeError extends LookaheadError {
  override readonly name = 'ProgrammeError';
  readonly line: number | undefined;

  readonly #problem: string;

  /**
   * @param problem what is wrong, without a full stop
   * @param remedy what to do, as a sentence
   */
  constructor(
    problem: string,
    { line, remedy, cause }: { readonly line?: number; readonly remedy: string; readonly cause?: unknown },
  ) {
    const located = line === undefined ? problem : `line ${line}: ${problem}`;
    super(located, { kind: 'input', remedy, cause });
    this.#problem = located;
    this.line = line;
  }

  /** Adds the name of the file to the message: a reader has only the bytes. */
  inFile(name: string): ProgrammeError {
    const { remedy, cause } = this;
    return new ProgrammeError(`${name}: ${this.#problem}`, { remedy, cause });
  }
}
