/** The remembered texts, for browsers that block storage. */
const unstored = new Map<string, string>();

/** Returns the text that this browser remembers under a name; `null` when there is none. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name) ?? unstored.get(name) ?? null;
  } catch {
    return unstored.get(name) ?? null;
  }
}

/** Remembers a text in this browser, or until the page is closed if storage is blocked or full. */
export function remember(name: string, text: string): void {
  unstored.set(name, text);
  try {
    localStorage.setItem(name, text);
  } catch {
    // The page works without storage.
  }
}
