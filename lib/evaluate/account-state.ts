import type { AccountObservation } from '../model/facts/observation.ts';
import { Subject } from '../model/ids.ts';
import { type AccountStanding, providerFacts } from '../model/provider-facts.ts';
import type { AccountStateRule } from '../model/rules/account-rules.ts';
import { matchesTarget } from '../model/rules/match.ts';
import type { Verdict } from '../model/rules/verdict.ts';
import type { Severity } from '../model/severity.ts';
import type { Facts } from './facts.ts';
import { judgeInvoices, judgePayment } from './money-owed.ts';

/** What a state comes to; the higher the level the worse, so that a change for the worse is told. */
type Meaning = { readonly severity: Severity; readonly level: number; readonly because: string };

const meanings: Readonly<Record<Exclude<AccountStanding, 'active' | 'untold'>, Meaning>> = {
  unpaid: {
    severity: 'critical',
    level: 2,
    because: 'it is suspended for want of payment: nothing can be made or started until it is paid',
  },
  abused: {
    severity: 'critical',
    level: 3,
    because: 'it is suspended for abuse: nothing can be made or started until the platform lifts that',
  },
  deleted: { severity: 'critical', level: 4, because: 'it is deleted, and what it paid for goes with it' },
};

type Context = Pick<Facts, 'target' | 'observation' | 'zone'>;

/** Whether a billing account is in any state but the active one, or owes money that was due. */
export function judgeAccountState(rule: AccountStateRule, { target, observation, zone }: Context): Verdict[] {
  if (observation.kind !== 'account' || !matchesTarget(rule.match, target)) return [];
  const about = { rule: rule.name, subject: Subject.parse(target.id) };
  return [
    judgeState({ ...about, episode: '' }, observation),
    { ...about, episode: 'invoice', ...judgeInvoices(observation, zone) },
    { ...about, episode: 'payment', ...judgePayment(observation, zone) },
  ];
}

type About = Pick<Verdict, 'rule' | 'subject' | 'episode'>;

function judgeState(about: About, { state }: AccountObservation): Verdict {
  const figures = { kind: 'account-state', state } as const;
  const standing = providerFacts.accountStandings.get(state);
  if (standing === 'active') return { ...about, kind: 'clear', because: 'it is active', figures };
  if (standing === 'untold') {
    const because = 'the platform does not say in which state it is';
    return { ...about, kind: 'unknown', because, figures };
  }
  const { because, ...grade } = standing === undefined ? unheardOf : meanings[standing];
  return { ...about, kind: 'breached', ...grade, because: `${because} (${state})`, figures };
}

/** The set of states is open. */
const unheardOf: Meaning = {
  severity: 'warning',
  level: 1,
  because: 'it is in a state that is not the active one and that spendwatch knows nothing of',
};
