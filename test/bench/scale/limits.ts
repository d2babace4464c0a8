/** How much of functions and quotas is used at several numbers of projects, and which limit is reached first. */
import { sesStartRate } from '#mail/transport/pace.ts';
import { queriesOfReport, reportCalls } from '../../integration/end-to-end/counted-calls.ts';
import { assumed, objectsOfReport } from './cost.ts';
import type { Deployed, StepsMeasured } from './measure.ts';
import type { MeasuredStep, Measurement } from './steps.ts';

/** A step that takes too long for the bench at the largest size. */
export const notAtLargest: MeasuredStep = 'nothing delivered';

/** MB of a function with one whole processor. */
const memoryOfProcessor = 1_769;
/** Quotas of an SES account with production access, in recipients. */
const ses = { perSecond: sesStartRate, perDay: 50_000 };
const planningPerSecond = 20;
const reportsAtOnce = 10;
/** Maximum size of a secret, and of one key in it with the name of its project, in bytes. */
const secretBytes = 65_536;
const keyBytes = 80;
/** Maximum number of secrets, with names of 20 characters, in the policy of a role. */
const maxSecrets = 52;
/** Unzipped. */
const maxBundleMB = 250;

export type Size = StepsMeasured & { readonly projects: number; readonly deployed: Deployed };

type Row = {
  readonly name: string;
  readonly how: 'measured' | 'reckoned';
  /** Undefined if the figure was not measured at that size. */
  readonly of: (size: Size) => number | undefined;
  /** The figure at which something breaks, the name of the limit, and a remedy. */
  readonly limit?: readonly [number, what: string, remedy: string];
};

/**
 * Seconds that a step takes in a function with this memory. Its waits are as long as those of this process, and its
 * share of a processor is assumed to be as fast as the same share of this machine's.
 */
export function secondsOn(
  memoryMB: number,
  of: Pick<Measurement, 'loadSeconds' | 'cpuSeconds' | 'waitSeconds'>,
) {
  return of.waitSeconds + ((of.loadSeconds + of.cpuSeconds) * memoryOfProcessor) / memoryMB;
}

/** The figure at another size, extrapolated linearly from two measured sizes; NaN without them. */
export function reckonFrom(two: readonly (readonly [size: number, figure: number])[], size: number): number {
  const [one = [0, Number.NaN], other = [0, Number.NaN]] = two;
  return other[1] + ((other[1] - one[1]) / (other[0] - one[0])) * (size - other[0]);
}

/** Values of the template that are the same at every size. */
type Limits = { readonly functions: Deployed['functions']; readonly schedules: number };

