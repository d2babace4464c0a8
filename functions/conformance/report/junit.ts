/** A report as JUnit XML, which build servers show: a suite for each theme, a case for each check. */
import type { ProbeReport, ProbeRow } from './report.ts';

/** @param broken the ids of the checks that count as failed */
export function junitXml(report: ProbeReport, broken: ReadonlySet<string>): string {
  const { rows, at, baseUrl, stopped } = report;
  const suites = [...Map.groupBy(rows, ({ theme }) => theme)].map(([theme, own]) => {
    const cases = own.map((row) => caseOf(row, broken.has(row.id)));
    return element('testsuite', { name: theme, timestamp: at, ...countsOf(own, broken) }, cases.join(''));
  });
  const early = stopped ? [stoppedSuite(stopped)] : [];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: baseUrl }, [...suites, ...early].join(''))}\n`;
}

function caseOf({ id, theme, question, rule, seen, verdict, source }: ProbeRow, isBroken: boolean): string {
  const shown = `${question} Seen: ${seen}. Wanted: ${rule}.`;
  const outcome = isBroken
    ? element('failure', { message: seen, type: source }, escaped(shown))
    : verdict === 'not seen'
      ? element('skipped', { message: seen })
      : '';
  return element('testcase', { classname: theme, name: id }, outcome);
}

function stoppedSuite({ reason, remedy }: NonNullable<ProbeReport['stopped']>): string {
  const error = element('error', { message: reason }, escaped(remedy));
  const whole = element('testcase', { classname: 'Connection', name: 'stopped' }, error);
  return element('testsuite', { name: 'Connection', tests: '1', errors: '1' }, whole);
}

function countsOf(rows: readonly ProbeRow[], broken: ReadonlySet<string>) {
  return {
    tests: String(rows.length),
    failures: String(rows.filter(({ id }) => broken.has(id)).length),
    skipped: String(rows.filter(({ verdict }) => verdict === 'not seen').length),
  };
}

function element(name: string, attributes: Readonly<Record<string, string>>, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join('')}>${content}</${name}>\n`;
}

/** Characters that XML cannot hold. */
const forbidden = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\p{Cs}\ufffe\uffff]/gu;

function escaped(text: string): string {
  return text
    .replace(forbidden, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
