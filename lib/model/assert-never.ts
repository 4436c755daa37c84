/** Ends a switch over a union: a case that was forgotten does not compile. */
export function assertNever(value: never): never {
  throw new TypeError(`a case that cannot happen: ${JSON.stringify(value)}`);
}
