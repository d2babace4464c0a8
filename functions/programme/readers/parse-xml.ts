/** Parses XML in pieces, and refuses what a programme does not need. */
import { SaxesParser } from 'saxes';
import { ProgrammeError } from '../programme.ts';

/** Elements within elements; a programme needs about ten levels. */
const maxDepth = 64;

/** Maximum length of one text, comment or tag, as of a line of text. */
const maxPartCharacters = 4_000_000;
/** A file with more characters that XML forbids is damaged, and each of them takes long. */
const maxForbidden = 100_000;

/** XML that cannot be read, or is refused. The problem is in it without its line, too. */
export class XmlError extends ProgrammeError {
  readonly problem: string;

  constructor(problem: string, line: number) {
    super(problem, { line, remedy: saveAgain });
    this.problem = problem;
  }
}

export type XmlHandlers = {
  /** @param name without its namespace prefix */
  readonly open: (name: string, attributes: Readonly<Record<string, string>>, line: number) => void;
  /** May come several times for one element; character data and CDATA alike. */
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
  /** Reports characters that XML forbids; they are left out. */
  readonly forbiddenCharacter: (line: number) => void;
};

export type XmlParser = {
  readonly write: (text: string) => void;
  /** Call it after the last text: it finds out whether the document is complete. */
  readonly end: () => void;
};

/**
 * A parser that never holds a document whole. It knows no entities but XML's own five: a document that declares any is
 * refused before it is read on, so that none can grow or reach a file. Its methods throw a ProgrammeError with the line
 * for a document that is not well-formed, cut off, nested too deeply, or declares a document type.
 */
export function xmlParser({ open, text, close, forbiddenCharacter }: XmlHandlers): XmlParser {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  let depth = 0;
  /** Characters since the last tag or text. */
  let pending = 0;
  const refuse = (problem: string): never => {
    throw new XmlError(problem, parser.line);
  };
  parser.on('doctype', () =>
    refuse(
      'the XML declares a document type, which a programme does not need and which can hide other files',
    ),
  );
  parser.on('opentagstart', ({ name }) => {
    depth += 1;
    if (depth > maxDepth)
      refuse(`the element <${localName(name).slice(0, 40)}> is nested more than ${maxDepth} levels deep`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    pending = 0;
    open(localName(name), attributes, parser.line);
  });
  let complained = false;
  let forbiddenFound = 0;
  const character = (found: string) => {
    pending = 0;
    text(complained ? found.replace(forbidden, '') : found);
    complained = false;
  };
  parser.on('text', character);
  parser.on('cdata', character);
  parser.on('closetag', ({ name }) => {
    pending = 0;
    depth -= 1;
    close(localName(name));
  });
  let ended = false;
  parser.on('error', ({ message }) => {
    const reason = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    if (reason === 'disallowed character' || reason === 'malformed character entity') {
      complained = true;
      forbiddenFound += 1;
      if (forbiddenFound > maxForbidden) {
        refuse(
          `the XML has more than ${maxForbidden.toLocaleString('en')} characters that XML does not allow`,
        );
      }
      forbiddenCharacter(parser.line);
      return;
    }
    if (ended) refuse('the file ends here in the middle of its XML: it was cut off');
    refuse(`the XML is not well-formed (${reason.slice(0, 100)})`);
  });
  return {
    write: (chunk) => {
      pending += chunk.length;
      parser.write(chunk);
      if (pending > maxPartCharacters) {
        refuse(
          `a text, comment or tag of the XML has more than ${maxPartCharacters.toLocaleString('en')} characters`,
        );
      }
    },
    end: () => {
      ended = true;
      parser.close();
    },
  };
}

const saveAgain = 'Save the programme as XML again in the program it comes from, and copy the file whole.';

/** Characters that XML forbids, as themselves or by their number; saxes passes both on after it has complained. */
const forbidden = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]|&#(x[0-9a-f]+|\d+);/giu;

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

/** The encoding that an XML declaration names, in lower case. */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1]?.toLowerCase();
}
