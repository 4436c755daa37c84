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

/** The severity and text of a state's alert. A higher level is worse, and a rise is notified. */
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

/** Judges whether a billing account is not active, has an overdue invoice or a failed recharge. */
export function judgeAccountState(rule: AccountStateRule, { target, observation, zone }: Context): Verdict[] {
  if (observation.kind !== 'account' || !matchesTarget(rule.match, target)) return [];
  const identity = { rule: rule.name, subject: Subject.parse(target.id) };
  return [
    judgeState({ ...identity, episode: '' }, observation),
    judgeDebt({ ...identity, episode: 'invoice' }, observation, invoicesOwed(observation, zone)),
    judgeDebt({ ...identity, episode: 'payment' }, observation, paymentOwed(observation, zone)),
  ];
}

type AlertIdentity = Pick<Verdict, 'rule' | 'subject' | 'episode'>;

function judgeState(identity: AlertIdentity, { standing, state }: AccountObservation): Verdict {
  const figures = { kind: 'account-state', state } as const;
  if (standing === 'active') return { ...identity, kind: 'clear', because: 'the account is active', figures };
  if (standing === 'unspecified') {
    const because = 'the platform does not report its state';
    return { ...identity, kind: 'unknown', because, figures, lacks: missingFact('account', 'its state') };
  }
  const { because, ...grade } = meanings[standing];
  return { ...identity, kind: 'breached', ...grade, because: `${because} (${state})`, figures };
}

function judgeDebt(identity: AlertIdentity, { state }: AccountObservation, debt: Debt): Verdict {
  const { because } = debt;
  if (debt.kind === 'none') return { ...identity, kind: 'clear', because, figures: null };
  if (debt.kind === 'unknown')
    return { ...identity, kind: 'unknown', because, figures: null, lacks: debt.lacks };
  const figures = { kind: 'account-state', state, owed: debt.owed } as const;
  return { ...identity, kind: 'breached', severity: 'critical', level: debt.level, because, figures };
}

export const accountStateJudge: Judge<AccountStateRule> = { judge: judgeAccountState };

export const accountStateTiming: TimingSelector<AccountStateRule> = endsAtOnce;
