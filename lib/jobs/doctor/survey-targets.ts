import type { CheckUpCloud, Cloud, PollOrder, Samples } from '../../clouds/cloud.ts';
import type { Part, PollResult } from '../../model/facts/observation.ts';
import { castToVmId, type Resource } from '../../model/facts/resource.ts';
import type { UnsupportedPart } from '../../model/facts/unsupported.ts';
import { neverAnswers, type UsageSignal } from '../../model/facts/usage.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { computeSpan, type Instant, type Span } from '../../model/time/time.ts';
import { planParts } from '../../observe/what-is-due.ts';
import { firstHead, type Head } from '../../state/head.ts';
import type { Policy } from '../../state/policy.ts';
import { computePolicyNeeds } from '../../state/policy-needs.ts';
import type { Clock } from '../ports.ts';
import type { FoundTargets } from '../watch/find-targets.ts';

export type CheckOrder = {
  readonly policy: Policy;
  readonly intervals: Intervals;
  /** The names of the projects to check; if empty, the first ones that the cloud lists. */
  readonly projects: readonly string[];
  /** The number of projects to check if none is named. */
  readonly sample: number;
};

/** A summary of the usage samples of one VM. */
export type VmSamples = {
  readonly samples: number;
  /** The signals that its cloud supports and that no sample has. */
  readonly lacks: readonly UsageSignal[];
  /** True if the guest never answered a ping. */
  readonly isMute: boolean;
  /** The age of the newest sample; `null` if there is none. */
  readonly age: Span | null;
};

/** A target after its first poll. */
export type SeenTarget = {
  readonly target: PollOrder['target'];
  /** The head after the poll, from which the next poll is planned. */
  readonly head: Head;
  /** The number of VMs that an idle rule needs samples of. */
  readonly judgeable: number;
  /** The samples of the first few of these VMs. */
  readonly samples: readonly VmSamples[];
};

export type SurveyContext = FoundTargets &
  CheckOrder & {
    readonly clock: Clock;
    readonly provider: CheckUpCloud;
    readonly poll: ReturnType<Cloud['polls']>;
  };

/** The number of VMs of a project whose samples are read. */
const vmsSampled = 5;

/** Polls a target for the first time, as the watch job does, and reads the samples of a few of its VMs. */
export async function surveyTargets(
  context: SurveyContext,
  target: PollOrder['target'],
): Promise<SeenTarget> {
  const { clock, provider, policy, intervals } = context;
  const at = clock.now();
  const first = firstHead(target.id);
  const { asked, unsupported, observe } = await context.poll({
    target,
    plan: { ...planParts(first, policy, intervals, at), pastSpend: [] },
    at,
    account: context.accountOf.get(target.id) ?? null,
    ...{ zone: policy.timezone, showsAccounts: context.showsAccounts },
    unsupportedLife: intervals.unsupportedLife,
    known: [],
  });
  const head = withPollResult(first, observe({ ...first, samplings: [] }), asked, unsupported);
  if (target.kind !== 'project') return { target, head, judgeable: 0, samples: [] };
  const { usage } = planParts(head, policy, intervals, at);
  const vcpus = new Map(selectVms(head).map((vm) => [castToVmId(vm), vm.vcpus]));
  const { project } = target;
  const chosen = usage.slice(0, vmsSampled);
  const [rereadable = [...vcpus.keys()].at(0)] = chosen;
  const [samples] = await Promise.all([
    Promise.all(
      chosen.map(async (vm) => {
        const samples = await provider.samples(project, vm, vcpus.get(vm) ?? 0);
        return toVmSamples(samples, provider.profile.signals, at);
      }),
    ),
    rereadable !== undefined && computePolicyNeeds(policy).stops
      ? provider.rereadVm(project, rereadable)
      : null,
  ]);
  return { target, head, judgeable: usage.length, samples };
}

export const selectVms = ({ observation }: Head): readonly Resource[] =>
  observation?.kind === 'project' ? observation.resources.filter(({ kind }) => kind === 'vm') : [];

/** Returns the head from which the next poll is planned. */
function withPollResult(
  head: Head,
  pollResult: PollResult,
  asked: readonly Part[],
  unsupported: readonly UnsupportedPart[],
): Head {
  const { at } = pollResult;
  const marked = (parts: readonly Part[]) => Object.fromEntries(parts.map((part) => [part, at]));
  const next = { ...head, askedAt: marked(asked), unsupported: [...unsupported] };
  return pollResult.kind === 'failed-poll'
    ? next
    : { ...next, observation: pollResult, seenAt: marked(pollResult.seen) };
}

function toVmSamples({ count, points }: Samples, signals: readonly UsageSignal[], now: Instant): VmSamples {
  const newest = points.at(-1);
  return {
    samples: count,
    lacks: signals.filter((signal) => points.every((point) => point[signal] === null)),
    isMute: neverAnswers(points),
    age: newest ? computeSpan(newest.at, now) : null,
  };
}
