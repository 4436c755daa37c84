import { assertNever } from '../model/assert-never.ts';
import { commandLines, rowLines } from '../notify/messages/text-layout.ts';
import type { MessageDocument, MessagePart } from '../notify/parts/document.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Escapes text for chat programs: without it, a VM named "<!channel>" would notify everyone. Cuts it to at most
 * `limit` characters, without splitting an entity or a character.
 */
export function escaped(text: string, limit: number): string {
  let result = '';
  let uncut = '';
  for (const character of text.replaceAll('`', "'")) {
    result += entities[character] ?? character;
    if (result.length <= limit - 3) uncut = result;
    if (result.length > limit) return `${uncut}...`;
  }
  return result;
}

/** The maximum length of a piece for chat programs, with some margin. */
const longestPiece = 2_900;
/** The columns of a code block in a chat window. */
const columns = 76;
const fence = '```';

/** Returns as much of a message as fits, as markup: the sections, with headlines if there are several, then the list. */
export function formatMarkup(
  { listed, sections }: MessageDocument,
  budget: number,
): readonly (readonly string[])[] {
  const list =
    listed.length === 0 ? [] : [[escaped(listed.map((line) => `• ${line}`).join('\n'), longestPiece)]];
  const fits = withinBudget(budget);
  const headlines = (headline: string) =>
    sections.length === 1 ? [] : [`*${escaped(headline, longestPiece - 10)}*`];
  return [
    ...sections.map(({ headline, parts }) => [...headlines(headline), ...parts.flatMap(formatPieces)]),
    ...list,
  ]
    .map((pieces) => pieces.filter(({ length }) => fits(length)))
    .filter((pieces) => pieces.length > 0);
}

function formatPieces(part: MessagePart): string[] {
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

/** Returns lines as a code block without the whole lines that do not fit, because half a command is another command. */
function asCode(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let remaining = longestPiece - 2 * fence.length - 2;
  for (const line of lines) {
    const text = escaped(line, longestPiece);
    remaining -= text.length + 1;
    if (remaining < 0) break;
    kept.push(text);
  }
  return kept.length === 0 ? [] : [`${fence}\n${kept.join('\n')}\n${fence}`];
}

/** Returns a function that is true while a piece of a size still fits. After the first that does not, none does. */
export function withinBudget(budget: number): (size: number) => boolean {
  let remaining = budget;
  return (size) => {
    remaining = size > remaining ? 0 : remaining - size;
    return remaining > 0;
  };
}
