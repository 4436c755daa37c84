const most = 200;

/**
 * Shortens the cloud's text to one line for the log and the ledger. Call it only after hiding the key, since half a key
 * would not be found.
 */
export function inOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
