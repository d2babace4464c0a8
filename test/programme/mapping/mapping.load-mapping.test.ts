import { expect, it } from 'vitest';
import { parseMapping } from '#programme/mapping/mapping.ts';

function linesOf(text: string): readonly string[] {
  try {
    parseMapping(text, 'map.yaml');
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : [];
  }
  return [];
}

it('a mapping needs only the id', () => {
  expect(parseMapping('id: task_code', 'map.yaml')).toMatchObject({
    id: 'task_code',
    dates: 'current',
    shift: [{ default: 'none' }],
    folder: 'wbs',
  });
});

it('each mistake in a mapping is reported with its line and a remedy', () => {
  const lines = linesOf(`id: task_cod
shift:
  - { code: Shift }
  - { defualt: day }
  - { code: A, values: { N: nite } }
location: { code: [Area], els: { udf: X } }
subcontractor: { code: A, else: { uf: b } }
resources: { RT_Labor: people }
words: { blockd: [x] }
headerRow: 0
`);
  expect(lines).toEqual([
    'map.yaml:1:5 id: "task_cod" is invalid. Use task_code (XER), uid (MS Project) or { column: Activity ID }.',
    'map.yaml:3:5 shift[0]: is not one rule. Use code, udf or column with values, calendarHours or default.',
    'map.yaml:4:5 shift[1]: is not one rule. Use code, udf or column with values, calendarHours or default.',
    'map.yaml:4:7 shift[1].defualt: unknown property. Did you mean default?',
    'map.yaml:5:29 shift[2].values.N: "nite" is invalid: expected one of "day"|"afternoon"|"night"|"24hr"|"none". Did you mean none?',
    'map.yaml:6:27 location.els: unknown property. Did you mean else?',
    'map.yaml:7:33 subcontractor.else: needs one of code, udf and column. Write another under else.',
    'map.yaml:7:35 subcontractor.else.uf: unknown property. Did you mean udf?',
    'map.yaml:8:24 resources.RT_Labor: "people" is invalid: expected one of "labour"|"plant"|"materials"|"skip". Write labour or plant or materials or skip.',
    'map.yaml:9:10 words.blockd: unknown property. Did you mean blocked?',
    'map.yaml:10:12 headerRow: 0 must be 1 or more. Write a whole number. Row of the headings, from 1; by default found by their words.',
  ]);
});

it('an id from several user fields is refused: it may use only one', () => {
  expect(linesOf('id: { udf: [House, Step], join: "-" }')).toEqual([
    'map.yaml:1:12 id.udf: is invalid: expected string, received array. Write text. Name of a user field (XER) or custom field (MS Project).',
  ]);
});

it('an empty mapping is refused, with advice on how to begin', () => {
  expect(linesOf('# nothing\n')).toEqual([
    'map.yaml:1:1: the mapping is empty. Begin with what lookahead import --inspect prints.',
  ]);
});
