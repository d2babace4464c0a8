/** The subject of a second copy, which differs from the first by this mark alone. Marks once. */
export function markResent(subject: string): string {
  const mark = ' (resent)';
  return subject.endsWith(mark) ? subject : `${subject}${mark}`;
}
