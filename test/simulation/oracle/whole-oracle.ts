import { getTargetConnection, projectTarget, type TargetId } from '../../../lib/model/ids.ts';
import { latest } from '../../../lib/model/time/time.ts';
import type { Observer } from '../observer.ts';
import { type View, withoutName } from '../of-connection.ts';
import { sparedBy, sparing } from './actions/sparing.ts';
import { budgetAlertOracle } from './alerts/budget-alert-oracle.ts';
import { missingMembersOracle } from './alerts/missing-members-oracle.ts';
import { silenceBook } from './alerts/silence-book.ts';
import { sumOracle } from './money/sum-oracle.ts';
import { isGroup, type Oracle } from './oracle.ts';
import { replayOracle } from './replay-oracle.ts';
import type { Case } from './violation.ts';

type Judged = Pick<View, 'name'> & Pick<Case, 'scenario' | 'world'> & { readonly oracle: Oracle };

/** The checks that need what is of all connections, under their names. */
export type WholeOracle = {
  readonly observers: readonly Observer[];
  /** Receives what the cloud of any connection shows. */
  readonly shown: Observer;
};

/** Creates the checks of invariants 8, 9, 10 and 20 for what connections have in common: groups, and turns taken again. */
export function wholeOracle(
  connections: readonly Judged[],
  { accuse, now }: Pick<Case, 'accuse' | 'now'>,
  replayOneIn: number,
): WholeOracle {
  const own = connections.map(({ name, scenario, oracle }) => {
    const bare = withoutName(name);
    const isSpared = sparedBy(scenario, now);
    return { name, isSpared: (target: TargetId) => isSpared(bare(target)), charged: oracle.charged, bare };
  });
  const isSpared = (target: TargetId): boolean =>
    own.some((one) => (isGroup(target) || one.name === getTargetConnection(target)) && one.isSpared(target));
  const charged: Oracle['charged'] = (target, unit) => {
    const of = own.find(({ name }) => name === getTargetConnection(target));
    return of?.charged(of.bare(target), unit);
  };
  const common = [replayOracle({ accuse, now }, replayOneIn), missingMembersOracle({ accuse })];
  const sums = sparing(sumOracle({ accuse }, { charged }), isSpared);
  if (connections.length === 1) return { observers: [...common, sums], shown: {} };
  const silences = silenceBook();
  const budgets = budgetAlertOracle(together(connections, { accuse, now }), silences, {
    judges: isGroup,
    targetsOf: (resource) =>
      connections.flatMap(({ name, world }) =>
        world.resources.includes(resource) ? projectTarget(name, resource.project) : [],
      ),
  });
  return { observers: [...common, silences, sums, sparing(budgets, isSpared)], shown: budgets };
}

/** Returns the facts of all connections as those of one world. */
function together(connections: readonly Judged[], common: Pick<Case, 'accuse' | 'now'>): Case {
  const [first] = connections;
  if (first === undefined) throw new TypeError('a run has a connection');
  const all = <T>(of: (one: Judged) => readonly T[]): T[] => connections.flatMap(of);
  const quietFrom = latest(
    first.scenario.faults.quietFrom,
    ...all(({ scenario }) => [scenario.faults.quietFrom]),
  );
  return {
    ...common,
    scenario: {
      ...first.scenario,
      vms: all(({ scenario }) => scenario.vms),
      things: all(({ scenario }) => scenario.things),
      faults: { ...first.scenario.faults, quietFrom },
    },
    world: {
      ...first.world,
      get resources() {
        return all(({ world }) => world.resources);
      },
    },
  };
}
