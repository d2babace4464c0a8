/** What the content type of a workbook is called. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * What an object is tagged with as it is written, in the form of a query: life-cycle rules tell by it which objects
 * may go before the rest. No part of the state of a run has a tag, so that no rule can mean it.
 */
export function tagsOf(contentType: string): string | undefined {
  return contentType === workbookType ? 'kind=workbook' : undefined;
}
