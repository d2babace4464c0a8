/**
 * The workbook room, which brings the writer of zips. It is loaded while the planning service is answering, when the
 * function has nothing else to do, and never for a job whose report stands.
 */
const room = () => import('../workbook/render-workbook.ts');

type RenderWorkbook = typeof import('../workbook/render-workbook.ts').renderWorkbook;

/** Begins to load it. Should that fail, whoever renders hears of it. */
export async function loadWorkbookRoom(): Promise<void> {
  await Promise.allSettled([room()]);
}

export const renderWorkbook: RenderWorkbook = async (lookahead, options) =>
  (await room()).renderWorkbook(lookahead, options);
