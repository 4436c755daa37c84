import { createColors } from 'picocolors';
import type { Environment } from '../config/settings/environment.ts';
import type { Terminal } from '../service/terminal.ts';
import type { Tone } from '../views/columns/column.ts';

/** Functions that color text, or leave it as it is. */
export type Colors = ReturnType<typeof createColors>;

/** Returns the color of each tone. */
export const toneColors = (colors: Colors): Readonly<Record<Tone, (text: string) => string>> => ({
  plain: (text) => text,
  good: colors.green,
  info: colors.cyan,
  due: colors.yellow,
  critical: colors.red,
  unsure: colors.magenta,
  quiet: colors.dim,
  strong: colors.bold,
});

type Stream = Pick<Terminal, 'isTTY' | 'columns'>;

/** Returns colors for a terminal, subject to NO_COLOR and FORCE_COLOR (no-color.org, force-color.org). */
export function colorsFor(stream: Stream, environment: Environment): Colors {
  const forced = environment['FORCE_COLOR'];
  if (environment['NO_COLOR']) return createColors(false);
  if (forced) return createColors(forced !== '0' && forced !== 'false');
  return createColors(stream.isTTY === true && environment['TERM'] !== 'dumb');
}

/** Reports whether a screen can be redrawn in place. */
export const isScreen = ({
  stdout: { isTTY },
  environment,
}: {
  readonly stdout: Stream;
  readonly environment: Environment;
}): boolean => isTTY === true && environment['TERM'] !== 'dumb';

/** Returns the width of a terminal; a pipe or a file has no limit. */
export const widthOf = ({ isTTY, columns }: Stream): number =>
  isTTY === true ? columns || 80 : Number.POSITIVE_INFINITY;
