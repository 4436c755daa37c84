import { castToVmId } from '../../model/facts/resource.ts';
import { goneRemedy, type SignalKind } from '../../model/facts/signal-times.ts';
import { type TargetId, toTarget } from '../../model/ids.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { computeSpan, type Instant, isoSecond, minutes, type Span } from '../../model/time/time.ts';
import { counted, formatShortList } from '../../model/words.ts';
import type { Head } from '../../state/head.ts';
import type { Policy } from '../../state/policy.ts';
import { isJudgedIdle } from '../../state/policy-needs.ts';

/** The time after usage was due during which a VM's signals may be unknown. */
const stoppedAfter: Span = minutes(30);

type Context = {
  readonly now: Instant;
  readonly intervals: Pick<Intervals, 'usageEvery'>;
  readonly policy: Pick<Policy, 'rules'>;
};

/**
 * Finds running VMs whose signals stopped, as a sentence for each kind of signals and the targets of the VMs. Signals
 * are read only for VMs that an idle rule matches; their absence on others proves nothing.
 */
export function stoppedSignals(heads: readonly Head[], context: Context) {
  const stopped = externalKinds.map((kind) => ({ kind, vms: findStoppedSignals(heads, kind, context) }));
  return {
    sentences: stopped.flatMap(({ kind, vms }) => stoppedInWords(kind, vms)),
    targets: [...new Set(stopped.flatMap(({ vms }) => vms.map(({ target }) => target)))],
  };
}

/** The kinds of signals that do not come from the platform. */
const externalKinds = ['gpus', 'logins'] as const satisfies readonly SignalKind[];

const mostListed = 5;

type Stopped = { readonly target: TargetId; readonly name: string; readonly at: Instant };

/** Finds running VMs that lost a kind of signal, the longest missing first. */
function findStoppedSignals(
  heads: readonly Head[],
  kind: SignalKind,
  { now, intervals, policy }: Context,
): readonly Stopped[] {
  const stopped = heads.flatMap(({ target, signalsKnownAt, observation }) =>
    (observation?.kind === 'project' ? observation.resources : []).flatMap((resource): Stopped[] => {
      if (resource.kind !== 'vm' || resource.activity !== 'running') return [];
      if (!isJudgedIdle(policy, toTarget(target), resource, now)) return [];
      const at = signalsKnownAt[castToVmId(resource)]?.[kind];
      const isLost = at !== undefined && computeSpan(at, now) >= intervals.usageEvery + stoppedAfter;
      return isLost ? [{ target, name: `${target}/vm/${resource.id}`, at }] : [];
    }),
  );
  return stopped.toSorted((left, right) => left.at - right.at);
}

function stoppedInWords(kind: (typeof externalKinds)[number], stopped: readonly Stopped[]): string[] {
  const [first] = stopped;
  if (first === undefined) return [];
  const kindName = kind === 'gpus' ? 'GPU' : 'login';
  const names = formatShortList(stopped.map(({ name }) => name).toSorted(), mostListed);
  return [
    `the ${kindName} signals of ${counted(stopped.length, 'VM')} stopped, the first at ${isoSecond(first.at)}: ${names} (${goneRemedy(kind)})`,
  ];
}
