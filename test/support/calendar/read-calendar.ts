/** Calendar files as other programs read them, and the events of a calendar that has imported several of them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import ICAL from 'ical.js';
import * as z from 'zod/mini';
import { deep } from '../deep-checks.ts';

const eventSchema = z.object({
  uid: z.string(),
  sequence: z.int(),
  status: z.string(),
  summary: z.string(),
  description: z.string(),
  location: z.string(),
  /** `2026-11-23`, or an instant: `2026-11-23T08:00:00Z`. */
  start: z.string(),
  end: z.string(),
});

export type ReadEvent = z.infer<typeof eventSchema>;

export function readWithIcalJs(file: string): readonly ReadEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(file));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return eventSchema.parse({
      uid: event.uid,
      sequence: event.sequence,
      status: component.getFirstPropertyValue('status'),
      summary: event.summary,
      description: event.description,
      location: event.location ?? '',
      start: event.startDate.toString(),
      end: event.endDate.toString(),
    });
  });
}

/** The Python on this machine that has icalendar; looked for in deep tests only. */
const python = (deep ? ['python3', '/usr/bin/python3'] : []).find(
  (command) => spawnSync(command, ['-c', 'import icalendar'], { stdio: 'ignore' }).status === 0,
);

export const hasPythonIcalendar = python !== undefined;
if (deep && !hasPythonIcalendar)
  process.stderr.write('python3-icalendar is not installed: it reads no file.\n');

export function readWithPythonIcalendar(file: string): readonly ReadEvent[] {
  const script = join(import.meta.dirname, 'read-with-icalendar.py');
  const { status, stdout, stderr } = spawnSync(python ?? 'python3', [script], {
    input: file,
    encoding: 'utf8',
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
  });
  if (status !== 0) throw new Error(`icalendar could not read the file: ${stderr}`);
  return z.array(eventSchema).parse(JSON.parse(stdout));
}

/**
 * The events that a calendar holds after it imported these files: for each UID the one with the highest SEQUENCE, of
 * equal ones the last, unless it is cancelled. Each is a text of start, end and summary; the texts are sorted.
 */
export function importedEvents(...files: readonly (readonly ReadEvent[])[]): readonly string[] {
  const held = new Map<string, ReadEvent>();
  for (const event of files.flat()) {
    const known = held.get(event.uid);
    if (known === undefined || event.sequence >= known.sequence) held.set(event.uid, event);
  }
  return [...held.values()]
    .filter(({ status }) => status !== 'CANCELLED')
    .map(({ summary, start, end }) => `${start} ${end} ${summary}`)
    .sort();
}
