import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  visit,
  type YAMLParseError,
} from 'yaml';
import type { Advice, ConfigurationProblem } from './configuration-error.ts';

export type Path = readonly (string | number)[];

/** Path in the data; the place in the file is looked up later. */
export type Finding = Advice & { readonly path: Path };

export function findingIf(isWrong: boolean, finding: Finding): readonly Finding[] {
  return isWrong ? [finding] : [];
}

type Place = { readonly line: number; readonly column: number };

export type YamlSource = {
  readonly value: unknown;
  readonly problems: readonly ConfigurationProblem[];
  /** If the value is missing, the place of the nearest value that contains it. */
  placeOf(path: Path): Place;
  placeOfKey(path: Path): Place;
  /** A scalar as written, before YAML turns it into a number or a boolean. */
  writtenAt(path: Path): string | undefined;
};

const maxAliases = 1_000;
const fewerAliases = 'Use fewer aliases (*name), or write out what they refer to.';

/** Reads YAML 1.2, with anchors, aliases and merge keys. Never throws: syntax errors are in `problems`. */
export function readYaml(text: string): YamlSource {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    // The library compares each key with all before it; readNodes finds repeated ones at once.
    uniqueKeys: false,
    logLevel: 'error',
  });
  const at = (offset: number | undefined): Place => {
    const { line, col } = lines.linePos(offset ?? 0);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const problems: ConfigurationProblem[] = firstError(document.errors).map((error) => ({
    ...at(error.pos[0]),
    path: '',
    message: `not valid YAML: ${tooDeep.test(error.message) ? 'lists or groups are nested too deeply here' : firstLine(error.message)}`,
    remedy: remedies[error.code] ?? 'Check the indentation, the quotes and the brackets around here.',
  }));
  const { aliases, targets, repeatedKeys } = readNodes(document);
  for (const key of repeatedKeys) {
    problems.push({
      ...at(startOffset(key)),
      path: '',
      message: 'not valid YAML: Map keys must be unique',
      remedy: 'Remove or rename one of the two.',
    });
  }
  const beyond = aliases[maxAliases];
  if (beyond !== undefined) {
    problems.push({
      ...at(startOffset(beyond)),
      path: '',
      message: `not valid YAML: there are more than ${maxAliases} aliases`,
      remedy: fewerAliases,
    });
  }
  for (const alias of beyond === undefined ? aliases : []) {
    if (targets.has(alias)) continue;
    problems.push({
      ...at(startOffset(alias)),
      path: '',
      // The name may be a password that begins with *.
      message: 'not valid YAML: no anchor of this name is defined before it',
      remedy: 'Define the anchor before its first use, or put a text that starts with * in quotes.',
    });
  }
  if (problems.length > 0) return { value: undefined, problems, ...finders(document, targets, at) };
  try {
    return {
      value: document.toJS({ maxAliasCount: maxAliases }),
      problems,
      ...finders(document, targets, at),
    };
  } catch (error) {
    const message = error instanceof Error ? firstLine(error.message) : 'unknown cause';
    problems.push({
      ...at(0),
      path: '',
      message: `not valid YAML: ${message}`,
      remedy: fewerAliases,
    });
    return { value: undefined, problems, ...finders(document, targets, at) };
  }
}

type Targets = ReadonlyMap<Alias, Node>;

type Nodes = {
  readonly aliases: readonly Alias[];
  readonly targets: Targets;
  readonly repeatedKeys: readonly Scalar[];
};

/** Reads the document once: the library's own search for an anchor reads all of it again for each alias. */
function readNodes(document: Document): Nodes {
  const aliases: Alias[] = [];
  const targets = new Map<Alias, Node>();
  const anchors = new Map<string, Node>();
  const repeatedKeys: Scalar[] = [];
  const readAnchor = (node: Node & { anchor?: string }) => {
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
  };
  visit(document, {
    Alias: (_, alias) => {
      aliases.push(alias);
      const target = anchors.get(alias.source);
      if (target !== undefined) targets.set(alias, target);
    },
    Map: (_, map) => {
      readAnchor(map);
      const known = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (known.has(key.value)) repeatedKeys.push(key);
        known.add(key.value);
      }
    },
    Scalar: (_, scalar) => readAnchor(scalar),
    Seq: (_, list) => readAnchor(list),
  });
  return { aliases, targets, repeatedKeys };
}

