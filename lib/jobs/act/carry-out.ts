import type { Cloud } from '../../clouds/cloud.ts';
import { unsupportedAction } from '../../clouds/profile.ts';
import { type CapsDecision, checkCaps, counts, giveBack, isSpent } from '../../decide/actions/caps.ts';
import { claimIntent, holdIntents } from '../../decide/actions/changed-head.ts';
import { findObjection, type RecheckInput, recheckAction } from '../../decide/actions/guards/guards.ts';
import { recordOutcome } from '../../decide/actions/record-outcome.ts';
import { isRest } from '../../model/action-kind.ts';
import type { ConnectionName } from '../../model/connection-name.ts';
import { type IntentId, toTarget } from '../../model/ids.ts';
import type { Outcome } from '../../model/outcome.ts';
import { subjectParts } from '../../model/subject.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import type { Instant, Span } from '../../model/time/time.ts';
import { LedgerError } from '../../record/ledger.ts';
import { toConnectionField } from '../../state/control.ts';
import type { Head } from '../../state/head.ts';
import { selectConnectionHeads } from '../../state/heads-by-connection.ts';
import type { Intent } from '../../state/intent.ts';
import { holdingNow } from '../../state/override.ts';
import type { Policy } from '../../state/policy.ts';
import { changeControl, commitChange, untilCommitted } from '../commit-change.ts';
import { asRead, recentSignalsAdder } from '../fleet-signals.ts';
import { orLogged } from '../log.ts';
import type { ActPorts } from '../ports.ts';

export type ActionResult = { readonly intent: Intent; readonly outcome: Outcome };

/** The ports of one connection for its actions. */
type ActingPorts = Omit<ActPorts, 'connections'> & {
  readonly connection: ConnectionName | null;
  readonly provider: Pick<Cloud, 'profile' | 'action'>;
};

/** An intent that may begin, and the head that holds it. */
type Due = { readonly head: Head; readonly intent: Intent };

/** The policy, intervals and heads that all actions of a run share. */
type Terms = {
  readonly policy: Policy;
  readonly intervals: Intervals;
  /** The heads of all connections. */
  readonly heads: readonly Head[];
  /** Aborted when no more actions or requests may begin. */
  readonly until?: AbortSignal | undefined;
};

/** Carries out all waiting intents of a connection, or none that count if together they exceed its caps. */
export async function carryOutAll(
  ports: ActingPorts,
  { policy, intervals, until }: Omit<Terms, 'heads'>,
  fleet: readonly Head[],
): Promise<readonly ActionResult[]> {
  const now = ports.clock.now();
  const heads = selectConnectionHeads(fleet, ports.connection);
  const waiting = heads.flatMap((head) =>
    head.intents.flatMap((intent): Due[] => (intent.state.kind === 'waiting' ? [{ head, intent }] : [])),
  );
  if (waiting.length === 0) return [];
  const mayBegin = await mayBeginNow(ports);
  const due = waiting.filter(mayBegin);
  const capped = due.filter(({ intent }) => counts(intent));
  const isLetThrough = capped.length === 0 || (await passCaps(ports, policy, heads, capped, now));
  const terms: Terms = { policy, intervals, heads: fleet, until };
  const carried: ActionResult[] = [];
  const unspent = new Set<IntentId>();
  let askedToWait: Span | null = null;
  for (const entry of due) {
    const { intent } = entry;
    if (!isLetThrough && counts(intent)) continue;
    const whyNot: string | null = until?.aborted ? runEnded : askedToWait === null ? null : leftAlone;
    // An order is given only once, and its failure would be notified, so it stays pending until it expires.
    if (whyNot !== null && intent.by !== null) continue;
    const outcome: Outcome | 'left' | null =
      whyNot === null
        ? await carryOutIntent(ports, terms, entry)
        : await lapse(ports, terms, entry, whyNot, askedToWait);
    if (counts(intent) && (outcome === 'left' || (outcome !== null && !isSpent(outcome))))
      unspent.add(intent.id);
    if (outcome === null || outcome === 'left') continue;
    carried.push({ intent, outcome });
    if (outcome.kind === 'refused') askedToWait ??= outcome.retryAfter;
  }
  if (unspent.size > 0) await giveBackCaps(ports, unspent);
  return carried;
}

/** Reads the overrides, and returns a function that is true for an intent to which none of them objects. */
async function mayBeginNow(ports: ActingPorts): Promise<(due: Due) => boolean> {
  const answered = await overridesNow(ports);
  return ({ intent }) =>
    findObjection({ phase: 'claim', target: intent.target, intent, ...answered }) === null;
}

/** Reads the overrides that are active now. */
async function overridesNow({
  ledger,
  clock,
}: ActingPorts): Promise<Pick<RecheckInput, 'overrides' | 'now'>> {
  const overrides = await ledger.overrides(clock.now());
  const now = clock.now();
  return { overrides: holdingNow(overrides, now), now };
}

const leftAlone = 'the platform refused another action and asked spendwatch to wait';
const runEnded = 'the run reached its time limit before the action could begin';
const ranOut = 'the action expired before it could begin';

/** Returns true if all actions that count may begin together. If not, none may, and people are notified. */
async function passCaps(
  ports: ActingPorts,
  policy: Policy,
  heads: readonly Head[],
  due: readonly Due[],
  now: Instant,
): Promise<boolean> {
  const decision = await reserve(ports, policy, heads, due);
  if (decision === null || decision.kind === 'within') return decision !== null;
  ports.log('caps-held', {
    ...toConnectionField(ports.connection),
    wanted: decision.wanted,
    allowed: decision.allowed,
  });
  for (const head of new Set(due.map((entry) => entry.head)))
    await commitChange(ports.ledger, head, (newest) => holdIntents(newest, decision, now));
  return false;
}

