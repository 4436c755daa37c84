import type { Instant } from '../../../lib/model/time/time.ts';
import type { Scenario } from '../scenario.ts';
import type { World } from '../world/world.ts';

/** An invariant of the design, by its number there, that did not hold. */
export type Violation = { readonly invariant: number; readonly at: Instant; readonly what: string };

/** What every part of the oracle knows. */
export type Case = {
  readonly scenario: Scenario;
  readonly world: World;
  readonly now: () => Instant;
  readonly accuse: (invariant: number, what: string) => void;
};
