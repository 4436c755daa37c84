import { burnRateOf, costOf } from '../evaluate/facts.ts';
import { type Resource, vmIdOf } from '../model/facts/resource.ts';
import { freshWithin } from '../model/facts/usage.ts';
import type { Head } from '../model/head.ts';
import { type TargetId, targetOf } from '../model/ids.ts';
import { type HourlyPrice, priceInWords, sumPrices } from '../model/money/money.ts';
import { matchesResource } from '../model/rules/match.ts';
import { between } from '../model/time/time.ts';
import { counted } from '../model/words.ts';
import type { ViewInput } from './view-input.ts';

/** The resources that run with GPUs whose use no signal covers, so that no idle rule can judge them. */
export type Unjudged = {
  readonly vms: number;
  readonly targets: readonly TargetId[];
  readonly rate: HourlyPrice;
  /** The burn rate of all projects. */
  readonly of: HourlyPrice;
};

/** Reports whether a resource runs with GPUs whose current use no signal covers. */
export function hasUnknownGpus(
  { signalsKnownAt }: Pick<Head, 'signalsKnownAt'>,
  resource: Resource,
  { intervals, now }: Pick<ViewInput, 'intervals' | 'now'>,
): boolean {
  if (resource.gpus === 0 || resource.activity !== 'running') return false;
  if (resource.kind !== 'vm') return true;
  const at = signalsKnownAt[vmIdOf(resource)]?.gpus;
  return at === undefined || between(at, now) > intervals.usageEvery + freshWithin;
}

/** Returns the part of the burn rate that cannot be judged; `null` when there is none. */
export function unjudgedIn(
  heads: readonly Head[],
  { policy, intervals, now }: Pick<ViewInput, 'policy' | 'intervals' | 'now'>,
): Unjudged | null {
  const rules = policy.rules.filter(({ kind }) => kind === 'idle');
  const unknown = heads.flatMap((head) => {
    const target = targetOf(head.target);
    if (head.observation?.kind !== 'project') return [];
    const unjudged = head.observation.resources.filter(
      (resource) =>
        resource.kind === 'vm' &&
        hasUnknownGpus(head, resource, { intervals, now }) &&
        rules.some(({ match }) => matchesResource(match, target, resource, now)),
    );
    return unjudged.map((resource) => ({ target: head.target, resource }));
  });
  if (unknown.length === 0) return null;
  const rates = heads.flatMap(({ observation }) =>
    observation?.kind === 'project' ? [burnRateOf(observation)] : [],
  );
  const targets = heads
    .map(({ target }) => target)
    .filter((id) => unknown.some(({ target }) => target === id));
  return {
    vms: unknown.length,
    targets,
    rate: sumPrices(unknown.map(({ resource }) => costOf(resource))),
    of: sumPrices(rates),
  };
}

/** Returns "41.30 of 47.53 USD/h cannot be judged: nothing tells the GPU use of 3 VMs". */
export function unjudgedInWords({ vms, rate, of }: Unjudged): string {
  const amount = priceInWords(rate).replace(/ .*$/, '');
  return `${amount} of ${priceInWords(of)} cannot be judged: nothing tells the GPU use of ${counted(vms, 'VM')}`;
}
