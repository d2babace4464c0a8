import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, Pair, parseDocument, visit } from 'yaml';
import type { ConfigurationFinding, PropertyPath } from './configuration-error.ts';

export type YamlSource = ReturnType<typeof readYaml>;

/** The remedy for each error of the YAML library, whose own message says what is wrong. */
const remedies: Record<string, string> = {
  BAD_ALIAS: 'Define it first, or put a text that starts with * in quotes.',
  BAD_DQ_ESCAPE: 'Put the text in single quotes.',
  BAD_SCALAR_START: 'Put the value in quotes.',
  BLOCK_AS_IMPLICIT_KEY:
    'Put a value that contains ": " in quotes, write a space after -, and align the next line.',
  DUPLICATE_KEY: 'Remove or rename one.',
  MULTILINE_IMPLICIT_KEY: 'Write a colon and a space after the name.',
  MULTIPLE_DOCS: 'Remove the second ---.',
  RESOURCE_EXHAUSTION: 'Use fewer levels or aliases.',
  TAB_AS_INDENT: 'Indent with spaces.',
  TYPOGRAPHY: 'A blank, colon or dash near here is not the plain one, but as Word writes it: type it again.',
  UNEXPECTED_TOKEN: 'Put the value in quotes, or start a list on its own line.',
};

/** Reads YAML 1.2, with anchors, aliases and merge keys. Never throws: syntax errors are in `problems`. */
export function readYaml(text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    // The library's own check is off because it compares each key with all earlier ones, which is slow.
    uniqueKeys: false,
    logLevel: 'error',
  });
  const placeAt = (offset: number) => {
    const { line, col: column } = lines.linePos(offset);
    return { line, column };
  };
  const problems: ConfigurationFinding[] = [];
  const addProblem = (offset: number, words: string, code: string) => {
    // After a colon, the library quotes the file, which may contain a password.
    const what = words.replace(/^\w+Error: |;.*|\b: .*/gs, '');
    problems.push({
      path: [],
      place: placeAt(offset),
      message: `not valid YAML: ${what}`,
      remedy:
        remedies[code] ??
        'Align this with the lines around it, or add a missing quote, bracket, colon or comma.',
    });
  };
  // A mistake such as an open bracket causes an error on every later line, so only the first error is reported.
  const [first] = document.errors.toSorted((left, right) => left.pos[0] - right.pos[0]);
  const noticed = first?.pos[0] ?? 0;
  const isOpen = first && /^(Missing closing|Flow)/.test(first.message);
  let opened = noticed;
  // Values by the names of anchors (the last one counts), and by the aliases that refer to them.
  const targets = new Map<unknown, unknown>();
  // Aliases are resolved in one pass: the library would walk through the whole document for each of them.
  visit(document, {
    Alias: (_, alias) => {
      const target = targets.get(alias.source);
      if (target) targets.set(alias, target);
      else addProblem(nodeStartOffset(alias), 'no anchor before it has this name', 'BAD_ALIAS');
    },
    Value: (_, node) => {
      const [start, , end] = node.range ?? [0, 0, 0];
      if (isOpen && start < noticed && noticed <= end && /["'[{]/.test(text.charAt(start))) opened = start;
      targets.set(node.anchor ?? '', node);
      const names = new Set<unknown>();
      for (const { key } of isMap(node) ? node.items : []) {
        const name = isScalar(key) ? key.value : key;
        if (names.has(name)) addProblem(nodeStartOffset(key), 'Map keys must be unique', 'DUPLICATE_KEY');
        names.add(name);
      }
    },
  });
  const near = `${text.slice(0, noticed).split('\n').slice(-3).join('\n')}${text.slice(noticed).split('\n', 1)}`;
  const isTypographic = /[\u00a0\u202f\u3000\uff1a]|^\s*[•–—]/m.test(near);
  if (first) addProblem(opened, first.message, isTypographic ? 'TYPOGRAPHY' : first.code);
  let value: unknown;
  try {
    if (problems.length === 0) value = document.toJS({ maxAliasCount: 1_000 });
  } catch (cause) {
    addProblem(nodeStartOffset([...targets.keys()].find(isAlias)), String(cause), 'RESOURCE_EXHAUSTION');
  }
  const resolved = (node: unknown) => targets.get(node) ?? node;
  const pairsAt = (parent: unknown, step: unknown): Pair[] => {
    const node = resolved(parent);
    if (isSeq(node)) {
      const item = typeof step === 'number' && node.items[step];
      return item ? [new Pair(item, item)] : node.items.flatMap((each) => pairsAt(each, step));
    }
    const pairs = isMap(node) ? node.items : [];
    const named = (name: unknown) => pairs.filter(({ key }) => String(key) === name);
    // The parser turns the name `<<` of a merge key into a symbol.
    return [...named(step), ...named('Symbol(<<)').flatMap(({ value: merged }) => pairsAt(merged, step))];
  };
  /** Finds the place of a value; if the value is missing, the place of the nearest value that contains it. */
  const find = (path: PropertyPath) => {
    const start = new Pair<unknown, unknown>(undefined, document.contents);
    const { key, value: node } = path.reduce((pair, step) => pairsAt(pair.value, step)[0] ?? pair, start);
    const scalar = resolved(node);
    return {
      key: placeAt(nodeStartOffset(key)),
      place: placeAt(nodeStartOffset(node) || nodeStartOffset(key)),
      /** The text of a scalar in the file, before YAML turns it into a number or a boolean. */
      written: isScalar(scalar) ? scalar.source : undefined,
    };
  };
  return { value, problems, find };
}

function nodeStartOffset(node: unknown): number {
  return (isNode(node) && node.range?.[0]) || 0;
}
