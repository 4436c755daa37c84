import { type Instant, later, milliseconds, seconds } from '../../../lib/model/time/time.ts';
import type { Random } from '../engine/seeded-random.ts';
import type { VirtualTime } from '../engine/virtual-time.ts';
import type { VmPlan } from '../scenario.ts';
import { nanosInWords } from './bill.ts';
import type { TrueVm, Use } from './true-resource.ts';
import { bringUp, deleteVm, failVm, setUse, startVm, stopVm } from './vm-life.ts';
import { presentVm, type World } from './world.ts';

/** The actions of a person on one VM. An impossible one, such as starting a running VM, does nothing. */
export type Hands = {
  /** Returns the present VM of that name. */
  vm(): TrueVm | undefined;
  create(): void;
  work(): void;
  /** Works with 6 to 24 % of the CPU. */
  workLightly(): void;
  rest(): void;
  start(): void;
  stop(): void;
  restart(): void;
  remove(): void;
  /** Makes it fail; it is still billed. */
  fail(): void;
  /** Replaces it with another VM of the same name. */
  replace(): void;
  mark(metadata: Readonly<Record<string, string>>): void;
};

export function handsOn(plan: VmPlan, world: World, time: VirtualTime, luck: Random): Hands {
  const { now } = time;
  const vm = (): TrueVm | undefined => presentVm(world, plan.project, plan.id, now());
  const takes = () => luck.span(seconds(15), seconds(75));
  const { endsAtOnce, marks } = world.wire;
  const takesToEnd = () => (endsAtOnce ? milliseconds(0) : takes());
  const quiet = (from: Instant): Use => ({
    from,
    cpu: 0.004 + luck.next() * 0.02,
    network: 200 + luck.next() * 1_500,
  });
  /** Returns heavy use, some of which shows on one signal only. */
  const hard = (from: Instant): Use => {
    const loud = { from, cpu: 0.5 + luck.next() / 2, network: 300_000 + luck.next() * 3_000_000 };
    const kind = luck.next();
    if (kind < 0.5) return loud;
    return kind < 0.75 ? { ...loud, cpu: 0.01 } : { ...loud, network: 500 };
  };
  const upUse = (from: Instant): Use => (plan.habit === 'busy' ? hard(from) : quiet(from));

  function create(): void {
    const { project, id, price, vcpus, gpus, metadata, committedFor, restPrice = price } = plan;
    const { disks, leavesOut } = plan;
    if (vm() !== undefined || !world.projects.includes(project)) return;
    const made: TrueVm = {
      kind: 'vm',
      project,
      id,
      price,
      priceText: nanosInWords(price),
      vcpus,
      gpus,
      restPrice,
      ...(disks && { disks }),
      ...(leavesOut && { leavesOut }),
      marks: [{ from: now(), metadata: marks(metadata) }],
      hidesMetadata: false,
      createdAt: now(),
      goneAt: null,
      createdBy: null,
      commitments: committedFor === null ? [] : [{ from: now(), until: later(now(), committedFor) }],
      phases: [],
      uses: [],
      boots: [],
      blind: [],
    };
    bringUp(made, now(), takes(), upUse(now()));
    world.resources.push(made);
  }

  function start(): void {
    const stopped = vm();
    const took = takes();
    if (stopped === undefined || !startVm(stopped, now(), took)) return;
    const up = later(now(), took);
    // Some guests boot with heavy use, some with none.
    if (luck.chance(0.5)) setUse(stopped, hard(up));
    setUse(stopped, upUse(later(up, seconds(90))));
  }

  function stop(then?: () => void): void {
    const running = vm();
    const took = takesToEnd();
    if (running === undefined || !stopVm(running, now(), took)) return;
    if (then) time.after(took, then);
  }

  function remove(then?: () => void): void {
    const here = vm();
    const took = takesToEnd();
    if (here === undefined || !deleteVm(here, now(), took)) return;
    if (then) time.after(took, then);
  }

  const use = (next: (from: Instant) => Use) => (): void => {
    const here = vm();
    if (here) setUse(here, next(now()));
  };

  return {
    vm,
    create,
    work: use(hard),
    workLightly: use((from) => ({ ...quiet(from), cpu: 0.06 + luck.next() * 0.18 })),
    rest: use(upUse),
    start,
    stop: () => stop(),
    restart: () => stop(start),
    remove: () => remove(),
    fail() {
      const running = vm();
      if (running) failVm(running, now());
    },
    replace: () => remove(create),
    mark(metadata) {
      vm()?.marks.push({ from: now(), metadata: marks(metadata) });
    },
  };
}
