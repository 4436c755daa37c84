import { days, type Instant, instant, later, minutes } from '../../../../lib/model/time/time.ts';
import type { Control } from '../../../../lib/state/control.ts';
import type { Head } from '../../../../lib/state/head.ts';
import { hasWrongClock, type Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';
import type { Case } from '../violation.ts';

type RunActions = {
  readonly process: Process;
  running: number;
  all: number;
  requests: number;
  /** Requests among them for stopped resources. */
  late: number;
  isHeld: boolean;
  /** The actions that waited when it began, and those of them for stopped resources. */
  readonly waiting: { readonly all: number; readonly late: number };
};

/**
 * Checks invariants 4 and 24: no run and no day exceeds the caps, with any kind of request but starts; what is held back
 * is notified, and exceeds the caps by what waits and was reserved on this connection alone.
 */
export function capsOracle({ accuse, now, scenario }: Case): Observer & { finish(): void } {
  const runs = new WeakMap<Process, RunActions>();
  const requests: Instant[] = [];
  const said = new Set<string>();
  const held: RunActions[] = [];
  /** What the control record held of late: a run may have read it before it was changed. */
  let controls: readonly { readonly until: Instant; readonly actions: Control['actions'] }[] = [];

  return {
    headsRead(process, heads) {
      if (process.job === 'act')
        runs.set(process, {
          process,
          running: countIn(heads, false),
          all: countIn(heads, true),
          requests: 0,
          late: 0,
          isHeld: false,
          waiting: waitingIn(heads),
        });
    },
    controlCommitted(_process, { actions }) {
      const before = controls.filter(({ until }) => until > now());
      const last = before.at(-1);
      controls = [
        ...before.slice(0, -1),
        ...(last === undefined ? [] : [{ ...last, until: later(now(), minutes(15)) }]),
        { actions, until: instant(Number.MAX_SAFE_INTEGER) },
      ];
    },
    logged(process, event) {
      const run = runs.get(process);
      if (event !== 'caps-held' || run === undefined) return;
      run.isHeld = true;
      held.push(run);
      if (run.requests > 0) accuse(4, 'a run that the caps held back had already done something');
      if (!hasWrongClock(process) && isWithin(run))
        accuse(24, `${run.waiting.all} acts were held back, and the caps allow them`);
    },
    committed(_process, head) {
      for (const { id, notifications } of head.outbox)
        if (notifications.some(({ kind }) => kind === 'caps-held')) said.add(id);
    },
    acted({ process, action, subject, hadEffect }) {
      // A start takes nothing away.
      if (action === 'start' || action === 'power-on') return;
      const { caps } = process.orders.policy;
      const run = runs.get(process);
      if (run === undefined)
        return accuse(4, `${subject} was acted on by a run that does not know how many there are`);
      run.requests += 1;
      const isLate = action === 'image' || action === 'terminate';
      if (isLate) run.late += 1;
      // A refused request does not count for the day.
      if (hadEffect) requests.push(now());
      if (run.isHeld) accuse(4, `${subject} was acted on by a run that the caps held back`);
      if (run.requests > caps.perRun)
        accuse(4, `${run.requests} acts in one run, and ${caps.perRun} are allowed`);
      const [done, of] = isLate ? [run.late, run.all] : [run.requests - run.late, run.running];
      const share = shareOf(of, caps.share);
      if (done > share) accuse(4, `${done} acts in one run, and ${caps.share} % of ${of} is ${share}`);
      // An action is counted when it is let through, some minutes before it is carried out at most.
      const since = now() - days(1) + minutes(15) + 2 * scenario.skew;
      const today = requests.filter((at) => at > since).length;
      if (today > caps.perDay) accuse(4, `${today} acts within 24 hours, and ${caps.perDay} are allowed`);
    },
    finish() {
      const silent = held.some(({ process }) => !process.troubled);
      if (silent && said.size === 0) accuse(4, 'acts were held back by the caps, and nothing said so');
    },
  };

  /** Reports whether the caps allow everything that waited when a run began. */
  function isWithin({ process, waiting: { all, late }, ...run }: RunActions): boolean {
    const { caps } = process.orders.policy;
    const since = now() - days(1) - minutes(15) - 2 * scenario.skew;
    const reserved = controls.map(({ actions }) => actions.filter(({ at }) => at > since).length);
    return (
      all <= caps.perRun &&
      all - late <= shareOf(run.running, caps.share) &&
      late <= shareOf(run.all, caps.share) &&
      all + Math.max(0, ...reserved) <= caps.perDay
    );
  }
}

const shareOf = (count: number, percent: number): number => Math.max(1, Math.floor((count * percent) / 100));

function waitingIn(heads: readonly Head[]): RunActions['waiting'] {
  const kinds = heads.flatMap(({ intents }) =>
    intents.flatMap(({ kind, state }) =>
      state.kind === 'waiting' && kind !== 'start' && kind !== 'power-on' ? [kind] : [],
    ),
  );
  const late = kinds.filter((kind) => kind === 'image' || kind === 'terminate');
  return { all: kinds.length, late: late.length };
}

/** Counts running machines of all kinds, optionally with stopped ones. */
function countIn(heads: readonly Head[], withResting: boolean): number {
  let count = 0;
  for (const { observation } of heads) {
    if (observation?.kind !== 'project') continue;
    for (const { kind, activity } of observation.resources)
      if (kind === 'vm' || kind === 'machine' || kind === 'cluster-machine')
        if (activity === 'running' || (withResting && activity === 'stopped')) count += 1;
  }
  return count;
}
