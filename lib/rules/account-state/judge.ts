import type { AccountStanding } from '../../model/facts/account-standing.ts';
import type { AccountObservation } from '../../model/facts/observation.ts';
import { Subject } from '../../model/ids.ts';
import { matchesTarget } from '../../model/rules/match.ts';
import type { Severity } from '../../model/severity.ts';
import type { Facts } from '../facts.ts';
import { endsAtOnce, type Judge, type TimingSelector } from '../judge.ts';
import { missingFact } from '../missing-fact.ts';
import { type Debt, invoicesOwed, paymentOwed } from '../money-owed.ts';
import type { Verdict } from '../verdict.ts';
import type { AccountStateRule } from './terms.ts';

/** The meaning of a state; a higher level is worse, so that a change for the worse is notified. */
type Meaning = { readonly severity: Severity; readonly level: number; readonly because: string };

const meanings: Readonly<Record<Exclude<AccountStanding, 'active' | 'unspecified'>, Meaning>> = {
  unpaid: {
    severity: 'critical',
    level: 2,
    because: 'suspended for non-payment: nothing can be created or started until the balance is paid',
  },
  abused: {
    severity: 'critical',
    level: 3,
    because: 'suspended for abuse: nothing can be created or started until the platform lifts the suspension',
  },
  deleted: { severity: 'critical', level: 4, because: 'deleted, together with everything it paid for' },
  unknown: {
    severity: 'warning',
    level: 1,
    because: 'in a state that is neither active nor known to spendwatch',
  },
};

type Context = Pick<Facts, 'target' | 'observation' | 'zone'>;

/** Judges whether a billing account is in any state but the active one, or owes money that was due. */
export function judgeAccountState(rule: AccountStateRule, { target, observation, zone }: Context): Verdict[] {
  if (observation.kind !== 'account' || !matchesTarget(rule.match, target)) return [];
  const about = { rule: rule.name, subject: Subject.parse(target.id) };
  return [
    judgeState({ ...about, episode: '' }, observation),
    judgeDebt({ ...about, episode: 'invoice' }, observation, invoicesOwed(observation, zone)),
    judgeDebt({ ...about, episode: 'payment' }, observation, paymentOwed(observation, zone)),
  ];
}

type About = Pick<Verdict, 'rule' | 'subject' | 'episode'>;

function judgeState(about: About, { standing, state }: AccountObservation): Verdict {
  const figures = { kind: 'account-state', state } as const;
  if (standing === 'active') return { ...about, kind: 'clear', because: 'the account is active', figures };
  if (standing === 'unspecified') {
    const because = 'the platform does not report its state';
    return { ...about, kind: 'unknown', because, figures, lacks: missingFact('account', 'its state') };
  }
  const { because, ...grade } = meanings[standing];
  return { ...about, kind: 'breached', ...grade, because: `${because} (${state})`, figures };
}

function judgeDebt(about: About, { state }: AccountObservation, debt: Debt): Verdict {
  const { because } = debt;
  if (debt.kind === 'none') return { ...about, kind: 'clear', because, figures: null };
  if (debt.kind === 'unknown')
    return { ...about, kind: 'unknown', because, figures: null, lacks: debt.lacks };
  const figures = { kind: 'account-state', state, owed: debt.owed } as const;
  return { ...about, kind: 'breached', severity: 'critical', level: debt.level, because, figures };
}

export const accountStateJudge: Judge<AccountStateRule> = { judge: judgeAccountState };

export const accountStateTiming: TimingSelector<AccountStateRule> = endsAtOnce;
