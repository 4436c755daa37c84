import type { Resource } from '../../model/facts/resource.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Examination } from './examine.ts';
import { counted, type Finding, stateOf } from './finding.ts';
import { isJudgedIdle, needsOf, type PolicyNeeds } from './policy-needs.ts';
import { vmsOf } from './survey-targets.ts';

/** Returns findings on the details of VMs that the platform shows, which protections and rules need. */
export function vmFindings(examination: Examination, policy: Policy): Finding[] {
  const vms = examination.targets.flatMap(({ head }) => vmsOf(head));
  if (vms.length === 0) return [];
  const needs = needsOf(policy);
  return [
    metadataFinding(vms, needs),
    priceFinding(vms, needs),
    ageFinding(vms, needs),
    gpuFinding(examination, policy),
  ];
}

type Detail = { readonly id: string; readonly what: string };

/** Returns the finding on a detail of VMs; it is a gap only where the policy needs it. */
function detailFinding(
  { id, what }: Detail,
  vms: readonly Resource[],
  isShown: (vm: Resource) => boolean,
  gap: { readonly isNeeded: boolean; readonly unwatched: string; readonly remedy: string },
): Finding {
  const good = vms.filter(isShown).length;
  const found = `shown for ${good} of ${counted(vms.length, 'VM')}`;
  const figures = { vms: vms.length, shown: good };
  const state = stateOf(good, vms.length);
  if (state === 'ok') return { id, what, state, found, unwatched: null, remedy: null, figures };
  if (!gap.isNeeded)
    return {
      id,
      what,
      state: 'ok',
      found: `${found}; no rule needs it`,
      unwatched: null,
      remedy: null,
      figures,
    };
  return { id, what, state, found, unwatched: gap.unwatched, remedy: gap.remedy, figures };
}

const metadataFinding = (vms: readonly Resource[], needs: PolicyNeeds): Finding =>
  detailFinding({ id: 'vm-metadata', what: 'VM metadata' }, vms, ({ metadata }) => metadata !== null, {
    isNeeded: needs.metadata,
    unwatched: 'VMs without metadata count as protected and are never stopped',
    remedy: 'add any metadata to those VMs, or stop them manually',
  });

const priceFinding = (vms: readonly Resource[], needs: PolicyNeeds): Finding =>
  detailFinding({ id: 'vm-prices', what: 'VM prices' }, vms, ({ price }) => price !== null, {
    isNeeded: needs.prices,
    unwatched: 'the cost of the others is unknown between spend reports',
    remedy: 'base budgets on reported spend (on: reported), which is up to an hour late',
  });

const ageFinding = (vms: readonly Resource[], needs: PolicyNeeds): Finding =>
  detailFinding({ id: 'vm-ages', what: 'VM ages' }, vms, ({ createdAt }) => createdAt !== null, {
    isNeeded: needs.ages,
    unwatched: 'VMs of unknown age count as too young and are never stopped',
    remedy: 'stop those manually, or use a protection other than younger-than',
  });

/** Returns the finding on VMs with GPUs: without GPU metrics they can only be suspected to be idle. */
function gpuFinding({ at, targets }: Pick<Examination, 'at' | 'targets'>, policy: Policy): Finding {
  const about = { id: 'gpus', what: 'GPUs', unwatched: null, remedy: null };
  const withGpus = targets.flatMap(({ head, target }) =>
    vmsOf(head).flatMap((vm) => (vm.gpus > 0 ? [isJudgedIdle(policy, target, vm, at)] : [])),
  );
  const judged = withGpus.filter(Boolean).length;
  const figures = { vms: withGpus.length, underIdleRules: judged };
  const found = withGpus.length === 0 ? 'no VM with GPUs' : `${counted(withGpus.length, 'VM')} with GPUs`;
  if (judged === 0) return { ...about, state: 'ok', found, figures };
  return {
    ...about,
    state: 'partly',
    found: `${found}, ${judged} under an idle rule; the platform has no GPU metrics`,
    unwatched: 'those are only suspected to be idle, and never stopped',
    remedy: 'exclude them in the rule with match: { gpus: 0 }, and review them manually',
    figures,
  };
}
