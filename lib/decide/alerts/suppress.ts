import type { Resource, ResourceKind } from '../../model/facts/resource.ts';
import type { Target } from '../../model/ids.ts';
import { atLeast } from '../../model/money/money.ts';
import { fitsGlob, fitsSubject, matchesResource, matchesTarget } from '../../model/rules/match.ts';
import type { Match } from '../../model/rules/rule-terms.ts';
import { subjectParts } from '../../model/subject.ts';
import { computeSpan, hours, type Instant, isoSecond, type Span } from '../../model/time/time.ts';
import { type Rule, yieldsToRunway } from '../../rules/terms.ts';
import type { Breach, Verdict } from '../../rules/verdict.ts';
import type { Alert } from '../../state/alert.ts';
import { isInForce, type Override } from '../../state/override.ts';

export type SilenceInput = {
  readonly about: Pick<Verdict, 'rule' | 'subject'>;
  readonly target: Target;
  /** The resource that the verdict is about, if it exists. */
  readonly resource: Resource | undefined;
  readonly overrides: readonly Override[];
  readonly now: Instant;
};

export type SuppressionInput = Omit<SilenceInput, 'about'> & {
  readonly rule: Rule;
  readonly verdict: Breach;
  /** Alerts of the billing account that the target belongs to, or is. */
  readonly accountAlerts: readonly Alert[];
};

/** Returns why a breach is suppressed; `null` when people may be notified of it. */
export const findSuppressionReason = (input: SuppressionInput): string | null =>
  findSilenceReason({ ...input, about: input.verdict }) ?? findInhibitionReason(input);

/** Returns who silenced a rule on a subject, and why; `null` when nobody did. */
export function findSilenceReason({ about, target, resource, overrides, now }: SilenceInput): string | null {
  for (const override of overrides) {
    if (override.kind !== 'silence' || !isInForce(override, now)) continue;
    const { rule, subject, match } = override.alerts;
    if (rule !== undefined && !fitsGlob(rule, about.rule)) continue;
    if (subject !== undefined && !fitsSubject(subject, about.subject, resource)) continue;
    if (match !== undefined && !covers(match, target, resource ?? getNamedResource(about.subject), now))
      continue;
    const { author, reason, until } = override;
    return `silenced by ${author} until ${isoSecond(until)}: ${reason}`;
  }
  return null;
}

/** A resource that does not exist and is known only by name; a match that asks for more does not fit it. */
type Named = { readonly kind: ResourceKind; readonly id: string };
const getNamedResource = (subject: Verdict['subject']): Named | null => subjectParts(subject).resource;

/** Reports whether a match covers a resource or target. A match with a field of resources covers only resources. */
function covers(match: Match, target: Target, resource: Resource | Named | null, now: Instant): boolean {
  const { project, account, ...ofResource } = match;
  const isAny = project === undefined && account === undefined;
  if (!isAny && !matchesTarget({ project, account }, target)) return false;
  if (resource !== null && 'seenAt' in resource) {
    // A resource's name does not include an account, so a match that names one covers the account itself.
    return target.kind === 'project' && matchesResource({ ...ofResource, project }, target, resource, now);
  }
  const { kind, id, ...more } = ofResource;
  if (Object.values(more).some((term) => term !== undefined)) return false;
  if (resource === null) return kind === undefined && id === undefined;
  return (kind === undefined || kind === resource.kind) && (id === undefined || fitsGlob(id, resource.id));
}

/**
 * The runway below which other warnings about money are inhibited: while data is about to be lost, spend matters less.
 */
const emergency: Span = hours(24);

/** Reports whether a breach is of a budget whose whole limit is spent, which no runway inhibits. */
const isLimitSpent = ({ figures }: Breach): boolean =>
  figures.kind === 'budget' && figures.basis !== 'forecast' && atLeast(figures.spent, figures.limit);

/** Returns why a short runway inhibits a breach. A runway that was not notified inhibits nothing. */
function findInhibitionReason({ rule, verdict, accountAlerts, now }: SuppressionInput): string | null {
  if (!yieldsToRunway(rule.kind) || verdict.severity === 'critical' || isLimitSpent(verdict)) return null;
  const runway = accountAlerts.find(
    ({ kind, phase, lostAt, lastNotified }) =>
      kind === 'runway' &&
      phase === 'firing' &&
      lostAt !== undefined &&
      computeSpan(now, lostAt) <= emergency &&
      lastNotified?.severity === 'critical',
  );
  return runway === undefined ? null : `held back while "${runway.rule}" is critical: ${runway.because}`;
}
