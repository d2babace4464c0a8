/** The property, or undefined if the value does not have it or is not an object. */
export function propertyOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
