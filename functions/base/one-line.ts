const unsettled = /[\p{Cc}\u2028\u2029]|\p{White_Space}{2}|^\p{White_Space}|\p{White_Space}$/u;
const controlsAndBlanks = /[\p{Cc}\p{White_Space}]+/gu;

/** Folds control characters and runs of blanks, line breaks among them, into one space, and trims the ends; empty for no text. */
export function oneLine(text: string | undefined): string {
  if (text === undefined) return '';
  return unsettled.test(text) ? text.replace(controlsAndBlanks, ' ').trim() : text;
}
