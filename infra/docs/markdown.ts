const region = /^<!-- generated: ([^\n]+?) -->\n(?:[\s\S]*?\n)??<!-- end -->$/gm;

export function fillGeneratedRegions(text: string, contents: ReadonlyMap<string, string>): string {
  return text.replaceAll(region, (_, name: string) => {
    const content = contents.get(name);
    if (content === undefined) {
      throw new RangeError(`Nothing generates "${name}". Use one of: ${[...contents.keys()].join(', ')}.`);
    }
    return `<!-- generated: ${name} -->\n\n${content}\n\n<!-- end -->`;
  });
}
