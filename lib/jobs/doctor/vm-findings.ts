import type { Resource } from '../../model/facts/resource.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Examination } from './examine.ts';
import { counted, type Finding, stateOf } from './finding.ts';
import { isJudgedIdle, needsOf, type PolicyNeeds } from './policy-needs.ts';
import { vmsOf } from './survey-targets.ts';

/** How much the platform tells of its VMs; it decides what can be protected, charged and judged. */
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

/** How many VMs show something; without it something is left unwatched only where the policy rests on it. */
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
      found: `${found}; no rule rests on it`,
      unwatched: null,
      remedy: null,
      figures,
    };
  return { id, what, state, found, unwatched: gap.unwatched, remedy: gap.remedy, figures };
}

const metadataFinding = (vms: readonly Resource[], needs: PolicyNeeds): Finding =>
  detailFinding({ id: 'vm-metadata', what: 'VM metadata' }, vms, ({ metadata }) => metadata !== null, {
    isNeeded: needs.metadata,
    unwatched: 'who is protected by metadata: the others count as protected, and are never stopped',
    remedy: 'give those VMs some metadata, whatever it says; or stop them by hand',
  });

const priceFinding = (vms: readonly Resource[], needs: PolicyNeeds): Finding =>
  detailFinding({ id: 'vm-prices', what: 'VM prices' }, vms, ({ price }) => price !== null, {
    isNeeded: needs.prices,
    unwatched: 'what the others cost between two reports of spend',
    remedy: 'let budgets go by reported spend (on: reported), up to an hour later',
  });

const ageFinding = (vms: readonly Resource[], needs: PolicyNeeds): Finding =>
  detailFinding({ id: 'vm-ages', what: 'VM ages' }, vms, ({ createdAt }) => createdAt !== null, {
    isNeeded: needs.ages,
    unwatched: 'how old the others are: they count as too young, and are never stopped',
    remedy: 'stop those by hand, or protect by something other than younger-than',
  });

/** The platform has no GPU figure: what is quiet but for its GPUs can only be suspected. */
function gpuFinding({ at, targets }: Pick<Examination, 'at' | 'targets'>, policy: Policy): Finding {
  const about = { id: 'gpus', what: 'GPUs', unwatched: null, remedy: null };
  const withGpus = targets.flatMap(({ head, target }) =>
    vmsOf(head).flatMap((vm) => (vm.gpus > 0 ? [isJudgedIdle(policy, target, vm, at)] : [])),
  );
  const judged = withGpus.filter(Boolean).length;
  const figures = { vms: withGpus.length, underIdleRules: judged };
  const found = withGpus.length === 0 ? 'no VM has any' : `${counted(withGpus.length, 'VM')} with GPUs`;
  if (judged === 0) return { ...about, state: 'ok', found, figures };
  return {
    ...about,
    state: 'partly',
    found: `${found}, ${judged} under an idle rule; the platform gives no GPU figure`,
    unwatched: 'whether those idle: they are suspected at most, and never stopped',
    remedy: 'say so in the rule, with match: { gpus: 0 }, and look after the others yourself',
    figures,
  };
}
