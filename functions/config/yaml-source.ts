import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml';
import type { Finding, Path, Place } from './configuration-error.ts';

export type YamlSource = {
  readonly value: unknown;
  readonly problems: readonly Finding[];
  /** If the value is missing, the places are those of the nearest value that contains it. */
  find(path: Path): {
    readonly key: Place;
    readonly place: Place;
    /** A scalar as written, before YAML turns it into a number or a boolean. */
    readonly written: string | undefined;
  };
};

const maxAliases = 1_000;
const fewerAliases = 'Use fewer aliases (*name), or write out what they refer to.';
const defineIt = 'Define it first, or put a text that starts with * in quotes.';

/** What to do about an error of the YAML library, which says what is wrong. */
const remedies: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'Indent with spaces.',
  BAD_SCALAR_START: 'Put the value in quotes.',
  BAD_DQ_ESCAPE: "Put the text in single quotes: 'C:\\logo.png'.",
  BLOCK_AS_IMPLICIT_KEY:
    'Put a value that contains ": " in quotes, write a space after -, and align the next line with this one.',
  MULTIPLE_DOCS: 'Remove the second ---.',
  UNEXPECTED_TOKEN: 'Put the whole value in quotes, or start a list on a line of its own.',
  MULTILINE_IMPLICIT_KEY: 'Write a colon and a space after the name.',
};

/** Reads YAML 1.2, with anchors, aliases and merge keys. Never throws: syntax errors are in `problems`. */
export function readYaml(text: string): YamlSource {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    // The library compares each key with all before it.
    uniqueKeys: false,
    logLevel: 'error',
  });
  const placeAt = (offset: number): Place => {
    const { line, col: column } = lines.linePos(offset);
    return { line, column };
  };
  const problems: Finding[] = [];
  const addProblem = (offset: number, what: string, remedy: string) =>
    problems.unshift({ path: [], place: placeAt(offset), message: `not valid YAML: ${what}`, remedy });
  // One mistake, such as an open bracket, causes an error on every line after it, so only the first error helps.
  const [error] = document.errors.toSorted((left, right) => left.pos[0] - right.pos[0]);
  const [noticed = 0] = error?.pos ?? [];
  let opened = noticed;
  const aliases: number[] = [];
  const anchors = new Map<string, Node>();
  const targets = new Map<unknown, Node>();
  // Read once: the library reads the whole document again for each alias.
  visit(document, {
    Node: (_, node) => {
      const [start, , end] = node.range ?? [0, 0, 0];
      if (isAlias(node)) {
        aliases.push(start);
        const target = anchors.get(node.source);
        if (target) targets.set(node, target);
        // The name may be a password that begins with *.
        else addProblem(start, 'no anchor of this name is defined before it', defineIt);
        return;
      }
      const mayBeOpen = isScalar(node) ? node.type?.startsWith('QUOTE') : node.flow;
      if (mayBeOpen && start < noticed && noticed <= end) opened = start;
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
      const known = new Set<unknown>();
      for (const { key } of isMap(node) ? node.items : []) {
        const name = isScalar(key) ? key.value : key;
        if (known.has(name)) {
          addProblem(startOf(key), 'Map keys must be unique', 'Remove or rename one of the two.');
        }
        known.add(name);
      }
    },
  });
  const tooMany = aliases[maxAliases];
  if (tooMany !== undefined) addProblem(tooMany, `there are more than ${maxAliases} aliases`, fewerAliases);
  if (error) {
    const isOpen = /^(Missing closing|Flow)/.test(error.message);
    const remedy =
      remedies[error.code] ??
      'Align this with the lines around it, or add what is missing: a quote, bracket, colon or comma.';
    addProblem(isOpen ? opened : noticed, wordsOf(error), remedy);
  }
  let value: unknown;
  try {
    if (problems.length === 0) value = document.toJS({ maxAliasCount: maxAliases });
  } catch (cause) {
    addProblem(aliases[0] ?? 0, wordsOf(cause), fewerAliases);
  }
  const resolved = (node: unknown) => targets.get(node) ?? node;
  const pairAt = (parent: unknown, step: string | number): Pair | undefined => {
    const node = resolved(parent);
    if (isSeq(node)) return [node.items[Number(step)], node.items[Number(step)]];
    if (!isMap(node)) return undefined;
    const own = node.items.find(({ key }) => keyText(key) === String(step));
    if (own) return [own.key, own.value ?? own.key];
    return node.items
      .filter(({ key }) => keyText(key) === mergeKey)
      .map((merge) => resolved(merge.value))
      .flatMap((merged) => (isSeq(merged) ? merged.items : [merged]))
      .map((merged) => pairAt(merged, step))
      .find((found) => found !== undefined);
  };
  const find = (path: Path) => {
    const start: Pair = [document.contents, document.contents];
    const [key, node] = path.reduce((pair, step) => pairAt(pair[1], step) ?? pair, start);
    const scalar = resolved(node);
    return {
      key: placeAt(startOf(key)),
      place: placeAt(startOf(node) || startOf(key)),
      written: isScalar(scalar) ? scalar.source : undefined,
    };
  };
  return { value, problems, find };
}

type Pair = readonly [key: unknown, value: unknown];

/** The parser turns the name of a merge key into a symbol. */
const mergeKey = 'Symbol(<<)';

function keyText(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

function startOf(node: unknown): number {
  return (isNode(node) && node.range?.[0]) || 0;
}

function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : 'unknown cause';
  return /call stack|stack overflow/i.test(text)
    ? 'lists or groups are nested too deeply here'
    : text.replace(/[\n;].*/s, '').replace(/[.:]\s*$/, '');
}
