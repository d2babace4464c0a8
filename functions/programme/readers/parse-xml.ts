import { SaxesParser } from 'saxes';
import { ProgrammeError } from '#programme/programme.ts';

/** Maximum depth of elements; a programme needs about ten levels. */
const maxXmlDepth = 64;
/** Maximum length of one text, comment or tag. */
const maxXmlPartCharacters = 4_000_000;
/** Maximum number of characters that XML forbids: a file with more is damaged, and each one slows the parser. */
const maxForbiddenCharacters = 100_000;

/** XML that cannot be read, or is refused. `problem` is the message without its line. */
export class XmlError extends ProgrammeError {
  readonly problem: string;

  constructor(problem: string, line: number) {
    super(problem, { line, remedy: saveAgain });
    this.problem = problem;
  }
}

/**
 * A parser that never holds a whole document. It knows only XML's own five entities and refuses a document type, so
 * that no entity can grow without limit or read a file. Its methods throw a ProgrammeError with the line if the
 * document is truncated or not well-formed, declares a document type, or exceeds one of the limits above.
 */
export function xmlParser({
  open,
  text,
  close,
  forbiddenCharacter,
}: {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>, line: number) => void;
  /** Character data and CDATA; may be called several times for one element. */
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
  /** Called for each character that XML forbids; it is left out. */
  readonly forbiddenCharacter: (line: number) => void;
}) {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  let depth = 0;
  let pending = 0;
  const refuse = (problem: string): never => {
    throw new XmlError(problem, parser.line);
  };
  parser.on('doctype', () => refuse('the XML declares a document type, which can hide other files'));
  parser.on('opentag', ({ name, attributes }) => {
    pending = 0;
    depth += 1;
    if (depth > maxXmlDepth) refuse(`<${name.slice(0, 40)}> is nested more than ${maxXmlDepth} levels deep`);
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
      if (forbiddenFound > maxForbiddenCharacters) {
        refuse(
          `the XML has more than ${maxForbiddenCharacters.toLocaleString('en')} characters that XML does not allow`,
        );
      }
      forbiddenCharacter(parser.line);
      return;
    }
    if (ended) refuse('the XML ends here: it was cut off');
    refuse(`the XML is not well-formed (${reason.slice(0, 100)})`);
  });
  return {
    write: (chunk: string) => {
      pending += chunk.length;
      parser.write(chunk);
      if (pending > maxXmlPartCharacters) {
        refuse(
          `a text, comment or tag of the XML has more than ${maxXmlPartCharacters.toLocaleString('en')} characters`,
        );
      }
    },
    end: () => {
      ended = true;
      parser.close();
    },
  };
}

const saveAgain = 'Save the programme as XML again, and copy the whole file.';

/** Characters that XML forbids, literal or as a character reference; saxes passes both on after its error. */
const forbidden = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]|&#(x[0-9a-f]+|\d+);/giu;

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1]?.toLowerCase();
}
