import { getTargetConnection } from '../../../lib/model/ids.ts';
import type { Observer } from '../observer.ts';
import type { Case } from './violation.ts';

/** Checks invariant 29: an account that has two connections is counted and acted on through the first alone. */
export const twinOracle = ({ scenario: { twin }, accuse }: Pick<Case, 'scenario' | 'accuse'>): Observer =>
  twin === undefined
    ? {}
    : {
        committed(_process, { target, intents }) {
          if (getTargetConnection(target) !== twin.name) return;
          const planned = intents.length === 0 ? '' : `, and ${intents.length} actions are planned there`;
          accuse(29, `${target} is counted, which another connection shows too${planned}`);
        },
      };
