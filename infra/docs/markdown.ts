export function codeBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

const region = /^<!-- generated: ([a-z-: ]+) -->\n(?:[\s\S]*?\n)??<!-- end -->$/gm;

/**
 * Replaces what lies between `<!-- generated: NAME -->` and `<!-- end -->`, each on a line of its own.
 * @throws RangeError for a name that has no content
 */
export function fillRegions(text: string, contents: ReadonlyMap<string, string>): string {
  return text.replaceAll(region, (_, name: string) => {
    const content = contents.get(name);
    if (content === undefined) {
      throw new RangeError(`Nothing generates "${name}". Use one of: ${[...contents.keys()].join(', ')}.`);
    }
    return `<!-- generated: ${name} -->\n\n${content}\n\n<!-- end -->`;
  });
}
