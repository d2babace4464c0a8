/**
 * A value that the tests of a file share. The first test that needs it makes it; if that fails, the others fail without
 * another try.
 */
export function shared<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
