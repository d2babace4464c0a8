/** What a reader sees who opens a link that leads nowhere, wherever links are served. */

/** For every invalid link, so that the answer does not reveal which part of it is wrong. */
export const linkRefused =
  'This link is not valid, or has expired. Ask whoever sent you the report for the workbook.\n';

/** The link is valid, but the workbook has expired. */
export const linkExpired =
  'This workbook is no longer stored. Ask whoever sent you the report for a copy, or for a newer one.\n';
