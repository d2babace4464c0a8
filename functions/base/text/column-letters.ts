const letters: string[] = [''];

/** `A` for 1, `AA` for 27. */
export function columnLetters(column: number): string {
  const known = letters[column];
  if (known !== undefined) return known;
  const rest = Math.floor((column - 1) / 26);
  const name = (rest > 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26));
  letters[column] = name;
  return name;
}
