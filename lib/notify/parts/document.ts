import type { Severity } from '../../model/severity.ts';
import { capitalized, withStop } from '../../model/words.ts';
import type { Command } from './commands.ts';
import { oneLine } from './plain-text.ts';

/** Rows of cells under each other. */
export type Table = {
  readonly kind: 'table';
  readonly rows: readonly (readonly string[])[];
  /** The columns of names, which are shortened if the width requires it. */
  readonly names: readonly number[];
  /** The column that is aligned to the right. */
  readonly atRight?: number;
};

/** Values over time as bars, the newest last; unknown ones are gaps. */
export type Trend = {
  readonly kind: 'trend';
  readonly values: readonly (number | null)[];
  /** The range in words, for readers who do not see the bars. */
  readonly words: string;
};

/** The share of a limit that is reached, as a bar. */
export type MeterBar = { readonly kind: 'meter'; readonly share: number; readonly words: string };

/** A figure with its name. */
export type FigureRow = readonly [name: string, figure: string | Table | Trend | MeterBar];

/** A link to a page of the dashboard, or to one that gives an answer. */
export type Link = { readonly label: string; readonly url: string };

/** A part of a message, which each channel lays out in its own way. */
export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'figures'; readonly rows: readonly FigureRow[] }
  /** Text with a name before it. */
  | { readonly kind: 'named'; readonly name: 'Why' | 'Next'; readonly text: string }
  | { readonly kind: 'links'; readonly links: readonly Link[] }
  | { readonly kind: 'commands'; readonly commands: readonly Command[] };

/** The content of a notification by its place in the message. Each text is a paragraph. */
export type MessageContent = {
  /** The subject and the finding with its figure, short enough for the subject line of an e-mail. */
  readonly headline: string;
  /** The event, its deadline and its consequence. */
  readonly opening: readonly string[];
  /** The actions that the reader can take. */
  readonly advice?: readonly string[];
  /** The figures: what is lost first, then what it costs. Rows that are `null` are left out. */
  readonly rows?: readonly (FigureRow | null)[];
  /** Facts to know before doing anything. */
  readonly notes?: readonly string[];
  readonly because?: string;
  readonly next?: string;
  readonly commands?: readonly (Command | null)[];
  /** The content below the headline in a message about several; by default the opening, the reason and the next step. */
  readonly brief?: Brief;
};

/**
 * The content of a notification in a message about several: the deadline and loss first, with the commands that
 * answer.
 */
export type Brief = {
  readonly sentences: readonly string[];
  readonly commands?: readonly (Command | null)[];
};

/** One notification, laid out as a headline and parts. */
export type Section = { readonly headline: string; readonly parts: readonly MessagePart[] };

/** A message as a document, in the order in which every channel shows it. */
export type MessageDocument = {
  readonly severity: Severity;
  /** The headline of the first notification, and how many more there are. */
  readonly title: string;
  /** The title with the severity before it. */
  readonly headline: string;
  /** One notification in full; or several in brief, after the sentences that they share. */
  readonly sections: readonly Section[];
  /** A line for each notification that has no section. */
  readonly listed: readonly string[];
  /** The rule and time, and the ID that repeated deliveries share. */
  readonly footer: readonly [source: string, id: string];
};

export function buildSection(facts: MessageContent, links: readonly Link[] = []): Section {
  const { headline, opening, rows = [], notes = [], because, next, advice = [], commands = [] } = facts;
  const figures = rows.flatMap((row): FigureRow[] => (row === null ? [] : [cleaned(row)]));
  const offered = commands.filter((command) => command !== null);
  return {
    headline,
    parts: [
      ...[...opening, ...advice].map(text),
      ...(figures.length === 0 ? [] : [{ kind: 'figures', rows: figures } as const]),
      ...notes.map(text),
      ...(because === undefined ? [] : [{ kind: 'named', name: 'Why', text: sentence(because) } as const]),
      ...(next === undefined ? [] : [{ kind: 'named', name: 'Next', text: next } as const]),
      ...(links.length === 0 ? [] : [{ kind: 'links', links } as const]),
      ...(offered.length === 0 ? [] : [{ kind: 'commands', commands: offered } as const]),
    ],
  };
}

export const buildBrief = ({ brief, opening, because, next }: MessageContent): Brief =>
  brief ?? {
    sentences: [
      ...opening,
      ...(because === undefined ? [] : [capitalized(sentence(because))]),
      ...(next === undefined ? [] : [next]),
    ],
  };

const text = (paragraph: string): MessagePart => ({ kind: 'text', text: paragraph });

/** Cleans the figures of a row, which may hold text from the cloud. */
function cleaned([name, figure]: FigureRow): FigureRow {
  if (typeof figure === 'string') return [name, oneLine(figure, 300)];
  if (figure.kind !== 'table') return [name, figure];
  const rows = figure.rows.map((cells) => cells.map((cell) => (cell === '' ? '' : oneLine(cell, 100))));
  return [name, { ...figure, rows }];
}

/** Ends a rule's reason with a full stop, on one line. */
export const sentence = (words: string): string => withStop(oneLine(words, 1_000));
