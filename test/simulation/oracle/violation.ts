import type { Instant } from '../../../lib/model/time/time.ts';
import type { Scenario } from '../scenario.ts';
import type { World } from '../world/world.ts';

/** A violation of an invariant of the design, by its number there. */
export type Violation = { readonly invariant: number; readonly at: Instant; readonly what: string };

/** The facts that every part of the oracle shares. */
export type Case = {
  readonly scenario: Scenario;
  readonly world: World;
  readonly now: () => Instant;
  readonly accuse: (invariant: number, what: string) => void;
};
