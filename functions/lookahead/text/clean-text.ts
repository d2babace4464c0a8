/**
 * Cleans notes as people typed them: line breaks become `\n`, other control characters except tabs become spaces. The
 * text as typed stays in `InterpretedTask.source`.
 */
const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g;
const controlsButLineBreaks = /[^\P{Cc}\n\t]+/gu;

export function cleanMultilineText(text: string | undefined): string {
  if (text === undefined) return '';
  return text.replace(lineBreaks, '\n').replace(controlsButLineBreaks, ' ').trim();
}

export function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
