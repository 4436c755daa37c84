import { getCloudProfile } from '../clouds/profiles.ts';
import { findProtectionReason } from '../decide/actions/protection.ts';
import type { FleetContext } from '../decide/fleet-context.ts';
import { findResource } from '../decide/subjects.ts';
import type { Resource } from '../model/facts/resource.ts';
import { comparePrices, free, type HourlyPrice, moneyInWords, priceInWords } from '../model/money/money.ts';
import { computeMonthCost } from '../model/money/month-cost.ts';
import type { BudgetStep, Step } from '../model/rules/step.ts';
import { compareSeverity } from '../model/severity.ts';
import { subjectParts } from '../model/subject.ts';
import { localMinute } from '../model/time/period.ts';
import { computeBurnRate, computeTotalCost } from '../rules/facts.ts';
import { isOnMonitoring, mayAct } from '../rules/terms.ts';
import { describeLoss } from '../rules/words.ts';
import type { Alert } from '../state/alert.ts';
import type { Head } from '../state/head.ts';
import type { ViewInput } from './view-input.ts';

/** The harm that continues while an alert lasts. */
export type Harm = {
  /** The resources that will be deleted, by whom and when, as text; `null` if nothing will. */
  readonly loss: string | null;
  /** The charges that continue; `null` if unknown, or if the alert does not concern charges. */
  readonly rate: HourlyPrice | null;
  /** Why its rule takes no action on the subject, or why nobody is notified; otherwise `null`. */
  readonly protectedBecause: string | null;
};

/** Returns the harm of an alert. `atRisk` finds the resources that the end of an account's credit would delete. */
export function judgeHarm(
  head: Head,
  alert: Alert,
  { policy, overrides, now }: Pick<ViewInput, 'policy' | 'overrides' | 'now'>,
  atRisk: () => FleetContext['atRisk'],
): Harm {
  const resource = findResource(head, alert.subject);
  const rule = policy.rules.filter(mayAct).find(({ name }) => name === alert.rule);
  const isActing = rule?.then.some(({ kind }) => kind !== 'notify');
  const protection =
    resource === undefined || !isActing
      ? null
      : findProtectionReason({ policy, overrides, target: head.target, resource, now });
  const protectedBecause = protection ?? alert.spared ?? null;
  // A rule that only observes, or no longer has the step, deletes nothing.
  const deletes = rule?.mode === 'enforce' && rule.then.some(isEnforcedDeletion);
  const isSpared = alert.step === 'terminate' && (protectedBecause !== null || !deletes);
  return {
    loss: isSpared
      ? null
      : (lossOfStop(alert, protectedBecause) ?? describeAlertLoss(head, alert, policy.timezone, atRisk)),
    rate: findContinuingRate(head, alert, resource),
    protectedBecause,
  };
}

const isEnforcedDeletion = (step: Step | BudgetStep): boolean =>
  step.kind === 'terminate' && step.mode === 'enforce';

const lossOfStop = ({ announcement }: Alert, protectedBecause: string | null): string | null =>
  announcement?.erases === undefined || protectedBecause !== null
    ? null
    : `spendwatch stops it, which erases ${announcement.erases}`;

function describeAlertLoss(
  { observation }: Head,
  { kind, step, lostAt }: Alert,
  zone: string,
  atRisk: () => FleetContext['atRisk'],
): string | null {
  const when = lostAt === undefined ? null : localMinute(lostAt, zone);
  if (step === 'terminate') return `spendwatch deletes it${when === null ? '' : `, not before ${when}`}`;
  return describeLoss(kind, { when, cloud: getCloudProfile(observation?.cloud), atRisk });
}

/** Returns the charges that continue; `null` for alerts about monitoring itself. */
function findContinuingRate(
  { observation }: Head,
  { kind, subject }: Alert,
  resource: Resource | undefined,
): HourlyPrice | null {
  if (observation === null || isOnMonitoring(kind)) return null;
  if (resource === undefined)
    return subjectParts(subject).resource === null ? computeBurnRate(observation) : null;
  return computeTotalCost(resource, observation).price;
}

type Stake = { readonly alert: Pick<Alert, 'severity'>; readonly harm: Harm };

/**
 * Compares alerts by harm, the greater first: data loss, then hourly charges, then severity. An alert of severity
 * info, such as half of a budget spent, puts no money at stake.
 */
export const compareHarm = (left: Stake, right: Stake): number =>
  rank(right) - rank(left) ||
  comparePrices(right.harm.rate ?? free, left.harm.rate ?? free) ||
  compareSeverity(right.alert.severity, left.alert.severity);

function rank({ alert, harm: { loss, rate } }: Stake): number {
  if (loss !== null) return 2;
  return rate?.gt(free) === true && alert.severity !== 'info' ? 1 : 0;
}

/** Returns "at zero credit the platform deletes 2 VMs; 0.50 USD/h, 365.00 USD/month"; empty if nothing is known. */
export function harmInWords({ loss, rate, protectedBecause }: Harm): string {
  const money =
    rate === null || !rate.gt(free)
      ? null
      : `${priceInWords(rate)}, ${moneyInWords(computeMonthCost(rate))}/month`;
  const spared = protectedBecause === null ? null : `protected, no action will be taken: ${protectedBecause}`;
  return [loss, money, spared].filter((part) => part !== null).join('; ');
}
