const most = 200;

/**
 * What the cloud said, as a log and the ledger can bear it. Cut only after the key is hidden: half a
 * key would be found by nobody.
 */
export function inOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
