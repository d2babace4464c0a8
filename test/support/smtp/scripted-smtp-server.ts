/**
 * A mail server on loopback that sends exactly the bytes that a test wants, also those that a correct server never
 * sends.
 */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

type Verb =
  | 'greeting'
  | 'EHLO'
  | 'HELO'
  | 'STARTTLS'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'content'
  | 'RSET'
  | 'QUIT';

/** A reply that is only this ends the connection at once. At the end of a reply, it ends the connection after it. */
export const brokenOff = '\u0000';

/**
 * The reply, in Latin-1, without its line end; with `brokenOff` at its end, the connection is closed after it. An empty
 * reply sends nothing. `count` is how often the verb was received over all connections, from 1.
 */
type Reply = string | ((asked: { readonly line: string; readonly count: number }) => string);
export type Script = Partial<Record<Verb, Reply>>;

const usual: Record<Verb, string> = {
  greeting: '220 test',
  EHLO: '250-test\r\n250 PIPELINING',
  HELO: '250 test',
  STARTTLS: '502 5.5.1 Not here',
  AUTH: '235 2.7.0 Welcome',
  MAIL: '250 2.1.0 Ok',
  RCPT: '250 2.1.5 Ok',
  DATA: '354 Go on',
  content: '250 2.0.0 Queued',
  RSET: '250 2.0.0 Ok',
  QUIT: `221 2.0.0 Bye${brokenOff}`,
};

/** A message that a test can send to the server. */
export const shortMail = {
  run: 'r',
  message: 'm',
  from: 'lookahead@example.com',
  recipients: ['a@example.com', 'b@example.com'],
  raw: Buffer.from('Subject: x\r\n\r\nx\r\n'),
};

type Taken = { readonly recipients: readonly string[]; readonly raw: string };

export async function startScriptedSmtpServer(script: Script = {}) {
  const commands: string[] = [];
  const taken: Taken[] = [];
  const counts = new Map<Verb, number>();
  let connections = 0;
  const closed = Promise.withResolvers<void>();

  const replyTo = (verb: Verb, line: string): string => {
    const count = (counts.get(verb) ?? 0) + 1;
    counts.set(verb, count);
    const reply = script[verb] ?? usual[verb];
    return typeof reply === 'string' ? reply : reply({ line, count });
  };

  const say = (socket: Socket, reply: string) => {
    const ends = reply.endsWith(brokenOff);
    const words = ends ? reply.slice(0, -1) : reply;
    if (words !== '') socket.write(words.endsWith('\n') ? words : `${words}\r\n`, 'latin1');
    if (ends) socket.end();
  };

  // Replies are written one by one: TCP would hold back each after the first for 40 ms.
  const server = createServer({ noDelay: true }, (socket) => {
    connections += 1;
    let left = '';
    let isContent = false;
    let recipients: string[] = [];
    const takeLine = (line: string) => {
      commands.push(line);
      const verb = line.split(/[ :]/)[0]?.toUpperCase() ?? '';
      const known = isVerb(verb) ? verb : 'AUTH';
      const reply =
        known === 'DATA' && recipients.length === 0 && script.DATA === undefined
          ? '503 5.5.1 No recipients'
          : replyTo(known, line);
      if (known === 'MAIL' || known === 'RSET') recipients = [];
      if (known === 'RCPT' && reply.startsWith('2')) recipients.push(/<(.*)>/.exec(line)?.[1] ?? '');
      isContent = known === 'DATA' && /^[23]/.test(reply);
      say(socket, reply);
    };
    const takeContent = (raw: string) => {
      isContent = false;
      const reply = replyTo('content', raw);
      if (reply.startsWith('2')) taken.push({ recipients, raw });
      say(socket, reply);
    };
    socket.on('error', () => undefined);
    socket.on('close', () => closed.resolve());
    socket.on('data', (data) => {
      left += data.toString('latin1');
      for (;;) {
        const end = (isContent ? /(?:^|\r\n)\.\r\n/ : /\r\n/).exec(left);
        if (!end) return;
        const text = left.slice(0, end.index);
        left = left.slice(end.index + end[0].length);
        if (isContent) takeContent(text);
        else takeLine(text);
      }
    });
    say(socket, replyTo('greeting', ''));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, commands, taken, connections: () => connections, closed: closed.promise };
}

function isVerb(word: string): word is Verb {
  return Object.hasOwn(usual, word);
}
