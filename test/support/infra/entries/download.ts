/** Stands in for the function's own code where a test looks at what surrounds it. */
export const handler = async (): Promise<'download'> => 'download';
