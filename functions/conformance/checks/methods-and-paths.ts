import { collections } from '../reading/collections.ts';
import type { ProbeContext } from '../reading/context.ts';
import { type Exchange, is200, outcomeOf, recordIn } from '../reading/describe-answer.ts';
import { count, isRecord, listText, wordOf } from '../reading/json-shapes.ts';
import { checksOf, differs, type Finding, holdsIf, judgeStatus, notSeen, type Row } from './judges.ts';

const otherMethods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A path beside the contract's. A service without it offers nothing, which is no fault. */
function offeredPath(
  path: string,
  row: Pick<Row, 'question' | 'rule'>,
  judge: (made: Exchange, context: ProbeContext) => Finding | Promise<Finding>,
): Row {
  return {
    ...row,
    id: `paths.${path.slice(1).replace('.json', '')}`,
    source: 'offered',
    asked: path,
    async ask(context) {
      const made = await context.conversation.getPath(path);
      return made.kind === 'answer' && made.status === 404 ? notSeen('not offered') : judge(made, context);
    },
  };
}

/** What a page of the service loads from the service itself, below its base address. */
function filesOf(html: string, base: string): readonly string[] {
  return [...html.matchAll(/<(?:script|link|img)\b[^>]*?\s(?:src|href)="([^"]+)"/gi)].flatMap(
    ([, address = '']) => {
      const href = URL.parse(address, base)?.href ?? '';
      return href.startsWith(base) ? [href.slice(base.length)] : [];
    },
  );
}

/** Asked of a service of our own: another's may take a POST for something else. */
export const methodChecks = checksOf(
  { theme: 'Methods and paths', asked: 'tasks', source: 'contract', needs: 'our fixture' },
  [
    {
      id: 'methods.others',
      question: 'Does it take anything but GET?',
      rule: '405, and Allow says GET',
      rows: ['GET only'],
      asked: 'POST, PUT, PATCH, DELETE tasks',
      async ask({ conversation }) {
        const wrong: string[] = [];
        for (const method of otherMethods) {
          const made = await conversation.sendUnusual('tasks', { method });
          const allowed = made.kind === 'answer' ? made.headers.get('allow') : undefined;
          const isRefused = made.kind === 'answer' && made.status === 405 && allowed?.includes('GET');
          if (!isRefused) wrong.push(`${method} ${outcomeOf(made)}`);
        }
        return holdsIf(wrong.length === 0, wrong.join(', ') || '405 to all four');
      },
    },
    {
      id: 'methods.head',
      question: 'Does HEAD answer as GET, without a body?',
      rule: 'same status and type, no body',
      source: 'offered',
      asked: 'HEAD tasks',
      async ask({ conversation }) {
        const made = await conversation.sendUnusual('tasks', { method: 'HEAD' });
        if (made.kind !== 'answer') return holdsIf(false, outcomeOf(made));
        if (made.status === 405) return notSeen('not offered');
        const type = made.headers.get('content-type') ?? 'no content-type';
        const isSame = made.status === 200 && made.body.kind === 'empty' && type.includes('json');
        return holdsIf(isSame, `${made.status}, ${type}, ${made.bytes} bytes`);
      },
    },
    {
      id: 'paths.version',
      question: 'Is there anything at v2?',
      rule: '404: the version is in the path',
      rows: ['v1'],
      async ask({ conversation }) {
        const path = new URL(conversation.urlOf('calendars').replace('/v1/', '/v2/'));
        return judgeStatus(404, await conversation.getPath(path.href.slice(conversation.base.length)));
      },
    },
    {
      id: 'paths.unknown',
      question: 'What does an eighth collection get?',
      rule: '404',
      source: 'ours',
      asked: 'diaries',
      ask: async ({ conversation }) => judgeStatus(404, await conversation.sendUnusual('diaries', {})),
    },
    offeredPath('/health', { question: 'Does it say that it is up?', rule: '200, without a key' }, (made) =>
      judgeStatus(200, made),
    ),
    offeredPath(
      '/ready',
      { question: 'Does it say that it can answer?', rule: '200, without a key' },
      (made) => judgeStatus(200, made),
    ),
    offeredPath(
      '/openapi.json',
      { question: 'Does it describe itself?', rule: 'OpenAPI with the seven operations' },
      (made) => {
        const { paths } = recordIn(made);
        const described = Object.keys(isRecord(paths) ? paths : {});
        const missing = collections.filter((name) => !described.some((path) => path.endsWith(`/${name}`)));
        return holdsIf(
          is200(made) && missing.length === 0,
          missing.join(', ') || `${described.length} paths`,
        );
      },
    ),
    offeredPath(
      '/docs',
      { question: 'Is there a page to try it?', rule: 'HTML, with the files it loads' },
      async (made, { conversation }) => {
        if (!is200(made) || made.body.kind !== 'HTML') return differs(outcomeOf(made));
        const wrong: string[] = [];
        const files = filesOf(made.body.text, `${conversation.base}/`);
        for (const file of files) {
          const loaded = await conversation.getPath(`/${file}`);
          if (!is200(loaded)) wrong.push(`${wordOf(file.split('/').at(-1))}: ${outcomeOf(loaded)}`);
        }
        return holdsIf(wrong.length === 0, listText(wrong) || `HTML, ${count(files.length, 'file')}`);
      },
    ),
  ],
);
