import { freshWithin } from '../../evaluate/idle.ts';
import { pingRemedy } from '../../model/facts/usage.ts';
import { providerFacts } from '../../model/provider-facts.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Rule } from '../../model/rules/rule.ts';
import { spanInWords } from '../../model/time/time.ts';
import type { Ask } from '../../providers/provider.ts';
import type { Examination } from './examine.ts';
import { counted, type Finding, stateOf } from './finding.ts';
import { needsOf } from './policy-needs.ts';
import type { VmSamples } from './survey-targets.ts';

/** What an idle rule and its stops rest on: monitor samples, and the VM read once more before the act. */
export function usageFindings(examination: Examination, policy: Policy): Finding[] {
  const { samples } = needsOf(policy);
  const { asks, operations } = examination;
  const rereads = asks.filter(({ operation }) => operation === operations.rereadVm);
  const reread = rereads.length > 0 ? [rereadFinding(rereads)] : [];
  const pings = policy.rules.some(heedsPings) ? pingFindings(examination) : [];
  return [...(samples ? [samplesFinding(examination)] : []), ...pings, ...reread];
}

const heedsPings = (rule: Rule): boolean => rule.kind === 'idle' && rule.guestPing === 'answered';

/** Guests in which no agent runs look as if they hung, and are never called idle by a rule that heeds pings. */
function pingFindings({ targets }: Examination): Finding[] {
  const asked = targets.flatMap(({ samples }) => samples);
  const mute = asked.filter(({ isMute }) => isMute).length;
  if (mute === 0) return [];
  return [
    {
      id: 'guest-ping',
      what: 'guest pings',
      state: stateOf(asked.length - mute, asked.length),
      found: `the guests of ${mute} of ${counted(asked.length, 'VM')} asked answer no ping at all`,
      unwatched: 'whether those idle: an idle rule that heeds pings can never say so',
      remedy: pingRemedy,
      figures: { asked: asked.length, mute },
    },
  ];
}

function samplesFinding({ targets, asks, operations }: Examination): Finding {
  const about = { id: 'samples', what: 'monitor samples', unwatched: null, remedy: null };
  const judgeable = targets.reduce((sum, target) => sum + target.judgeable, 0);
  const all = targets.flatMap(({ samples }) => samples);
  const good = all.filter(isJudgeable).length;
  const figures = { judgeable, asked: all.length, good };
  if (all.length === 0)
    return { ...about, state: 'ok', found: 'no running VM that an idle rule speaks of', figures };
  const state = stateOf(good, all.length);
  const seen = `${good} of ${counted(all.length, 'VM')} asked have samples that tell enough`;
  if (state === 'ok') return { ...about, state, found: seen, figures };
  const refusals = asks.flatMap(({ operation, outcome }) =>
    operation === operations.samples && outcome.kind === 'refused' ? [outcome] : [],
  );
  const refused = refusals.map(({ because }) => because);
  const because = [...new Set([...refused, ...all.flatMap((vm) => shortcomingOf(vm) ?? [])])];
  const isForbidden = refusals.some(({ error }) => error === 'forbidden');
  return {
    ...about,
    state,
    found: [seen, ...because.slice(0, 3)].join('; '),
    unwatched: 'whether the others idle: nothing is said of them, and nothing stopped',
    remedy: isForbidden
      ? `give the user of the key the role ${providerFacts.roleTo.watch} on these projects`
      : 'a VM just started has none yet: run this again later; else ask those who run the platform',
    figures,
  };
}

const isJudgeable = (vm: VmSamples): boolean => shortcomingOf(vm) === null;

/** What keeps a VM from being judged by its samples. */
function shortcomingOf({ samples, tells, age }: VmSamples): string | null {
  if (samples === 0) return 'no samples';
  if (age === null) return 'fewer than two samples';
  const untold = (['cpu', 'network', 'disk'] as const).filter((figure) => !tells[figure]);
  if (untold.length > 0) return `samples without ${untold.join(', ')}`;
  return age > freshWithin ? `newest sample ${spanInWords(age)} old` : null;
}

function rereadFinding(rereads: readonly Ask[]): Finding {
  const about = { id: 'reread', what: 'one VM read again' };
  const refused = rereads.flatMap(({ outcome }) => (outcome.kind === 'refused' ? [outcome.because] : []));
  const good = rereads.length - refused.length;
  const found = `in ${good} of ${counted(rereads.length, 'project')}`;
  const state = stateOf(good, rereads.length);
  if (state === 'ok') return { ...about, state, found, unwatched: null, remedy: null };
  return {
    ...about,
    state,
    found: `${found}; ${refused[0] ?? ''}`,
    unwatched: 'nothing; but a VM that cannot be read again just before is never stopped',
    remedy: 'stop idle VMs by hand when they are told of',
  };
}
