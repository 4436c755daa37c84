import { projectTarget, type RuleName, Subject, type TargetId } from '../../../lib/model/ids.ts';
import { concerns, wholeFleet } from '../../../lib/model/shard.ts';
import { earlier, type Instant, later, minutes } from '../../../lib/model/time/time.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import { getWrongStopSpan } from '../../../lib/rules/idle/terms.ts';
import type { Head } from '../../../lib/state/head.ts';
import { firstHead } from '../../../lib/state/head.ts';
import { PastStop } from '../../../lib/state/intent.ts';
import type { VirtualTime } from '../engine/virtual-time.ts';
import type { Scenario } from '../scenario.ts';
import type { People } from './people.ts';
import type { TrueVm } from './true-resource.ts';
import type { World } from './world.ts';

/** The number of stops of a VM that a head keeps. */
const mostKept = 16;

/** A stop by a rule, as a watcher that never fails sees it. */
export type SeenStop = {
  readonly vm: TrueVm;
  readonly rule: RuleName;
  readonly madeAt: Instant;
  readonly startedAgainAt: Instant;
};

/** Stops VMs before the start, and has their owners start them again. */
export function interruptPast({ past, start }: Scenario, time: VirtualTime, people: People): void {
  for (const plan of past?.stops ?? [])
    time.at(later(start, plan.after), () => people.interrupt(plan, plan.rests));
}

/** Returns the stops that truly happened before the start, oldest first. A VM that was not running was not stopped. */
export function pastStops({ past, start }: Scenario, world: World): readonly SeenStop[] {
  const seen = (past?.stops ?? []).flatMap(({ project, id, rule, after }): readonly SeenStop[] => {
    const at = later(start, after);
    for (const vm of world.resources) {
      if (vm.kind !== 'vm' || vm.project !== project || vm.id !== id) continue;
      const down = vm.phases.find(
        ({ from, state }) => state === 'STOPPED' && from > at && from < later(at, minutes(3)),
      );
      const up = vm.phases.find(
        ({ from, state }) => down !== undefined && state === 'ACTIVE' && from > down.from,
      );
      if (down !== undefined && up !== undefined && up.from < start)
        return [{ vm, rule, madeAt: down.from, startedAgainAt: up.from }];
    }
    return [];
  });
  return seen.toSorted((left, right) => left.madeAt - right.madeAt);
}

/** Returns the heads that an earlier watcher left, which record nothing but its stops. */
export function pastHeads(scenario: Scenario, world: World): ReadonlyMap<TargetId, Head> {
  const heads = new Map<TargetId, Head>();
  for (const stop of pastStops(scenario, world)) {
    const target = projectTarget(null, stop.vm.project);
    const head = heads.get(target) ?? firstHead(target);
    heads.set(target, { ...head, stops: withStop(head.stops, stop, scenario) });
  }
  return heads;
}

function withStop(
  stops: readonly PastStop[],
  { vm, rule, madeAt, startedAgainAt }: SeenStop,
  { policies: [{ policy }] }: Scenario,
): PastStop[] {
  const subject = Subject.parse(`${projectTarget(null, vm.project)}/vm/${vm.id}`);
  const by = policy.rules.find(({ name }) => name === rule);
  const within = by?.kind === 'idle' ? getWrongStopSpan(by) : 0;
  const known = stops.find((stop) => stop.subject === subject && stop.rule === rule);
  const lastSeenAtRest = earlier(startedAgainAt, minutes(1));
  const isWrong = lastSeenAtRest - madeAt < within;
  const stop = PastStop.parse({
    ...{
      subject,
      rule,
      stoppedAt: madeAt,
      lastSeenAtRest,
      startedAgainAt,
      createdAt: vm.createdAt,
      ours: true,
    },
    made: [...(known?.made ?? []), madeAt].slice(-mostKept),
    wrong: [...(known?.wrong ?? []), ...(isWrong ? [madeAt] : [])].slice(-mostKept),
  });
  return [...stops.filter((other) => other !== known), stop];
}

/** Returns the ledger with the heads of an earlier watcher, until there are newer ones. */
export const withHeadsBefore = (ledger: Ledger, heads: ReadonlyMap<TargetId, Head>): Ledger => ({
  ...ledger,
  head: async (target) => (await ledger.head(target)) ?? heads.get(target),
  async heads(shard = wholeFleet) {
    const newer = await ledger.heads(shard);
    const known = new Set(newer.map(({ target }) => target));
    return [
      ...newer,
      ...[...heads.values()].filter(({ target }) => !known.has(target) && concerns(shard, target)),
    ];
  },
});
