/**
 * A programme as its file holds it, the same for every format: readers make it, the mapping turns it into tasks. A file
 * that holds none is a `ProgrammeError`.
 */
import { LookaheadError } from '../base/lookahead-error.ts';

/**
 * Local date and time of the file, without a zone: `YYYY-MM-DDTHH:mm`. `YYYY-MM-DD` where the file gives no time: a
 * finish without a time includes its day, a finish at 00:00 is the end of the day before.
 */
export type LocalDateTime = string;

export type ProgrammeFormat = 'xer' | 'mspdi' | 'excel' | 'csv';

/** Choices that the file itself may leave open. */
export type ReadOptions = {
  /** Short name of the project, where an XER file has several. */
  readonly project?: string | undefined;
  /** Encoding of an XER or CSV file that does not begin with a byte order mark; found by default. */
  readonly encoding?: string | undefined;
  /** Name of the worksheet; by default the one that has most headings of a programme. */
  readonly sheet?: string | undefined;
  /** Line of a table's headings; found by default. */
  readonly headerRow?: number | undefined;
  /** Takes the project with the most activities, where an XER file has several exported ones, instead of asking. */
  readonly largest?: boolean;
  /** Reads by the likely code page, where there is one, instead of windows-1252. */
  readonly likelyEncoding?: boolean;
};

export type Programme = {
  readonly format: ProgrammeFormat;
  /** The likely code page of a text that neither its bytes nor the mapping tell, and a word by it. */
  readonly likelyEncoding?: { readonly label: string; readonly example: string } | undefined;
  /** The project's name in the file; a table has none. */
  readonly name: string | undefined;
  /** Short name of the project, where the file has several and the mapping has to say which. */
  readonly project?: string | undefined;
  /** The instant up to which the programme is brought up to date. */
  readonly dataDate: LocalDateTime | undefined;
  readonly activities: readonly Activity[];
  readonly folders: readonly ProgrammeFolder[];
  readonly calendars: readonly ProgrammeCalendar[];
  /** Working hours of a day where no calendar says. */
  readonly hoursPerDay: number;
  /** The working hours that make a day of a lag: those of the calendar of one end, or a fixed number. */
  readonly lagDays: 'predecessor' | 'successor' | number;
  /** Names of all activity codes, in the file's order, used or not. */
  readonly codes: readonly string[];
  /** Names of all user fields (XER, MSPDI) or columns (tables), in the file's order, used or not. */
  readonly fields: readonly string[];
  /** Resources that the file calls labour, equipment or material and that are sums of money; their type is `cost`. */
  readonly costs?: readonly CostResource[];
  /** Records that the reader could not use or had to repair, one line each. */
  readonly problems: readonly SourceProblem[];
  /** Where the table is in the file; other formats have none. */
  readonly table?: {
    /** Line of the headings. */
    readonly headerRow: number;
    /** The texts of the rows above them. */
    readonly above: readonly string[];
    /** The worksheet that is read, in a workbook with several. */
    readonly sheet: string | undefined;
    /** Whether days of Excel count from 1904 instead of 1900. */
    readonly from1904: boolean;
    /** Whether Excel expects the summary of grouped rows below them. */
    readonly summaryBelow: boolean;
  };
};

/** `line` counts from 1 in the file (a row of a worksheet for Excel); undefined where a problem is of the whole file. */
export type SourceProblem = {
  readonly line: number | undefined;
  /** `rejected`: the record is left out. `changed`: it is used differently than written. */
  readonly kind: 'rejected' | 'changed';
  /** The problem, with the record's id, as one sentence. */
  readonly text: string;
  /** For a problem that many records may have: the common part of the text, and the value of this record. */
  readonly like?: { readonly group: string; readonly example: string } | undefined;
};

/** Adds a problem of a file to its report. */
export type ReportProblem = (
  line: SourceProblem['line'],
  kind: SourceProblem['kind'],
  text: SourceProblem['text'],
  like?: SourceProblem['like'],
) => void;

export type CostResource = {
  readonly name: string;
  /** The file's own word for it: `RT_Equip`. */
  readonly type: string;
  /** `an activity has 8763.2 of it at a time` */
  readonly why: string;
};

