import { bareSpecification } from './bare-specification.ts';
import { type Dialect, dialectOf } from './dialect.ts';
import { platform2024 } from './platform-2024.ts';
import { platform2026 } from './platform-2026.ts';

/** Everything that any version has, in the newest form. */
const whole = dialectOf(() => true, {});

/** The platforms that the simulator can be. Clients are not told which. */
export const dialects = {
  whole,
  'platform-2024': platform2024,
  'platform-2026': platform2026,
  specification: bareSpecification,
} as const satisfies Record<string, Dialect>;

export type DialectName = keyof typeof dialects;
export const dialectNames: readonly string[] = Object.keys(dialects);
