/** How a table writes its values, as far as only its rows together show it. */
import type { Activity, Programme } from '../../programme.ts';
import type { Mapping } from '../mapping.ts';
import { resolveValue } from '../resolve-value.ts';
import { isActual, writtenDate } from './written-date.ts';
import { type DurationUnit, unitOfHeading } from './written-duration.ts';
import type { DecimalSign } from './written-number.ts';
import { type PercentScale, percentScaleOf } from './written-percent.ts';

export type TableStyle = {
  readonly format: Programme['format'];
  /** Whether days of Excel count from 1904. */
  readonly from1904: boolean;
  /** The unit of durations that name none. */
  readonly durationUnit: DurationUnit;
  readonly percentScale: PercentScale;
  /** Whether dates have times: else a finish at 00:00 is of that day, as a date without a time is. */
  readonly hasTimes: boolean;
  /** Whether the table says of any task that it has begun, so that the others have not. */
  readonly tracksProgress: boolean;
  /** The sign before the decimals of a number in the cell. */
  readonly decimalOf: (cell: string) => DecimalSign;
};

export function tableStyle({ format, table, activities }: Programme, mapping: Mapping): TableStyle {
  const { dates, duration, percentComplete, decimal } = mapping;
  const columns =
    dates === 'current'
      ? []
      : [dates.start, dates.finish, dates.actualStart, dates.actualFinish].filter(
          (name) => name !== undefined,
        );
  const written = (activity: Activity) => columns.flatMap((column) => activity.fields.get(column) ?? []);
  const dateFormat = dates === 'current' ? undefined : dates.format;
  const hasTime = (text: string) => /T(?!00:00)/.test(writtenDate(text, dateFormat) ?? '');
  const percents =
    percentComplete === undefined
      ? []
      : activities.flatMap((activity) => resolveValue(activity, percentComplete)?.value ?? []);
  return {
    format,
    from1904: table?.from1904 ?? false,
    durationUnit: duration?.unit ?? unitOfHeading(duration?.column ?? '') ?? 'days',
    percentScale: percentScaleOf(percents),
    hasTimes: activities.some((activity) => written(activity).some(hasTime)),
    tracksProgress:
      percentComplete !== undefined ||
      columns.length > 2 ||
      activities.some((activity) => written(activity).some(isActual)),
    // A number of Excel is no text: its point is that of decimals, whatever sign Excel shows.
    decimalOf: (cell) => (format === 'excel' && /^\d+\.\d+$/.test(cell) ? '.' : decimal),
  };
}
