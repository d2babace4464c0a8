/** A text as YAML reads it back: plain where it can be, else in double quotes. */
export function yamlText(text: string): string {
  const plain = /^[A-Za-z_][A-Za-z0-9_./–-]*(?: [A-Za-z0-9_./–-]+)*$/;
  return plain.test(text) && !words.has(text.toLowerCase()) ? text : JSON.stringify(text);
}

/** Words that some readers of YAML take for something else than text. */
const words: ReadonlySet<string> = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n']);

/** The same for the name of a property. */
export function yamlList(texts: readonly string[]): string {
  return `[${texts.map(yamlText).join(', ')}]`;
}
