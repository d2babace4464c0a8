import type { SampleFormat } from './sample-files.ts';

const shifts = 'values: { day: day, afternoon: afternoon, night: night, 24hr: 24hr }';

const table = `
id: { column: Activity ID }
title: { column: Activity }
dates: { start: Start, finish: Finish }
duration: { column: Days }
status: { column: Status }
shift: [{ column: Shift, ${shifts} }]
subcontractor: { column: Subcontractor }
location: { column: Area }
owner: { column: Owner }
labour: { column: People }
plant: { column: Plant }
materials: { column: Materials, separator: " | " }
predecessors: { column: Predecessors, separator: "," }
`;

/** Mappings for the files of `programmeFile`. */
export const sampleMappings: Readonly<Record<SampleFormat, string>> = {
  xer: `
id: task_code
shift: [{ code: Shift, ${shifts} }]
subcontractor: { code: Contractor }
location: { code: Location }
owner: { udf: Responsible }
`,
  mspdi: `
id: { udf: Activity ID }
shift: [{ udf: Shift, ${shifts} }]
subcontractor: { udf: Subcontractor }
location: { udf: Location }
owner: { udf: Contact }
`,
  csv: table,
  excel: table,
};
