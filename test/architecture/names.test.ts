/**
 * Checks that texts use the current names of files, deployed functions, alarms and outputs: in documents, the source
 * with its messages and comments, and the comments of tests.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type AlarmText,
  alarmDescription,
  functionAlarmTexts,
  nonFunctionAlarmTexts,
} from '../../infra/alarm-texts.ts';
import { aDeployment, aReadApi, templateOf } from '../support/infra/a-deployment.ts';
import { sourceFiles } from './source-files.ts';

const root = resolve(import.meta.dirname, '../..');
const folders = ['functions', 'infra', 'test', 'docs', '.github', '.ci'];
const files = [
  ...readdirSync(root),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    ),
  ),
].filter((path) => !path.includes('node_modules'));

/**
 * Whole paths and their ends, because texts shorten paths: also `archive/s3.ts` and `s3.ts` for
 * `functions/archive/s3.ts`.
 */
const ends = new Set(
  files.flatMap((path) => {
    const parts = path.split('/');
    return parts.map((_, index) => parts.slice(index).join('/'));
  }),
);

function isEnd(name: string): boolean {
  return ends.has(name.replace(/\/$/, ''));
}

const functions = new Set(Object.keys(functionAlarmTexts));
const alarmTexts: Readonly<Record<string, AlarmText>> = {
  ...Object.fromEntries(Object.entries(functionAlarmTexts).map(([name, text]) => [`${name}-fails`, text])),
  ...nonFunctionAlarmTexts,
};
const outputs = new Set(
  Object.keys(
    templateOf(await aDeployment(), {
      readApi: aReadApi,
      bucket: 'left-over',
      links: { domain: 'links.example.com', certificate: 'arn' },
    }).findOutputs('*'),
  ),
);

type Rule = { readonly named: readonly RegExp[]; readonly exists: (name: string) => boolean };

