/**
 * Parses a URL; `null` when it is invalid. `URL.canParse` of Node 20 is not used: once the engine has optimized a
 * call, it rejects hosts with letters such as "ü".
 */
export function parseAddress(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
