/**
 * Returns the parts of an address; `null` if it is none. `URL.canParse` of Node 20 cannot be asked: once the engine has optimized
 * a call, it takes hosts with letters such as "ü" for no address.
 */
export function parseAddress(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
