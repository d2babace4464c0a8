/**
 * Names and notes as people typed them, made safe for one line of a cell, a header or a key. The plan keeps the
 * task as the service gave it beside them.
 */
const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g;
const controlsButLineBreaks = /[^\P{Cc}\n\t]+/gu;

export function cleanLines(text: string | undefined): string {
  if (text === undefined) return '';
  return text.replace(lineBreaks, '\n').replace(controlsButLineBreaks, ' ').trim();
}

export function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