export type Activity = {
  readonly line: number;
  /** The id by which other records of the file refer to it: XER `task_id`, MSPDI `UID`; never shown. */
  readonly key: string;
  /** The id people know: XER `task_code`, MSPDI WBS or UID, the table's id column. */
  readonly code: string | undefined;
  readonly name: string | undefined;
  /** The file's own type word: XER `TT_Task`…; MSPDI `task`, `milestone`, `summary`. */
  readonly type: string | undefined;
  /** A start milestone has a start only, a finish milestone a finish only; with both, the start counts. */
  readonly milestone: boolean;
  readonly status: 'planned' | 'started' | 'complete' | undefined;
  /** Current dates: actual, else remaining, else planned. */
  readonly start: LocalDateTime | undefined;
  readonly finish: LocalDateTime | undefined;
  /** Working hours; undefined where the file names none. */
  readonly durationHours: number | undefined;
  /** Which of the durations of a Primavera activity that is. */
  readonly durationKind?: 'original' | 'remaining' | undefined;
  readonly calendarKey: string | undefined;
  /**
   * Times between start and finish without work, though the calendar works: splits, suspensions, and the time from the
   * data date until the rest of a started activity begins.
   */
  readonly pauses?: readonly Pause[];
  /** Days that are worked although the calendar is off, by days since 1970-01-01: its people work by a calendar of their own. */
  readonly extraDays?: ReadonlySet<number>;
  /** The time from which what remains of a started activity is planned. */
  readonly remainingStart?: LocalDateTime | undefined;
  readonly folderKey: string | undefined;
  readonly notes: string | undefined;
  /** Values of activity codes by the code's name. */
  readonly codes: ReadonlyMap<string, readonly CodeValue[]>;
  /** Values of user fields or of a table's columns by name, as text. */
  readonly fields: ReadonlyMap<string, string>;
  /** How far the cells of a table's row are indented, by column; 0 is left out. */
  readonly indents?: ReadonlyMap<string, number>;
  /** The number of a table's row below the headings, blank rows counted. */
  readonly row?: number;
  /** The level of the row among the grouped rows of Excel; 0 is left out. */
  readonly level?: number | undefined;
  readonly assignments: readonly Assignment[];
  /** Its predecessors. The successor side is derived. */
  readonly predecessors: readonly Link[];
};

/** A time without work. */
export type Pause = { readonly from: LocalDateTime; readonly to: LocalDateTime };

/** `value` is the short code, `description` its text; a hierarchical code has the parents' descriptions first. */
export type CodeValue = { readonly value: string; readonly description: string | undefined };

/** Separates a value's description from its parents'. */
export const levelSeparator = ' – ';

export type Assignment = {
  /** The id people know, where the file has one: it becomes the id of the labour, plant or material. */
  readonly resourceKey: string;
  readonly name: string | undefined;
  /** The file's own word: `RT_Labor`, `RT_Equip`, `RT_Mat`; MSPDI `work`, `material`. `cost` is a sum of money. */
  readonly resourceType: string;
  /** Hours for labour and plant, quantity in `unit` for materials. */
  readonly quantity: number | undefined;
  /** Hours of labour and plant that remain of a started activity. */
  readonly remaining?: number | undefined;
  /** People or pieces at a time, as the file says; the highest number if it varies from day to day. */
  readonly atOnce?: number | undefined;
  /** The highest number over the mean, if `atOnce` and the hours are means. */
  readonly peak?: number | undefined;
  readonly unit: string | undefined;
};

export type Link = {
  readonly predecessorKey: string;
  readonly type: 'finish-start' | 'start-start' | 'finish-finish' | 'start-finish';
  /** Working hours, signed; elapsed and percent lags are made working hours by the reader. */
  readonly lagHours: number;
};

export type ProgrammeFolder = {
  readonly key: string;
  /** Undefined at the top. */
  readonly parentKey: string | undefined;
  readonly code: string | undefined;
  readonly name: string | undefined;
};

/** Working time on one day, in minutes after its midnight: `from` below `to`, which is past 1440 for work over midnight. */
export type HourRange = { readonly from: number; readonly to: number };

/** Working time of Monday to Sunday, in this order. */
export type Week = readonly (readonly HourRange[])[];

export type ProgrammeCalendar = {
  readonly key: string;
  readonly name: string | undefined;
  readonly week: Week;
  /** Working time of the dates that differ from the week, by days since 1970-01-01; none on holidays. */
  readonly days: ReadonlyMap<number, readonly HourRange[]>;
  /** Working hours of a usual working day, for turning hours into days. */
  readonly hoursPerDay: number;
  /** ISO weekdays 1 (Monday) to 7 on which a shift begins. */
  readonly workingDays: readonly number[];
  /** The first working hour of a usual day, `HH:mm`, and the last, which may be past midnight (`05:00`). */
  readonly firstHour: string | undefined;
  readonly lastHour: string | undefined;
};

/** A file that cannot be imported at all. Nothing was stored, and the last version is still served. */
export class ProgrammeError extends LookaheadError {
  override readonly name = 'ProgrammeError';
  /** Line of the file, or row of the worksheet, from 1; undefined where the whole file is wrong. */
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
    const what = line === undefined ? problem : `line ${line}: ${problem}`;
    super(what, { kind: 'input', remedy, cause });
    this.#problem = what;
    this.line = line;
  }

  /** This error with the file's name before its message: a reader has only the bytes. */
  inFile(name: string): ProgrammeError {
    const { remedy, cause } = this;
    return new ProgrammeError(`${name}: ${this.#problem}`, { remedy, cause });
  }
}
