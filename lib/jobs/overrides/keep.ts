import { findResource } from '../../decide/subjects.ts';
import { costNow } from '../../model/facts/resource.ts';
import type { Subject } from '../../model/ids.ts';
import { rateInWords } from '../../model/money/estimate.ts';
import { charge, chargeToMoney, moneyInWords, sumPrices } from '../../model/money/money.ts';
import { isGlob } from '../../model/rules/match.ts';
import { computeSpan, earliest, type Instant, later, type Span, spanInWords } from '../../model/time/time.ts';
import { counted, formatShortList } from '../../model/words.ts';
import type { Claim, OverrideByKind } from '../../state/override.ts';
import type { KnownSubject } from '../queries/find-subject.ts';
import { resourceGlob } from './find-scope.ts';
import type {
  OverrideLedger,
  OverrideOutcome,
  OverrideRefusal,
  OverrideRequest,
} from './override-outcome.ts';
import { begunRemarks, waitingInWords } from './override-text.ts';
import { selectAnnouncedActions, selectIntents } from './pending-actions.ts';
import { createOverrideId, type OverrideContext, overrideFields, recordOverride } from './place-override.ts';
import { plannedOverride } from './planned-override.ts';
import { selectAffectedHeads, selectCoveredSubjects } from './scope.ts';

type KeepRequest = OverrideRequest & Claim & { readonly asked: string; readonly until: Instant };

/**
 * Protects from actions one resource, those of a project, or those that a glob matches. A purpose also serves as the
 * reason. @throws LedgerError
 */
export const keep = (
  ledger: OverrideLedger,
  { asked, until, owner, purpose, ...request }: KeepRequest,
): Promise<OverrideOutcome> => {
  const claim = { owner: owner?.trim(), purpose: purpose?.trim() };
  const reason = request.reason.trim() || (claim.purpose ?? '');
  return recordOverride(ledger, { ...request, reason }, { until, isReasonNeeded: true, claim }, (context) => {
    const glob = resourceGlob(context.heads, asked);
    return typeof glob === 'string' ? keepPlaced(context, glob, until, claim) : glob;
  });
};

/** Returns the ID that a keep of exactly this scope has. */
export function findKeepId(context: OverrideContext, name: string): string | OverrideRefusal {
  const glob = resourceGlob(context.heads, name);
  return typeof glob === 'string' ? createOverrideId('keep', glob) : glob;
}

function keepPlaced(
  context: OverrideContext,
  subject: string,
  requestedEnd: Instant,
  claim: Claim,
): OverrideOutcome {
  const { heads, policy, now } = context;
  const atMost = policy?.keepAtMost ?? null;
  // A shorter keep than requested still protects; a refused one would not.
  const until = atMost === null ? requestedEnd : earliest(requestedEnd, later(now, atMost));
  const override: OverrideByKind<'keep'> = {
    kind: 'keep',
    id: createOverrideId('keep', subject),
    ...overrideFields(context, until),
    subject,
    ...(claim.owner !== undefined && { owner: claim.owner }),
    ...(claim.purpose !== undefined && { purpose: claim.purpose }),
  };
  const resources = selectCoveredSubjects(heads, { kind: 'resources', subject });
  const holders = selectAffectedHeads(heads, { kind: 'resources', subject });
  return plannedOverride(context, override, holders, [
    ...(atMost === null || until === requestedEnd
      ? []
      : [`The policy allows a keep of ${spanInWords(atMost)} at most: renew it while it is needed.`]),
    ...costRemark(resources, computeSpan(now, until)),
    ...(isGlob(subject) ? [`Matches ${counted(resources.length, 'resource')} now, and future ones.`] : []),
    ...affectedRemarks(context, resources),
  ]);
}

/** Returns a remark on the cost of the kept resources until the end of the keep; empty unless all prices are known. */
function costRemark(subjects: readonly KnownSubject[], lasts: Span): string[] {
  const resources = subjects.flatMap(({ head, subject }) => findResource(head, subject) ?? []);
  const costs = resources.map(costNow);
  const prices = costs.flatMap(({ price }) => price ?? []);
  const estimated = costs.flatMap(({ price, isEstimate }) => (isEstimate ? (price ?? []) : []));
  if (prices.length === 0 || prices.length < resources.length) return [];
  const price = sumPrices(prices);
  const cost = moneyInWords(chargeToMoney(charge(price, lasts)));
  return [
    `${prices.length === 1 ? 'It costs' : 'Together they cost'} ${rateInWords(price, sumPrices(estimated))}, about ${cost} until then.`,
  ];
}

function affectedRemarks(
  { heads, overrides, named }: OverrideContext,
  resources: readonly KnownSubject[],
): string[] {
  const kept = new Set(resources.map(({ subject }) => subject));
  const isKept = (subject: Subject) => kept.has(subject);
  const announced = selectAnnouncedActions(heads, isKept).map((waiting) => waitingInWords(waiting, named));
  const orders = overrides.flatMap((override) =>
    override.kind === 'order' && isKept(override.subject) ? [override] : [],
  );
  return [
    ...begunRemarks(selectIntents(heads, isKept), 'a keep', named),
    ...(announced.length === 0 ? [] : [`Announced actions on hold: ${formatShortList(announced)}.`]),
    ...orders.map(
      ({ action, subject, author }) =>
        `${author}'s order to ${action} ${named(subject)} will not be carried out.`,
    ),
  ];
}
