import { assertNever } from '../../model/assert-never.ts';
import type { Severity } from '../../model/severity.ts';
import { rowLines } from '../../notify/messages/text-layout.ts';
import type { FigureRow, MessageDocument, MessagePart } from '../../notify/parts/document.ts';
import { withinBudget } from '../markup.ts';

/** Literal text. Unlike a TextBlock, it has no markup, so that no name from the cloud can become a link. */
type Run = {
  readonly type: 'TextRun';
  readonly text: string;
  readonly weight?: 'Bolder';
  readonly size?: 'Medium';
  readonly color?: 'Accent' | 'Warning' | 'Attention';
  readonly fontType?: 'Monospace';
  readonly isSubtle?: true;
};
type Button = { readonly type: 'Action.OpenUrl'; readonly title: string; readonly url: string };
type CardElement =
  | { readonly type: 'RichTextBlock'; readonly inlines: readonly Run[]; readonly separator?: true }
  | { readonly type: 'ActionSet'; readonly actions: readonly Button[] };

/** An Adaptive Card: https://adaptivecards.io/explorer/AdaptiveCard.html */
export type Card = {
  readonly $schema: 'http://adaptivecards.io/schemas/adaptive-card.json';
  readonly type: 'AdaptiveCard';
  readonly version: '1.2';
  readonly msteams: { readonly width: 'Full' };
  readonly body: readonly CardElement[];
};

const colors = { info: 'Accent', warning: 'Warning', critical: 'Attention' } as const satisfies Record<
  Severity,
  Run['color']
>;
/** The columns of a line in a card of full width. */
const columns = 76;

/** Returns a message as a card: its headline and the incident, then as much as fits into `budget` bytes. */
export function buildCard(document: MessageDocument, incident: string, budget: number): Card {
  const { severity, headline, listed, sections, footer } = document;
  const first = block([{ ...bold(headline), size: 'Medium', color: colors[severity] }]);
  const last = [incident, ...footer].map((line, index) => block([subtle(line)], index === 0));
  const middle = [
    ...sections.flatMap(({ headline: name, parts }) => [
      ...(sections.length === 1 ? [] : [block([bold(name)], true)]),
      ...parts.flatMap(buildElements),
    ]),
    ...listed.map((line) => block([run(`• ${line}`)])),
  ];
  const card = (body: readonly CardElement[]): Card => ({
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.2',
    msteams: { width: 'Full' },
    body,
  });
  const fits = withinBudget(budget - countJsonBytes(card([first, ...last])));
  return card([first, ...middle.filter((element) => fits(countJsonBytes(element) + 1)), ...last]);
}

const countJsonBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

function buildElements(part: MessagePart): CardElement[] {
  switch (part.kind) {
    case 'text':
      return [block([run(part.text)])];
    case 'named':
      return [block([bold(`${part.name}: `), run(part.text)])];
    case 'figures':
      return part.rows.flatMap(rowElements);
    case 'links': {
      const actions = part.links.map(
        ({ label: title, url }): Button => ({ type: 'Action.OpenUrl', title, url }),
      );
      return [{ type: 'ActionSet', actions }];
    }
    case 'commands':
      return part.commands.map(({ purpose, line }) => block([subtle(`${purpose}: `), monospace(line)]));
    default:
      return assertNever(part);
  }
}

/** Returns a figure after its name; a table, a chart or a bar has separate lines, which preserve its columns. */
function rowElements([name, figure]: FigureRow): CardElement[] {
  if (typeof figure === 'string') return [block([bold(`${name}: `), run(figure)])];
  const lines = rowLines([['', figure]], { width: columns, name: 0 });
  const aligned = lines.map((line) => line.trim().replaceAll(' ', '\u00a0'));
  return [block([bold(name)]), ...aligned.map((line) => block([monospace(line)]))];
}

const block = (inlines: readonly Run[], separator = false): CardElement => ({
  type: 'RichTextBlock',
  inlines,
  ...(separator && { separator }),
});
const run = (text: string): Run => ({ type: 'TextRun', text });
const bold = (text: string): Run => ({ ...run(text), weight: 'Bolder' });
const subtle = (text: string): Run => ({ ...run(text), isSubtle: true });
const monospace = (text: string): Run => ({ ...run(text), fontType: 'Monospace' });