/** Reserves the run's actions in the control record, so that concurrent runs share one count. */
async function reserve(
  { connection, ledger, clock }: ActingPorts,
  policy: Policy,
  heads: readonly Head[],
  due: readonly Due[],
): Promise<CapsDecision | null> {
  const intents = due.map(({ intent }) => intent);
  const decision = await untilCommitted(async () => {
    const decided = checkCaps(policy, await ledger.control(), { connection, intents, heads }, clock.now());
    if (decided.kind === 'beyond') return decided;
    return (await ledger.commitControl(decided.control)) === 'committed' ? decided : 'lost';
  });
  return decision === 'lost' ? null : decision;
}

/**
 * Returns the reservations of actions that were not carried out to the caps. If that fails, the caps allow too few actions
 * for a day, never too many.
 */
async function giveBackCaps({ ledger, log }: ActingPorts, unspent: ReadonlySet<IntentId>): Promise<void> {
  await orLogged(log, 'caps-not-given-back', { acts: unspent.size }, () =>
    changeControl(ledger, (control) => giveBack(control, unspent)),
  );
}

/**
 * Claims an intent, rereads its resource, takes the action and records the outcome. Returns `left` if an override objects
 * by now or the overrides cannot be read, and `null` if the intent could not be claimed or its outcome is unknown.
 */
async function carryOutIntent(ports: ActingPorts, terms: Terms, due: Due): Promise<Outcome | 'left' | null> {
  const { ledger, clock, log } = ports;
  const { id, expiresAt } = due.intent;
  if (clock.now() > expiresAt) return lapse(ports, terms, due, ranOut, null);
  const mayBegin = await orLogged(log, 'overrides-not-read', { intent: id }, () => mayBeginNow(ports));
  if (mayBegin?.(due) !== true) return 'left';
  return orLogged(log, 'intent-failed', { intent: id }, async () => {
    const head = await commitChange(ledger, due.head, (newest) => claimIntent(newest, id, clock.now()));
    const intent = head?.intents.find((candidate) => candidate.id === id);
    if (head === null || intent === undefined) return null;
    const outcome = await perform(ports, { ...terms, intent, head });
    await record(ports, terms, { head, intent }, outcome);
    return outcome;
  });
}

/** Records an outcome. If that fails, a later turn closes the intent. */
async function record({ ledger, log }: ActingPorts, terms: Terms, { head, intent }: Due, outcome: Outcome) {
  await orLogged(log, 'outcome-not-recorded', { intent: intent.id }, () =>
    commitChange(ledger, head, (newest) =>
      recordOutcome(newest, intent, outcome, terms.intervals.retryAfter),
    ),
  );
}

/** Closes an intent that this run does not begin, unless another run has begun it. */
function lapse(
  { ledger, clock, log }: ActingPorts,
  { intervals }: Terms,
  { head, intent }: Due,
  because: string,
  retryAfter: Span | null,
): Promise<Outcome | null> {
  const outcome: Outcome = { kind: 'not-sent', at: clock.now(), because, retryAfter };
  const isWaiting = ({ id, state }: Intent) => id === intent.id && state.kind === 'waiting';
  return orLogged(log, 'intent-failed', { intent: intent.id }, async () => {
    const closed = await commitChange(ledger, head, (newest) =>
      newest.intents.some(isWaiting) ? recordOutcome(newest, intent, outcome, intervals.retryAfter) : null,
    );
    return closed === null ? null : outcome;
  });
}

/** A claimed intent, with the input for rechecking it. */
type Performance = Omit<RecheckInput, 'now' | 'overrides'> & Pick<Terms, 'intervals' | 'heads'>;

/**
 * Carries out an intent if the reread resource still justifies it and no override objects. Overrides are read after the
 * resource, immediately before the request.
 */
async function perform(ports: ActingPorts, order: Performance): Promise<Outcome> {
  const { provider, clock } = ports;
  const { kind, image, because, ...intent } = order.intent;
  const { rereadWithin } = order.intervals;
  const now = () => clock.now();
  const target = toTarget(intent.target);
  const { resource } = subjectParts(intent.subject);
  if (target.kind !== 'project' || resource === null)
    return { kind: 'cancelled', at: now(), because: 'the action names no resource' };
  const unsupported = unsupportedAction(provider.profile, kind, resource.kind);
  if (unsupported !== null) return { kind: 'cancelled', at: now(), because: unsupported };
  const { project } = target;
  const withSignals = isRest(kind) ? await recentSignalsAdder(ports, target.id, order.heads, now()) : asRead;
  try {
    return await provider.action(
      {
        ...{ kind, project, resource, image, because, rereadWithin },
        check: async (reread) =>
          recheckAction({ ...order, ...(await overridesNow(ports)) }, withSignals(reread)),
      },
      now,
    );
  } catch (error) {
    // Only the check reads the ledger, before anything is sent.
    if (!(error instanceof LedgerError)) throw error;
    return { kind: 'not-sent', at: now(), because: `${unknownAnswers}: ${error.message}`, retryAfter: null };
  }
}

const unknownAnswers = 'keeps, pauses and denials cannot be read';
