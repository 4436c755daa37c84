import { assertNever } from '../../model/assert-never.ts';
import type { MessageDocument, Part } from '../messages/document.ts';
import { commandLines, rowLines } from '../messages/text-layout.ts';

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
/** Columns of a block of code in a chat's window. */
const columns = 76;
const fence = '```';

/** What a message says, as markup: first the list, if there is one, then each notice; as much as fits. */
export function markupOf(
  { listed, sections }: MessageDocument,
  budget: number,
): readonly (readonly string[])[] {
  const list =
    listed.length === 0 ? [] : [[escaped(listed.map((line) => `• ${line}`).join('\n'), longestPiece)]];
  let left = budget;
  const fits = (piece: string): boolean => {
    // Once something was left out, so is all that comes after it.
    left = piece.length > left ? 0 : left - piece.length;
    return left > 0;
  };
  return [...list, ...sections.map(({ parts }) => parts.flatMap(piecesOf))]
    .map((pieces) => pieces.filter(fits))
    .filter((pieces) => pieces.length > 0);
}

function piecesOf(part: Part): string[] {
  switch (part.kind) {
    case 'text':
      return [asText(part.text)];
    case 'named':
      return [`*${part.name}:* ${asText(part.text)}`];
    case 'figures':
      return asCode(rowLines(part.rows, { width: columns }));
    case 'links':
      return part.links.map(({ label, url }) => `*${label}:* <${escaped(url, longestPiece)}>`);
    case 'commands':
      return asCode(commandLines(part.commands, columns));
    default:
      return assertNever(part);
  }
}

const asText = (text: string): string => escaped(text, longestPiece - 10);

/** Lines that do not fit are left out whole: half a command is another command. */
function asCode(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let left = longestPiece - 2 * fence.length - 2;
  for (const line of lines) {
    const shown = escaped(line, longestPiece);
    left -= shown.length + 1;
    if (left < 0) break;
    kept.push(shown);
  }
  return kept.length === 0 ? [] : [`${fence}\n${kept.join('\n')}\n${fence}`];
}
