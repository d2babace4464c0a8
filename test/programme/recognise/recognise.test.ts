/** Checks how a column of a table is recognised, from its heading and its values together. */
import { expect, it } from 'vitest';
import { recogniseHeadings } from '#programme/recognise/heading.ts';
import { recogniseColumn } from '#programme/recognise/recognise.ts';

/** The concept with the highest sureness. */
function surestConcept(name: string, ...written: readonly string[]): string {
  const filled = written.filter((value) => value !== '');
  const [heading] = recogniseHeadings([name]);
  if (heading === undefined) return '';
  const values = Array.from(
    Map.groupBy(filled, (value) => value),
    ([value, { length: count }]) => ({ value, description: undefined, count }),
  );
  const activities = filled.length;
  const found = recogniseColumn({
    source: 'column',
    name,
    heading,
    rows: written.length,
    activities,
    values,
  });
  const [surest] = Object.entries(found)
    .flatMap(([concept, sureness]) => (typeof sureness === 'number' ? { concept, sureness } : []))
    .sort((one, other) => other.sureness - one.sureness);
  return surest?.concept ?? 'nothing';
}

const dates = ['23.11.2026', '24.11.2026', '25.11.2026'];

it.each([
  ['id', 'Issue key', ['SLU-1', 'SLU-2', 'SLU-3']],
  ['id', 'Synchronization ID', ['N-1', 'N-2', 'S-1']],
  ['title', 'Summary', ['Cofferdam', 'Dewater', 'Order pumps']],
  ['type', 'Summary', ['Yes', 'No', 'No']],
  ['title', 'Wording', ['Drive sheet piles', 'Grout tie rods', 'Capping beam']],
  ['nothing', 'Wording', ['Piles', 'Piles', 'Piles', 'Beam', 'Beam', 'Beam']],
  ['status', 'Progress', ['Not started', 'In progress', 'Completed']],
  ['percentComplete', 'Progress', ['0', '40', '100']],
  ['status', 'Done?', ['Y', 'N', 'N']],
  ['status', 'Ampel', ['Done', 'Done', 'Not started', 'Done', 'In progress', 'In progress']],
  ['nothing', 'Ampel', ['Not started', 'In progress', 'Not started', 'In progress']],
  ['percentComplete', 'Completion', ['0', '40', '60']],
  ['finish', 'Completion', dates],
  ['actualFinish', 'Completed At', ['', '18.11.2026', '']],
  ['actualFinish', 'Actual End Date', ['18.11.2026', 'NYS', 'NYS', 'NYS', 'NYS']],
  ['start', 'Start', ['KW 49', 'KW 50', 'TBC']],
  ['start', 'Los geht es', dates],
  ['nothing', 'Created On', dates],
  ['parent', 'Parent Task ID', ['', '1', '1']],
  ['outlineLevel', 'Task Nesting', ['0', '1', '1']],
  ['predecessors', 'Predecessor IDs', ['', '2', '3']],
  ['subcontractor', 'Resource Name', ['Reed Piling Ltd', 'Brook Pumps Ltd', '']],
  ['trade', 'Responsible', ['Electrician', 'Plumber', 'Painter']],
  ['owner', 'Responsible', ['Ida Brook', 'Tom Reed', 'Ida Brook']],
])('%s is recognised by the heading %s with the values %j', (concept, heading, values) => {
  expect(surestConcept(heading, ...values)).toBe(concept);
});
