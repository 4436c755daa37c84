import { createSourceFinder, heldFigures } from '../../decide/source-falls.ts';
import { resourceFinder } from '../../decide/subjects.ts';
import { Subject } from '../../model/ids.ts';
import { isGlob } from '../../model/rules/match.ts';
import { formatZonedMinute } from '../../model/time/local-times.ts';
import { findEarliest, hours, type Instant, later } from '../../model/time/time.ts';
import { counted, formatShortList } from '../../model/words.ts';
import type { OverrideByKind } from '../../state/override.ts';
import { resourceGlob } from './find-scope.ts';
import type { OverrideLedger, OverrideOutcome, OverrideRequest } from './override-outcome.ts';
import { createOverrideId, type OverrideContext, overrideFields, recordOverride } from './place-override.ts';
import { plannedOverride } from './planned-override.ts';
import { isCovered, type Scope, selectAffectedHeads } from './scope.ts';

/** The maximum time for which a fall is doubted. */
const lasts = hours(24);

type BeliefRequest = OverrideRequest & {
  readonly asked: string;
  /** The time up to which falls to 0 are believed. Default: now. */
  readonly fellBy?: Instant;
};

/**
 * Records that VMs whose figures fell to 0 together are really idle, and that their source is not at fault. Their actions
 * are announced anew; a later fall is doubted again. @throws LedgerError
 */
export const believe = (
  ledger: OverrideLedger,
  { asked, fellBy, ...request }: BeliefRequest,
): Promise<OverrideOutcome> => {
  const until = later(request.now, lasts);
  return recordOverride(ledger, request, { until, isReasonNeeded: true }, (context) => {
    const glob = resourceGlob(context.heads, asked);
    if (typeof glob !== 'string') return glob;
    const scope: Scope = { kind: 'resources', subject: glob };
    const held = findHeldVms(context, scope, fellBy ?? request.now);
    const [first] = held;
    if (first === undefined) return nothingHeld(context, glob);
    const override: OverrideByKind<'belief'> = {
      kind: 'belief',
      id: createOverrideId('belief', glob),
      ...overrideFields(context, until),
      subject: glob,
      fellBy: fellBy ?? request.now,
    };
    const since = formatZonedMinute(findEarliest(held.map(({ from }) => from)) ?? request.now, context.zone);
    const who = `${counted(held.length, 'VM')} fell to exactly 0 since ${since}: ${formatShortList(held.map(({ subject }) => context.named(subject)))}`;
    return plannedOverride(
      context,
      override,
      selectAffectedHeads(context.heads, scope),
      ['What their rules require is announced anew, with its grace period. A later fall to 0 is held again.'],
      `${who}. ${held.length === 1 ? 'It is' : 'They are'} believed to be idle`,
    );
  });
};

/** Returns the VMs in a scope whose fall to 0 is doubted; `from` is the start of the fall. */
function findHeldVms({ heads, policy, now }: OverrideContext, scope: Scope, fellBy: Instant) {
  if (policy === null) return [];
  const elsewhere = createSourceFinder(heads, policy, now);
  return heads.flatMap((head) => {
    const resourceOf = resourceFinder(head.target, head.observation);
    const held = heldFigures(head, { elsewhere, policy, overrides: [], now });
    return [...held].flatMap(([vm, one]) => {
      const { from } = one.held;
      const subject = Subject.parse(`${head.target}/vm/${vm}`);
      const isMeant = from <= fellBy && isCovered(scope, subject, resourceOf(subject));
      return isMeant ? [{ subject, from }] : [];
    });
  });
}

function nothingHeld({ policy, named }: OverrideContext, glob: string): OverrideOutcome {
  if (policy === null)
    return {
      kind: 'unfit',
      because: 'No policy is known here, and so it is unknown which VMs are held. Set SPENDWATCH_POLICY',
    };
  const scopeName = isGlob(glob)
    ? `No VM that matches ${glob}`
    : `No figure of ${named(Subject.parse(glob))}`;
  return {
    kind: 'nothing',
    because: `${scopeName} fell to 0 together with others of its source in the last 24 h: there is nothing to confirm`,
    choices: [],
  };
}
