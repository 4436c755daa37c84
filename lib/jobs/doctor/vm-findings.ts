import type { Resource } from '../../model/facts/resource.ts';
import type { Policy } from '../../model/rules/policy.ts';
import { needsOf, type PolicyNeeds } from '../../model/rules/policy-needs.ts';
import { counted } from '../../model/words.ts';
import type { Examination } from './examine.ts';
import { type Finding, finding, stateOf } from './finding.ts';
import { signalFindings } from './signal-findings.ts';
import { vmsOf } from './survey-targets.ts';

/** Returns findings on the details of VMs that the platform shows, which protections and rules need. */
export function vmFindings(examination: Examination, policy: Policy): Finding[] {
  const vms = examination.targets.flatMap(({ head }) => vmsOf(head));
  if (vms.length === 0) return [];
  const needs = needsOf(policy);
  return [
    ...details.map((detail) => detailFinding(detail, vms, needs)),
    ...signalFindings(examination, policy),
  ];
}

/** A detail of VMs, and the gap when it is not shown and the policy needs it. */
type Detail = {
  readonly id: string;
  readonly what: string;
  readonly isShown: (vm: Resource) => boolean;
  readonly neededFor: keyof PolicyNeeds;
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
    remedy: 'add any metadata to those VMs, or stop them manually',
  },
  {
    id: 'vm-prices',
    what: 'VM prices',
    isShown: ({ price }) => price !== null,
    neededFor: 'prices',
    unwatched: 'the cost of the others is unknown between spend reports',
    remedy: 'base budgets on reported spend (on: reported), which is up to an hour late',
  },
  {
    id: 'vm-ages',
    what: 'VM ages',
    isShown: ({ createdAt }) => createdAt !== null,
    neededFor: 'ages',
    unwatched: 'VMs of unknown age count as too young and are never stopped',
    remedy: 'stop those manually, or use a protection other than younger-than',
  },
];

function detailFinding(
  { id, what, isShown, neededFor, unwatched, remedy }: Detail,
  vms: readonly Resource[],
  needs: PolicyNeeds,
): Finding {
  const shown = vms.filter(isShown).length;
  const found = `shown for ${shown} of ${counted(vms.length, 'VM')}`;
  const figures = { vms: vms.length, shown };
  const state = stateOf(shown, vms.length);
  if (state === 'ok') return finding(id, what, { found, figures });
  return needs[neededFor]
    ? finding(id, what, { state, found, unwatched, remedy, figures })
    : finding(id, what, { found: `${found}; no rule needs it`, figures });
}
