/** Of a value that may not be an object at all; undefined if there is no such property. */
export function propertyOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
