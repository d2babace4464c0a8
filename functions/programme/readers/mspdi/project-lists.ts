import { readXmlRecords, type XmlRecord } from '../xml-records.ts';
import { type WrittenAssignment, writtenAssignment } from './assignments.ts';
import { isWork } from './pauses.ts';
import type { ReportProblem } from './report-problem.ts';
import { mspdiShape } from './shape.ts';

/** A project with the records of its lists. */
export type ProjectLists = {
  readonly project: XmlRecord;
  /** By the name of the records, such as `Task`. */
  readonly list: (name: string) => readonly XmlRecord[];
  readonly assignments: readonly WrittenAssignment[];
};

/** The project of a file. @throws ProgrammeError for a file that is not MS Project's, or cannot be read to its end */
export function readLists(bytes: Uint8Array, report: ReportProblem): ProjectLists {
  const lists = new Map<string, XmlRecord[]>();
  const assignments: WrittenAssignment[] = [];
  let forbidden: { readonly line: number; count: number } | undefined;
  const project = readXmlRecords(
    bytes,
    { root: 'Project', shape: mspdiShape },
    {
      record: (record) => {
        const { name } = record;
        if (name === 'Assignment') {
          assignments.push(writtenAssignment(record));
          return;
        }
        const list = lists.get(name);
        if (list) list.push(record);
        else lists.set(name, [record]);
      },
      isKept: (part) => part.name !== 'TimephasedData' || isWork(part),
      forbiddenCharacter: (line) => {
        forbidden ??= { line, count: 0 };
        forbidden.count += 1;
      },
    },
  );
  if (forbidden !== undefined) {
    const { line, count } = forbidden;
    report(
      line,
      'changed',
      `Here and later there are ${count} characters that XML does not allow; they are left out.`,
    );
  }
  return { project, list: (name) => lists.get(name) ?? [], assignments };
}

/** The project that lies within a task. */
export function listsWithin(project: XmlRecord): ProjectLists {
  return {
    project,
    list: (name) => project.first(`${name}s`)?.all(name) ?? [],
    assignments: (project.first('Assignments')?.all('Assignment') ?? []).map(writtenAssignment),
  };
}
