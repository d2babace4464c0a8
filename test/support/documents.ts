/** Reads README and docs for tests: commands and policies are written only there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { policySchema, type Statement } from '../integration/runtime/roles.ts';

const root = resolve(import.meta.dirname, '../..');
const block = /^( *)```(\w*)\n([\s\S]*?)^\1```$/gm;

export const documents: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];

/** The commands in code blocks, joined with their continuation lines, and every code in back-quotes. */
export function codeOf(document: string): readonly string[] {
  const text = textOf(document);
  const blocks = [...text.matchAll(block)].flatMap(([, indent = '', , code = '']) =>
    withoutIndent(code, indent)
      .trim()
      .split(/(?<!\\)\n/),
  );
  const inline = [...text.replaceAll(block, '').matchAll(/(?<!`)`([^`]+)`(?!`)/g)];
  return [...blocks, ...inline.map(([, code = '']) => code.replaceAll(/\n */g, ' '))];
}

/** The code blocks with commands that are followed by a block with their output. */
export function printingCommandsOf(
  document: string,
): readonly (readonly [commands: string, printed: string])[] {
  const blocks = [...textOf(document).matchAll(block)];
  return blocks.flatMap(({ index, 0: { length }, 2: language, 3: commands = '' }, at) => {
    const next = blocks[at + 1];
    const isPrinted = language === 'sh' && next?.[2] === 'text' && next.index === index + length + 2;
    return isPrinted ? [[commands, next[3] ?? ''] as const] : [];
  });
}

/** The cells of each row of the document's tables. */
export function tableRowsOf(document: string): readonly (readonly string[])[] {
  return [...textOf(document).matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  );
}

/** The commands of the AWS CLI and the CDK in a document. */
export function awsCommandsOf(document: string): readonly string[] {
  return codeOf(document).filter((code) => /^(?:npx cdk|aws) [a-z0-9-]+ \S/.test(code));
}

/** The commands of the AWS CLI and the CDK in all documents, without duplicates. */
export const awsCommands: readonly string[] = [...new Set(documents.flatMap(awsCommandsOf))];

/** The one command in all documents that contains this text. @throws Error if there are none or several */
export function awsCommandWith(text: string): string {
  const [found, ...others] = awsCommands.filter((command) => command.includes(text));
  if (found === undefined || others.length > 0) throw new Error(`Not one command has ${text}.`);
  return found;
}

/** The JSON block in a document that follows a paragraph whose last code in back-quotes is the name. */
export function jsonOf(document: string, name: string): unknown {
  const text = textOf(document);
  const [found, ...others] = [...text.matchAll(block)].filter(({ index, 2: language }) => {
    const paragraph = text.slice(0, index).trimEnd().split('\n\n').at(-1) ?? '';
    return language === 'json' && [...paragraph.matchAll(/`([^`]+)`/g)].at(-1)?.[1] === name;
  });
  if (found === undefined || others.length > 0) throw new Error(`${document} has not one block ${name}.`);
  return JSON.parse(found[3] ?? '');
}

export function policyOf(document: string, name: string): readonly Statement[] {
  return policySchema.shape.PolicyDocument.parse(jsonOf(document, name)).Statement;
}

function textOf(document: string): string {
  return readFileSync(join(root, document), 'utf8');
}

function withoutIndent(code: string, indent: string): string {
  return code.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}
