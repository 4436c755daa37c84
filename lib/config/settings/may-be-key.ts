const hidden = '[not shown: it may be a key]';

/** True if letters and digits look random, as in a key. */
function isDrawn(piece: string): boolean {
  const switches = piece.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
  const isMixed = /[a-z]/.test(piece) && /[A-Z]/.test(piece) && /\d/.test(piece);
  return (piece.length >= 8 && switches >= 3) || (piece.length >= 12 && isMixed);
}

const beginsAsPath = /^(?:\.{0,2}|~|[A-Za-z]:)[/\\]/;
const isFileName = /^[\w-][\w.-]*\.[a-z]{2,8}$/i;

/** True if a word may be a key in the wrong place. */
export const mayBeKey = (word: string): boolean =>
  word.length >= 16 &&
  !beginsAsPath.test(word) &&
  (/^[^A-Za-z0-9]*(?:sk|pk|key|token)[-_]/i.test(word) || word.split(/[^A-Za-z0-9]+/).some(isDrawn));

/** Returns a path or a name for a message, unless it may be a key. */
export const shownName = (name: string): string =>
  mayBeKey(name) || (name.length >= 20 && !/[/\\]/.test(name) && !isFileName.test(name)) ? hidden : name;

/** Returns a text in which words that may be keys are hidden. */
export const withoutKeys = (text: string): string =>
  text.replace(/[^\s"'`,;()[\]{}]+/g, (word) => (mayBeKey(word) ? hidden : word));