/** Rules for all texts. Names with a placeholder, such as `functions/<room>/` or `test/*.ts`, are not checked. */
const everywhere: readonly Rule[] = [
  {
    // TypeScript and Markdown files anywhere. Files of other kinds may belong to users.
    named: [/(?<![\w/.…*>}-])(?:\.{0,2}\/|#)*([\w-][\w./-]*\.(?:ts|md))(?![\w*/-])/g],
    exists: isEnd,
  },
  {
    named: [/(?<![\w/.…#@-])((?:functions|infra|test|docs|\.github|\.ci)\/[\w./-]*[\w/])(?![\w*/<{…-])/g],
    exists: isEnd,
  },
  { named: [/\bfunctions? `([a-z-]+)`/g], exists: (name) => functions.has(name) },
  { named: [/\balarms? `([a-z-]+)`/g], exists: (name) => name in alarmTexts },
  {
    named: [
      /\b(?:outputs?|queues?) `?([A-Z]\w+)/g,
      /\b(?:outputs|queues) `?[A-Z]\w+`? (?:and|or|to) `?([A-Z]\w+)/g,
    ],
    exists: (name) => outputs.has(name),
  },
];

/** Rules for texts of alarms, because an alarm's mail has no back-quotes. */
const inAlarms: readonly Rule[] = [
  {
    named: [
      /\blogs? of (?!the\b)([\w-]+)/g,
      /\b(?!function\b)([\w-]+)’s log/g,
      /\b[Tt]he ([\w-]+) function\b/g,
      /\bfunction ([\w-]+) fail/g,
    ],
    exists: (name) => functions.has(name),
  },
];

function wrongNames(text: string, rules = everywhere): readonly string[] {
  const wrong = rules.flatMap(({ named, exists }) =>
    named.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !exists(name)),
    ),
  );
  return [...new Set(wrong)];
}

function splitComments(text: string): { readonly comments: string; readonly code: string } {
  const pattern = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*/g;
  return { comments: (text.match(pattern) ?? []).join('\n'), code: text.replaceAll(pattern, '') };
}

const sources = ['functions', 'infra', 'test'].flatMap(sourceFiles);
const parsed = sources.map(({ path, text }) => ({ path, ...splitComments(text) }));

const codeWords = new Set(
  [
    // This file has made-up names.
    ...parsed.filter(({ path }) => path !== 'test/architecture/names.test.ts').map(({ code }) => code),
    ...files
      .filter((path) => /\.(?:json|ya?ml)$/.test(path))
      .map((path) => readFileSync(join(root, path), 'utf8')),
  ].flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []),
);

/** Names of other systems, or names made up for an example. */
const foreignNames = new Set([
  ...['closeIdleConnections', 'requestPayload', 'DnsRecord1', 'DnsRecord6', 'DkimAttributes'],
  ...['EntityAlreadyExists', 'OpenIDConnectProviderArn', 'MemoryMax', 'LeadContractor'],
  ...['rIdn', 'R1C1', 'PT8H30M0S'],
]);

/** Identifiers in back-quotes, such as `minutesUntilLate` or `deployment.testRunDays`, that the code does not have. */
function unknownIdentifiers(text: string): readonly string[] {
  const quoted = [...text.matchAll(/`([A-Za-z_][\w.]*)(?:\(\))?`/g)].flatMap(([, name = '']) =>
    name.split('.'),
  );
  const unknown = quoted.filter((name) => /[a-z\d][A-Z]/.test(name) && !codeWords.has(name));
  return [...new Set(unknown)].filter((name) => !foreignNames.has(name));
}

function wrongIn(texts: readonly { readonly path: string; readonly text: string }[]): readonly string[] {
  return texts.flatMap(({ path, text }) => wrongNames(text).map((name) => `${path}: ${name}`));
}

describe('only existing names are used', () => {
  const documents = files
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

  it('in documents', () => {
    expect(documents.length).toBeGreaterThan(15);
    expect(wrongIn(documents)).toEqual([]);
  });

  it('in the links of documents', () => {
    const links = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([\w./-]+)[)#]/g)].map(([, to = '']) => join(dirname(path), to)),
    );
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter((to) => !existsSync(join(root, to)))).toEqual([]);
  });

  it('in the source, its messages and comments', () => {
    expect(wrongIn(sources.filter(({ path }) => !path.startsWith('test/')))).toEqual([]);
  });

  it('in the comments of tests, but not in their other texts, which are made up', () => {
    const comments = parsed.filter(({ path }) => path.startsWith('test/'));
    expect(wrongIn(comments.map(({ path, comments: text }) => ({ path, text })))).toEqual([]);
  });

  it('in identifiers in back-quotes, in comments, documents and alarms', () => {
    const texts = [
      ...parsed.map(({ path, comments }) => ({ path, text: comments })),
      ...documents.map(({ path, text }) => ({ path, text: text.replaceAll(/```[\s\S]*?```/g, '') })),
      ...Object.entries(alarmTexts).map(([name, text]) => ({ path: name, text: alarmDescription(text) })),
    ];
    const unknown = texts.flatMap(({ path, text }) =>
      unknownIdentifiers(text).map((name) => `${path}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it.each(Object.entries(alarmTexts))('in the text of the alarm %s', (_, text) => {
    expect(wrongNames(alarmDescription(text), [...everywhere, ...inAlarms])).toEqual([]);
  });
});

it('no name is exported by two files', () => {
  const exported = sources.flatMap(({ path, text }) => {
    const pattern = /^export (?:async |abstract )?(?:function\*?|const|class|type|interface) (\w+)/gm;
    return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].map((name) => ({
      name,
      path,
    }));
  });
  expect(exported.length).toBeGreaterThan(3_000);
  const repeated = [...Map.groupBy(exported, ({ name }) => name)].filter(([, files]) => files.length > 1);
  // Lambda and vitest look for these names in several files.
  expect(repeated.map(([name]) => name)).toEqual(['handler', 'setup']);
});

it.each([
  ['as `#archive/s4.ts` says', 'archive/s4.ts'],
  ['more memory in infra/function.ts, and', 'infra/function.ts'],
  ['beside `stored-pages.ts`.', 'stored-pages.ts'],
  ['see docs/operating.md.', 'docs/operating.md'],
  ['everything below `functions/delivery/`', 'functions/delivery/'],
  ['the function `downloads` answers', 'downloads'],
  ['the alarm `report-missing` says so', 'report-missing'],
  ['the output `LinkSecrets`', 'LinkSecrets'],
  ['in the queues SesEventsDropped and InboxLost', 'InboxLost'],
  ['Read the log of reports.', 'reports'],
  ['The line in dispatcher’s log', 'dispatcher'],
  ['The dead-letters function fails', 'dead-letters'],
  ['the function imports failed each time', 'imports'],
])('a wrong name is found: %s', (text, name) => {
  expect(wrongNames(text, [...everywhere, ...inAlarms])).toEqual([name]);
});

it('an identifier that the code does not have is found', () => {
  expect(unknownIdentifiers('as `minutesUntilLate` and `OldJobQueue.sendAll()`, not `status`')).toEqual([
    'OldJobQueue',
    'sendAll',
  ]);
});

it('names with a placeholder are not checked', () => {
  expect(
    wrongNames('`functions/mail/transport/<name>.ts`, `test/**/*.deep.test.ts`, `…-facts.ts`, tests/a.json'),
  ).toEqual([]);
});
