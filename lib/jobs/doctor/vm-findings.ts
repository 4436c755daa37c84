import type { RecordedRequest } from '../../clouds/cloud.ts';
import { grantInWords } from '../../clouds/profile.ts';
import { hasPrice } from '../../clouds/profiles.ts';
import type { Fact } from '../../model/facts/fact.ts';
import { type Resource, toResourceSubject } from '../../model/facts/resource.ts';
import { kindsInWords } from '../../model/facts/resources-at-risk.ts';
import { freshWithin, pingRemedy } from '../../model/facts/usage.ts';
import { spanInWords } from '../../model/time/time.ts';
import { counted, formatShortList } from '../../model/words.ts';
import type { Rule } from '../../rules/terms.ts';
import type { Policy } from '../../state/policy.ts';
import { computePolicyNeeds, type PolicyNeeds } from '../../state/policy-needs.ts';
import type { Examination } from './examine.ts';
import { type Finding, type FindingRow, finding, judgeFindingState } from './finding.ts';
import { loginFindings } from './login-findings.ts';
import { signalFindings } from './signal-findings.ts';
import { selectVms, type VmSamples } from './survey-targets.ts';

/** Returns findings on the details of VMs that protections and rules need, and on their signals; empty without VMs. */
export function vmFindings(examination: Examination, policy: Policy): Finding[] {
  const vms = examination.targets.flatMap(({ head }) => selectVms(head));
  if (vms.length === 0) return [];
  const needs = computePolicyNeeds(policy);
  return [
    ...details.map((detail) => detailFinding(detail, vms, needs)),
    ...signalFindings(examination, policy),
    ...loginFindings(examination, policy),
  ];
}

/** A detail of VMs; `unwatched` and `remedy` apply if it is not shown and the policy needs it. */
type Detail = {
  readonly id: string;
  readonly what: string;
  readonly isShown: (vm: Resource) => boolean;
  readonly neededFor: Fact;
  readonly unwatched: string;
  readonly remedy: string;
};

const details: readonly Detail[] = [
  {
    id: 'vm-metadata',
    what: 'VM metadata',
    isShown: ({ metadata }) => metadata !== null,
    neededFor: 'metadata',
    unwatched: 'VMs without metadata count as protected and are never stopped',
    remedy: 'add any metadata to these VMs, or stop them manually',
  },
  {
    id: 'vm-prices',
    what: 'VM prices',
    isShown: ({ price }) => price !== null,
    neededFor: 'prices',
    unwatched: 'the cost of VMs without a price is unknown between spend reports',
    remedy: 'base budgets on reported spend (on: reported), which is known later',
  },
  {
    id: 'vm-ages',
    what: 'VM ages',
    isShown: ({ createdAt }) => createdAt !== null,
    neededFor: 'times of creation',
    unwatched: 'VMs of unknown age count as too young and are never stopped',
    remedy: 'stop VMs of unknown age manually, or use a protection other than younger-than',
  },
];

function detailFinding(
  { id, what, isShown, neededFor, unwatched, remedy }: Detail,
  vms: readonly Resource[],
  needs: PolicyNeeds,
): Finding {
  const count = vms.filter(isShown).length;
  const found = `shown for ${count} of ${counted(vms.length, 'VM')}`;
  const figures = { vms: vms.length, shown: count };
  const state = judgeFindingState(count, vms.length);
  if (state === 'ok') return finding(id, what, { found, figures });
  return needs.facts.has(neededFor)
    ? finding(id, what, { state, found, unwatched, remedy, figures })
    : finding(id, what, { found: `${found}; no rule needs it`, figures });
}

/** Returns a finding on resources other than VMs, such as endpoints, whose price is not shown; empty if all prices are. */
export function otherPriceFindings({ targets }: Examination, policy: Policy): Finding[] {
  const unpriced = targets.flatMap(({ head: { target, observation } }) => {
    if (observation?.kind !== 'project') return [];
    const { cloud, resources } = observation;
    return resources.flatMap((resource) => {
      const { kind, price, activity } = resource;
      const isMissing = price === null && activity !== 'gone' && kind !== 'vm' && hasPrice(cloud, kind);
      return isMissing ? [{ kind, subject: toResourceSubject(target, resource) }] : [];
    });
  });
  if (unpriced.length === 0) return [];
  const found = `not shown for ${kindsInWords(unpriced)}: ${formatShortList(unpriced.map(({ subject }) => subject))}`;
  const figures = { unpriced: unpriced.length };
  if (!computePolicyNeeds(policy).facts.has('prices'))
    return [finding('other-prices', 'other prices', { found: `${found}; no rule needs them`, figures })];
  return [
    finding('other-prices', 'other prices', {
      state: 'partly',
      found,
      figures,
      unwatched: 'their cost is unknown between spend reports, and burn rates and estimates leave it out',
      remedy: 'base budgets on reported spend (on: reported), which is known later',
    }),
  ];
}

