/** Sample keys of each kind of object, made from its template and sample values of the parameters. */
import { contactMailPrefixesAndName, messagePrefix } from '#runs/store/names.ts';

const window = 'issues/riverside/weekly/2026-11-23_2026-11-29/';
const testWindow = 'test-runs/test/riverside/weekly/2026-11-23_2026-11-29/';
const run = `${window}2026-11-20T14-00-00Z/`;
const testRun = `${testWindow}2026-11-20T14-00-00Z/`;
const dispatchId = '2026-11-20T14-00-00Z-1f3a5b7c';
const contact = '1f3a5b7c1f3a5b7c';

/** Sample values of each parameter of a template: several if it can have several forms, such as prefixes, else one. */
const samples: Readonly<Record<string, readonly string[]>> = {
  tests: ['', 'test-runs/test/'],
  run: [run, testRun],
  numbered: [window, testRun],
  mail: [
    ...[run, testRun].map((prefix) => messagePrefix(prefix, 'everyone')),
    contactMailPrefixesAndName({ date: '2026-11-20', contact, n: 3 }).mail,
  ],
  dispatchId: [dispatchId],
  contact: [contact],
  notifiedFolder: [
    'closings/2026-11-20T14-00-00Z/riverside_weekly/2026-11-20T14-00-00Z/',
    `failed-recipients/2026-11-20/${dispatchId}/1f3a5b7c/`,
    `inbox-results/2026-11-20/1f3a5b7c/${contact}/`,
    `reminders/2026-11-20T14-00-00Z/riverside_weekly/2026-11-20T14-00-00Z/subcontractor-s1/${contact}/`,
  ],
  project: ['riverside'],
  report: ['weekly'],
  runId: ['2026-11-20T14-00-00Z'],
  number: ['000003'],
  n: ['3'],
  intent: ['1'],
  part: ['2'],
  at: ['2026-11-20T14-00-00Z'],
  date: ['2026-11-20'],
  became: ['off'],
  digest: ['1f3a5b7c'],
  event: ['bounced'],
  schedule: ['1f3a5b7c'],
  service: ['1f3a5b7c'],
  slot: ['2026-11-20T14-00-00Z'],
  record: ['failed-riverside', 'probe', 'answered'],
  name: ['1f3a5b7c1f3a5b7c'],
  workbook: ['Riverside Tower – Weekly lookahead 2026-W48 rev 1 – Stonebridge.xlsx'],
  sha256: ['1f3a5b7c1f3a5b7c'],
  first: ['2026-11-23'],
  last: ['2026-11-29'],
  message: ['subcontractor-s1'],
  space: ['issues', 'test-runs/test'],
  id: ['1f3a5b7c1f3a'],
  hour: ['2026-11-20T14'],
  region: ['gb'],
  projectId: ['riverside-tower'],
  version: ['3'],
};

/**
 * @param own samples of the parameters that have another meaning in the key of this kind of object
 * @throws if a parameter has no sample, or the kind does not recognise a key that it wrote
 */
export function sampleKeys(
  kind: { readonly template: string; readonly of: (key: string) => object | undefined },
  own: Readonly<Record<string, readonly string[]>> = {},
): readonly string[] {
  const parts = kind.template.split(/[{}]/);
  const keys = parts.reduce<readonly string[]>(
    (begun, part, at) => {
      const texts = at % 2 === 0 ? [part] : (own[part] ?? samples[part]);
      if (texts === undefined) throw new Error(`There is no sample of {${part}} in ${kind.template}.`);
      return begun.flatMap((text) => texts.map((more) => `${text}${more}`));
    },
    [''],
  );
  const foreign = keys.filter((key) => key !== kind.template && kind.of(key) === undefined);
  if (foreign.length > 0) throw new Error(`${foreign.join(', ')} is no key of ${kind.template}.`);
  return keys;
}
