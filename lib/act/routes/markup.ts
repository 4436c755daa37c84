import type { Told } from '../message.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Text that chat programs show as it is: without it, a VM named "<!channel>" would call everyone. Cut off
 * so that what is sent has at most `limit` characters, and no entity or character is cut in two.
 */
export function escaped(text: string, limit: number): string {
  let made = '';
  let uncut = '';
  for (const character of text.replaceAll('`', "'")) {
    made += entities[character] ?? character;
    if (made.length <= limit - 3) uncut = made;
    if (made.length > limit) return `${uncut}...`;
  }
  return made;
}

/** What chat programs take in one piece, with a little to spare. */
const longestPiece = 2_900;
const fence = '```';

/** What a message says, as markup: first the list, if there is one, then each notice; as much as fits. */
export function markupOf({ listed, parts }: Told, budget: number): readonly (readonly string[])[] {
  const list =
    listed.length === 0 ? [] : [[escaped(listed.map((line) => `• ${line}`).join('\n'), longestPiece)]];
  let left = budget;
  const fits = (piece: string): boolean => {
    // Once something was left out, so is all that comes after it.
    left = piece.length > left ? 0 : left - piece.length;
    return left > 0;
  };
  return [...list, ...parts.map(({ paragraphs }) => paragraphs.flatMap(piecesOf))]
    .map((pieces) => pieces.filter(fits))
    .filter((pieces) => pieces.length > 0);
}

/** A paragraph of several lines is figures under each other, sometimes with a line of text above them. */
function piecesOf(paragraph: string): string[] {
  const [first = '', ...others] = paragraph.split('\n');
  if (others.length === 0) return [asText(first)];
  return first.endsWith(':') ? [asText(first), asFigures(others)] : [asFigures([first, ...others])];
}

const asText = (text: string): string => escaped(text, longestPiece - 4).replace(/^(Why|Next): /, '*$1:* ');
const asFigures = (lines: readonly string[]): string =>
  `${fence}\n${escaped(lines.join('\n'), longestPiece - 2 * fence.length - 2)}\n${fence}`;