/** Returns findings on usage samples, on pings of guests, and on rereading a VM before an action, as far as rules need them. */
export function usageFindings(examination: Examination, policy: Policy): Finding[] {
  const needsSamples = computePolicyNeeds(policy).facts.has('usage of VMs');
  const rereads = examination.asks.filter(({ topic }) => topic === 'reread');
  const reread = rereads.length > 0 ? [rereadFinding(rereads)] : [];
  const pings = policy.rules.some(usesPings) ? pingFindings(examination) : [];
  return [...(needsSamples ? [samplesFinding(examination)] : []), ...pings, ...reread];
}

const usesPings = (rule: Rule): boolean => rule.kind === 'idle' && rule.guestPing === 'answered';

/** Returns a finding on guests that never answered a ping: a rule that uses pings never finds them idle. */
function pingFindings({ targets }: Examination): Finding[] {
  const sampledVms = targets.flatMap(({ samples }) => samples);
  const mute = sampledVms.filter(({ isMute }) => isMute).length;
  if (mute === 0) return [];
  return [
    finding('guest-ping', 'guest pings', {
      state: judgeFindingState(sampledVms.length - mute, sampledVms.length),
      found: `${mute} of ${counted(sampledVms.length, 'VM')} checked never answered a ping`,
      unwatched: 'idle rules that use pings never find these VMs idle',
      remedy: pingRemedy,
      figures: { asked: sampledVms.length, mute },
    }),
  ];
}

const samplesFinding = (examination: Examination): Finding =>
  finding('samples', 'usage samples', samplesRow(examination));

function samplesRow({ targets, asks, cloud }: Examination): FindingRow {
  const judgeable = targets.reduce((sum, target) => sum + target.judgeable, 0);
  const all = targets.flatMap(({ samples }) => samples);
  const good = all.filter(isJudgeable).length;
  const figures = { judgeable, asked: all.length, good };
  if (all.length === 0) return { found: 'no running VM matches an idle rule', figures };
  const state = judgeFindingState(good, all.length);
  const summary = `${good} of ${counted(all.length, 'VM')} checked have sufficient samples`;
  if (state === 'ok') return { found: summary, figures };
  const refusals = asks.flatMap(({ topic, outcome }) =>
    topic === 'usage' && outcome.kind === 'refused' ? [outcome] : [],
  );
  const refused = refusals.map(({ because }) => because);
  const because = [...new Set([...refused, ...all.flatMap((vm) => describeShortcoming(vm) ?? [])])];
  const isForbidden = refusals.some(({ error }) => error === 'forbidden');
  return {
    state,
    found: [summary, ...because.slice(0, 3)].join('; '),
    unwatched: 'VMs without sufficient samples are never found idle and never stopped',
    remedy: isForbidden
      ? `${grantInWords(cloud)} on these projects`
      : 'if the VMs have just started, try again later; else contact the operator of the platform',
    figures,
  };
}

const isJudgeable = (vm: VmSamples): boolean => describeShortcoming(vm) === null;

/** Returns why the samples of a VM are not sufficient; `null` if they are. */
function describeShortcoming({ samples, lacks, age }: VmSamples): string | null {
  if (samples === 0) return 'no samples';
  if (age === null) return 'fewer than two samples';
  if (lacks.length > 0) return `samples without ${lacks.join(', ')}`;
  return age > freshWithin ? `newest sample ${spanInWords(age)} old` : null;
}

function rereadFinding(rereads: readonly RecordedRequest[]): Finding {
  const refused = rereads.flatMap(({ outcome }) => (outcome.kind === 'refused' ? [outcome.because] : []));
  const good = rereads.length - refused.length;
  const found = `in ${good} of ${counted(rereads.length, 'project')}`;
  const [because] = refused;
  if (because === undefined) return finding('reread', 'rereading a VM', { found });
  return finding('reread', 'rereading a VM', {
    state: judgeFindingState(good, rereads.length),
    found: `${found}; ${because}`,
    unwatched: 'a VM that cannot be reread just before the action is never stopped',
    remedy: 'stop idle VMs manually when alerted',
  });
}