const tooDeep = /call stack|stack overflow/i;

/** One mistake, such as an open bracket, causes an error on every line after it, so only the first error helps. */
function firstError(errors: readonly YAMLParseError[]): readonly YAMLParseError[] {
  return errors.toSorted((left, right) => left.pos[0] - right.pos[0]).slice(0, 1);
}

const remedies: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'Indent with spaces; YAML does not allow tabs.',
  BAD_INDENT: 'Align this with the lines around it, or close the bracket that is still open.',
  MISSING_CHAR: 'Add the missing character; every quote and bracket must be closed.',
  BAD_SCALAR_START: 'Put the value in quotes.',
  BLOCK_AS_IMPLICIT_KEY:
    'Put a value that contains ": " in quotes, or start a new line for the next property.',
  MULTIPLE_DOCS: 'Keep one document: remove the second ---.',
  UNEXPECTED_TOKEN: 'Start a list on a line of its own, and put values with special characters in quotes.',
  BAD_ALIAS: 'Put a value that starts with * or & in quotes.',
  MULTILINE_IMPLICIT_KEY: 'Check that this line ends with a colon and that the next one is indented.',
};

function finders(document: Document, targets: Targets, at: (offset: number | undefined) => Place) {
  const find = (path: Path) => {
    let place: number | undefined;
    let key: number | undefined;
    let node: unknown = document.contents;
    for (const step of path) {
      const child: Child | undefined = childNode(resolved(node, targets), step, targets);
      if (child === undefined) return { place, key: key ?? place, node: undefined };
      node = child.node;
      key = child.key ?? startOffset(node);
      place = startOffset(node) ?? key;
    }
    return { place: place ?? startOffset(node), key: key ?? startOffset(node), node };
  };
  return {
    placeOf: (path: Path) => at(find(path).place),
    placeOfKey: (path: Path) => at(find(path).key),
    writtenAt: (path: Path) => {
      const node = resolved(find(path).node, targets);
      return isScalar(node) && typeof node.source === 'string' ? node.source : undefined;
    },
  };
}

type Child = { readonly node: unknown; readonly key: number | undefined };

function childNode(node: unknown, step: string | number, targets: Targets): Child | undefined {
  if (isSeq(node)) {
    const item = typeof step === 'number' ? node.items[step] : undefined;
    return item === undefined ? undefined : { node: item, key: startOffset(item) };
  }
  if (!isMap(node)) return undefined;
  const own = node.items.find((pair) => keyText(pair) === String(step));
  if (own) return { node: own.value ?? own.key, key: startOffset(own.key) };
  for (const pair of node.items.filter((item) => mergeKeys.has(keyText(item)))) {
    const merged = resolved(pair.value, targets);
    for (const source of isSeq(merged) ? merged.items : [merged]) {
      const found = childNode(resolved(source, targets), step, targets);
      if (found) return found;
    }
  }
  return undefined;
}

/** The parser turns the name of a merge key into a symbol. */
const mergeKeys: ReadonlySet<string> = new Set(['<<', 'Symbol(<<)']);

function keyText(pair: Pair): string {
  return isPair(pair) && isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
}

function resolved(node: unknown, targets: Targets): unknown {
  return isAlias(node) ? targets.get(node) : node;
}

function startOffset(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range))
    return undefined;
  const [start]: unknown[] = node.range;
  return typeof start === 'number' ? start : undefined;
}

function firstLine(text: string): string {
  return text.split(/[\n;]/, 1)[0]?.replace(/[.:]\s*$/, '') ?? '';
}
