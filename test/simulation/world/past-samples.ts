import { usagePoints } from '../../../lib/clouds/compute/facts/usage.ts';
import { projectTarget } from '../../../lib/model/ids.ts';
import { later, minutes, type Span } from '../../../lib/model/time/time.ts';
import { type Ledger, nothingWritten } from '../../../lib/record/ledger.ts';
import type { VirtualTime } from '../engine/virtual-time.ts';
import type { Scenario } from '../scenario.ts';
import { present, type World } from './world.ts';

/** The interval at which samples are recorded before the start; less than the reach of a reply. */
const every: Span = minutes(50);

/**
 * Records what the monitors show before the start, as a watcher would that asks for nothing else. The first turn makes
 * the weeks of use of these samples.
 */
export function recordPast(
  { past, start, projects }: Scenario,
  world: World,
  time: VirtualTime,
  ledger: Pick<Ledger, 'record'>,
): void {
  if (past === undefined) return;
  const isMissed = (): boolean =>
    past.gaps.some(({ from, until }) => later(start, from) <= time.now() && time.now() < later(start, until));
  const record = (): void => {
    if (later(time.now(), every) < start) time.after(every, record);
    if (isMissed()) return;
    for (const project of projects) {
      const usage = present(world, 'vm', project, time.now()).map((vm) => {
        const items = world.monitor.shown(vm, time.now()).map(({ item }) => item);
        return { vm: vm.id, points: usagePoints(items, vm.vcpus, null) };
      });
      const sampling = { at: time.now(), usage: usage.filter(({ points }) => points.length > 0) };
      if (sampling.usage.length > 0)
        void ledger.record({ ...nothingWritten, target: projectTarget(null, project), sampling });
    }
  };
  time.after(every, record);
}

/** Returns the ledger, which loses the weeks of use at an instant, until they are stored again. */
export function losesWeeks({ past, start }: Scenario, ledger: Ledger, time: VirtualTime): Ledger {
  if (past?.weeksLostAfter == null) return ledger;
  const lostAt = later(start, past.weeksLostAfter);
  const storedAgain = new Set<string>();
  return {
    ...ledger,
    use: async (target) =>
      time.now() >= lostAt && !storedAgain.has(target) ? null : await ledger.use(target),
    record: async (history) => {
      if (history.use !== undefined && time.now() >= lostAt) storedAgain.add(history.target);
      await ledger.record(history);
    },
  };
}
