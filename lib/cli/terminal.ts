import { createColors } from 'picocolors';
import type { Environment } from '../config/settings/environment.ts';
import type { Terminal } from '../service/terminal.ts';

/** What paints text, or leaves it as it is. */
export type Colors = ReturnType<typeof createColors>;

type Stream = Pick<Terminal, 'isTTY' | 'columns'>;

/** Colour on a terminal only, unless NO_COLOR or FORCE_COLOR say otherwise (no-color.org, force-color.org). */
export function colorsFor(stream: Stream, environment: Environment): Colors {
  const forced = environment['FORCE_COLOR'];
  if (environment['NO_COLOR']) return createColors(false);
  if (forced) return createColors(forced !== '0' && forced !== 'false');
  return createColors(stream.isTTY === true && environment['TERM'] !== 'dumb');
}

/** Columns that there is room for; what goes into a pipe or a file is never cut. */
export const widthOf = ({ isTTY, columns }: Stream): number =>
  isTTY === true ? columns || 80 : Number.POSITIVE_INFINITY;