function rowsOf({ functions, schedules }: Limits): readonly Row[] {
  const limitsOf = (name: string) => functions.get(name) ?? { memoryMB: 0, seconds: 0 };
  const step = (title: string, name: 'dispatch' | 'reconcile', measured: MeasuredStep): readonly Row[] => {
    const { memoryMB, seconds } = limitsOf(name);
    const remedy = `more memory for \`${name}\``;
    // The step `notAtLargest` has no time limit: if a check runs out of time, the next check continues.
    const isCut = measured === notAtLargest;
    return [
      {
        name: `${title}: seconds of ${seconds}`,
        how: 'reckoned',
        of: ({ steps }) => ifDefined(steps.get(measured), (found) => secondsOn(memoryMB, found)),
        ...(isCut ? {} : { limit: [seconds, `the time of \`${name}\``, remedy] }),
      },
      {
        name: `${title}: MB of ${memoryMB}`,
        how: 'measured',
        of: ({ steps }) => steps.get(measured)?.memoryMB,
        limit: [memoryMB, `the memory of \`${name}\``, remedy],
      },
    ];
  };
  const twoStages = 'two stages';
  const { status } = reportCalls;
  return [
    {
      name: 'Reading and checking `lookahead.yaml`: seconds',
      how: 'measured',
      of: ({ deployed }) => deployed.validateSeconds,
    },
    {
      name: `Schedules, one for each time and time zone, of ${schedules}`,
      how: 'measured',
      of: ({ deployed }) => deployed.schedules,
      limit: [schedules, 'the resources of a stack', twoStages],
    },
    {
      name: `Secrets that hold a key for each project, of ${maxSecrets}`,
      how: 'reckoned',
      of: ({ projects }) => Math.ceil((projects * keyBytes) / secretBytes),
      limit: [maxSecrets, 'the policy that names the secrets', twoStages],
    },
    {
      name: `Configuration in a function: MB of ${maxBundleMB}`,
      how: 'measured',
      of: ({ bundleMB }) => bundleMB,
      limit: [maxBundleMB, 'the code of a function', twoStages],
    },
    {
      name: 'Reading it at a cold start of 512 MB: seconds',
      how: 'reckoned',
      of: ({ steps }) =>
        ifDefined(steps.get('check'), ({ loadSeconds }) => (loadSeconds * memoryOfProcessor) / 512),
    },
    ...step('`dispatch`', 'dispatch', 'dispatch'),
    {
      name: 'Jobs in the queue',
      how: 'measured',
      of: ({ steps }) => steps.get('dispatch')?.calls['metric ReportsDue'],
    },
    ...step('`reconcile`, all reports open', 'reconcile', 'check'),
    ...step('`reconcile`, all reports waiting for imports', 'reconcile', 'check of versions'),
    ...step('`reconcile` after a day in which nothing was delivered', 'reconcile', notAtLargest),
    {
      name: `Minutes of ${reportsAtOnce} \`report\` functions`,
      how: 'reckoned',
      of: ({ projects }) => (projects * assumed.reportGbSeconds) / reportsAtOnce / 60,
      limit: [24 * 60, 'the deadline of a day, by `report`', 'a larger `maxConcurrency`'],
    },
    {
      name: `Minutes of a planning service at ${planningPerSecond} requests a second`,
      how: 'reckoned',
      of: ({ projects }) => (projects * queriesOfReport) / planningPerSecond / 60,
      limit: [24 * 60, 'the deadline of a day, by the planning service', 'a faster service'],
    },
    {
      name: `Minutes of SES at ${ses.perSecond} recipients a second`,
      how: 'reckoned',
      of: ({ projects }) => (projects * assumed.recipients) / ses.perSecond / 60,
      limit: [24 * 60, 'the deadline of a day, by SES', 'a larger quota of SES'],
    },
    {
      name: `Recipients of a day, of ${ses.perDay.toLocaleString('en')}`,
      how: 'reckoned',
      of: ({ projects }) => projects * assumed.recipients,
      limit: [ses.perDay, 'the daily quota of SES', 'a larger quota, or reports on several days'],
    },
    {
      name: '`status` of that day: calls to S3',
      how: 'reckoned',
      // Five calls do not grow with the projects: the lists of scheduled dispatches, of requests and of the dispatch's
      // attempts, its manifest, and the next manifest, which does not exist. Each recipient of a report after the first
      // adds one event to read.
      of: ({ projects }) =>
        5 + projects * (status.ListObjectsV2 + status.GetObject - 5 + assumed.recipients - 1),
    },
    {
      name: 'Objects written a year',
      how: 'reckoned',
      of: ({ projects }) => projects * 52 * objectsOfReport,
    },
    {
      name: 'GB stored of a year',
      how: 'reckoned',
      of: ({ projects }) => (projects * 52 * (assumed.workbookMB + assumed.pageMB)) / 1e3,
    },
  ];
}

export function ifDefined<Value>(
  value: Value | undefined,
  figure: (value: Value) => number,
): number | undefined {
  return value === undefined ? undefined : figure(value);
}

type Figure = { readonly value: number; readonly isReckoned: boolean };

/** A figure for each size. If it was not measured, it is extrapolated from the last two sizes that were measured. */
function figuresOf({ of }: Row, all: readonly Size[]): readonly Figure[] {
  const known: (readonly [number, number])[] = [];
  return all.map((size) => {
    const value = of(size);
    if (value === undefined) return { value: reckonFrom(known.slice(-2), size.projects), isReckoned: true };
    known.push([size.projects, value]);
    return { value, isReckoned: false };
  });
}

export function scaleTable(all: readonly Size[], limits: Limits): string {
  const rows = rowsOf(limits).map((row) => ({ ...row, figures: figuresOf(row, all) }));
  const shares = all.map((_, at) =>
    rows
      .flatMap(({ limit, figures }) =>
        limit === undefined
          ? []
          : [{ what: limit[1], remedy: limit[2], share: (figures[at]?.value ?? 0) / limit[0] }],
      )
      .sort((one, other) => other.share - one.share),
  );
  const broken = shares.map((of) => {
    const known = new Set<string>();
    const worst = of.filter(({ what }) => !known.has(what) && known.add(what));
    const beyond = worst.filter(({ share }) => share >= 1);
    return beyond.length > 0 ? beyond : worst.slice(0, 1);
  });
  const texts = (text: (one: (typeof shares)[number][number]) => string) =>
    broken.map((of) => [...new Set(of.map(text))].join('; '));
  return table(
    ['Projects', ...all.map(({ projects }) => projects.toLocaleString('en')), 'How'],
    [
      ...rows.map(({ name, how, figures }) => [
        name,
        ...figures.map(({ value, isReckoned }) => `${isReckoned ? '≈ ' : ''}${figureText(value)}`),
        how,
      ]),
      [
        'Breaks first',
        ...texts(({ what, share }) =>
          share < 1
            ? `nothing; nearest is ${what}, ${figureText(share * 100)} %`
            : `${what}, ${figureText(share * 100)} %`,
        ),
        'reckoned',
      ],
      ['What to do', ...texts(({ remedy, share }) => (share < 0.5 ? '' : remedy)), ''],
    ],
  );
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function figureText(value: number): string {
  if (value >= 10) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(2)));
}
