/** Ends a switch over a union, so that a missing case does not compile. */
export function assertNever(value: never): never {
  throw new TypeError(`unexpected value: ${JSON.stringify(value)}`);
}
