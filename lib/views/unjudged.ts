import { castToVmId, type Resource, toResourceSubject } from '../model/facts/resource.ts';
import { freshWithin, unknownGpus } from '../model/facts/usage.ts';
import { type Subject, type TargetId, toTarget } from '../model/ids.ts';
import { type HourlyPrice, priceInWords, sumPrices } from '../model/money/money.ts';
import { shortSubject } from '../model/subject.ts';
import { computeSpan } from '../model/time/time.ts';
import { formatShortList } from '../model/words.ts';
import { computeProjectRate, dearestFirst, sumResourceCosts } from '../rules/facts.ts';
import type { Head } from '../state/head.ts';
import { isJudgedIdle, isMeantIdle } from '../state/policy-needs.ts';
import type { ViewInput } from './view-input.ts';

/** A running VM that no idle rule can judge, with the reason and remedy that every view shows. */
export type UnjudgedVm = {
  readonly target: TargetId;
  readonly subject: Subject;
  readonly resource: Resource;
  readonly because: string;
  readonly remedy: string;
};

/** The VMs that no idle rule can judge, the most expensive first, with their targets and total rate. */
export type UnjudgedVms = {
  readonly vms: readonly UnjudgedVm[];
  readonly targets: readonly TargetId[];
  readonly rate: HourlyPrice;
  /** The burn rate of all projects. */
  readonly of: HourlyPrice;
};

/** True if a resource runs with GPUs whose current use no signal covers. */
export function hasUnknownGpus(
  { signalsKnownAt }: Pick<Head, 'signalsKnownAt'>,
  resource: Resource,
  { intervals, now }: Pick<ViewInput, 'intervals' | 'now'>,
): boolean {
  if (resource.gpus === 0 || resource.activity !== 'running') return false;
  if (resource.kind !== 'vm') return true;
  const at = signalsKnownAt[castToVmId(resource)]?.gpus;
  return at === undefined || computeSpan(at, now) > intervals.usageEvery + freshWithin;
}

/** Returns the VMs that an idle rule is meant for but none can judge; `null` if there are none. */
export function findUnjudgedVms(
  heads: readonly Head[],
  { policy, intervals, now }: Pick<ViewInput, 'policy' | 'intervals' | 'now'>,
): UnjudgedVms | null {
  const vms = heads
    .flatMap((head): UnjudgedVm[] => {
      const target = toTarget(head.target);
      if (head.observation?.kind !== 'project' || target.kind !== 'project') return [];
      return head.observation.resources.flatMap((resource) => {
        const isUnknown = resource.kind === 'vm' && hasUnknownGpus(head, resource, { intervals, now });
        if (!isUnknown || !isMeantIdle(policy, target, resource, now)) return [];
        const subject = toResourceSubject(target.id, resource);
        const isLeftOut = !isJudgedIdle(policy, target, resource, now);
        const { because, remedy } = unknownGpus(isLeftOut);
        return [{ target: head.target, subject, resource, because, remedy }];
      });
    })
    .toSorted(dearestFirst);
  if (vms.length === 0) return null;
  const rates = heads.flatMap(({ observation }) =>
    observation?.kind === 'project' ? [computeProjectRate(observation)] : [],
  );
  const unjudged = new Set(vms.map(({ target }) => target));
  return {
    vms,
    targets: heads.flatMap(({ target }) => (unjudged.has(target) ? [target] : [])),
    rate: sumResourceCosts(vms),
    of: sumPrices(rates),
  };
}

/** Returns "41.30 of 47.53 USD/h cannot be judged: no GPU metrics for lab/train and lab/embed". */
export function unjudgedInWords({ vms, rate, of }: UnjudgedVms): string {
  const amount = priceInWords(rate).replace(/ .*$/, '');
  const names = formatShortList(vms.map(({ subject }) => shortSubject(subject)));
  return `${amount} of ${priceInWords(of)} cannot be judged: no GPU metrics for ${names}`;
}
