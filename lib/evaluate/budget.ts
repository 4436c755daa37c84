import type { Severity } from '../model/alert.ts';
import { Subject } from '../model/ids.ts';
import { matchesTarget } from '../model/match.ts';
import {
  addMoney,
  atLeast,
  chargeToMoney,
  type Money,
  moneyInWords,
  percentOf,
  percentReached,
} from '../model/money.ts';
import type { BudgetRule } from '../model/rule.ts';
import { between, type Instant, spanInWords } from '../model/time.ts';
import type { Verdict } from '../model/verdict.ts';
import type { Facts } from './facts.ts';

type Figure = { readonly spent: Money; readonly asOf: Instant; readonly told: string };

/** Holds a target's spend of the running month against a budget's thresholds. */
export function judgeBudget(rule: BudgetRule, facts: Facts): Verdict[] {
  if (!matchesTarget(rule.match, facts.target)) return [];
  const about = { rule: rule.name, subject: Subject.parse(facts.target.id) };
  const figure = rule.basis === 'reported' ? reported(facts) : projected(facts);
  if (figure === null) {
    const neither = rule.basis === 'projected' ? ', nor any price' : '';
    const because = `the platform has not reported any spend for this month yet${neither}`;
    return [{ ...about, kind: 'unknown', because, figures: null }];
  }
  const { spent, asOf, told } = figure;
  const percent = percentReached(spent, rule.limit);
  const because = `${moneyInWords(spent)} of ${moneyInWords(rule.limit)} (${percent} %) ${told}`;
  const level = rule.thresholds
    .filter((threshold) => atLeast(spent, percentOf(rule.limit, threshold)))
    .at(-1);
  const { period } = facts.meters.month;
  const figures = { kind: 'budget', basis: rule.basis, spent, limit: rule.limit, period, asOf } as const;
  if (level === undefined) return [{ ...about, kind: 'clear', because, figures }];
  return [{ ...about, kind: 'breached', severity: severityOf(level), level, because, figures }];
}

function reported({ report, sighting }: Facts): Figure | null {
  if (report === null) return null;
  const age = spanInWords(between(report.spend.until, sighting.at));
  return { spent: report.spend.amount, asOf: report.spend.until, told: `reported ${age} ago` };
}

/** What was reported and what accrued since; without a report, what accrued while we watched and knew prices. */
function projected({ report, meters, sighting }: Facts): Figure | null {
  if (report !== null) {
    const since = chargeToMoney(report.accruedSince);
    const told = `projected: ${moneyInWords(report.spend.amount)} reported and ${moneyInWords(since)} since`;
    return { spent: addMoney(report.spend.amount, since), asOf: sighting.at, told };
  }
  const { month } = meters;
  const isUntold = month.gap > 0 && month.gap === between(month.since, sighting.at);
  if (isUntold && month.charge.isZero()) return null;
  const partly = month.since > month.period.from ? ', counted only since watching began' : '';
  const unpriced = month.gap > 0 ? `, some prices unknown for ${spanInWords(month.gap)}` : '';
  return { spent: chargeToMoney(month.charge), asOf: sighting.at, told: `accrued${partly}${unpriced}` };
}

const severityOf = (level: number): Severity =>
  level >= 100 ? 'critical' : level >= 80 ? 'warning' : 'info';
