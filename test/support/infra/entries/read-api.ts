/** Replaces the function's code in tests of the stack around it. */
export const handler = async (): Promise<'download'> => 'download';
