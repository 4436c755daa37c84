/** What this page was told to remember, for browsers that block storage. */
const unstored = new Map<string, string>();

/** Returns what this browser remembers by a name; `null` where it remembers nothing. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name) ?? unstored.get(name) ?? null;
  } catch {
    return unstored.get(name) ?? null;
  }
}

/** Remembers a text in this browser, or until the page is closed where storage is blocked or full. */
export function remember(name: string, text: string): void {
  unstored.set(name, text);
  try {
    localStorage.setItem(name, text);
  } catch {
    // The page works without it.
  }
}
