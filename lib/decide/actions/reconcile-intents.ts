import { getResultingActivity, isRest } from '../../model/action-kind.ts';
import { assertNever } from '../../model/assert-never.ts';
import { type Part, type ProjectObservation, partOf } from '../../model/facts/observation.ts';
import { costNow, type Resource, toRestEffect } from '../../model/facts/resource.ts';
import { MessageId, type TargetId } from '../../model/ids.ts';
import { subjectParts } from '../../model/subject.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { computeSpan, type Instant, spanInWords } from '../../model/time/time.ts';
import type { Rule } from '../../rules/terms.ts';
import type { Intent } from '../../state/intent.ts';
import { toIncidentFields } from '../alerts/reason-to-notify.ts';
import { type Progress, withAlert, withEntry, withNotification } from '../progress.ts';
import { resourceFinder } from '../subjects.ts';
import { afterDone, afterNothing } from './after-reconciled.ts';
import { afterTry, failureNotification } from './failures.ts';
import { withFailedOrder } from './orders.ts';
import { watchStops } from './past-stops.ts';

/**
 * The state of an intent after an observation: still open, done, or ended without effect. `tell` is true if people are
 * notified.
 */
type Reconciliation =
  | { readonly kind: 'open' }
  | { readonly kind: 'done'; readonly because: string }
  | { readonly kind: 'ended'; readonly tell: boolean; readonly because: string };

/** Reconciles intents with what the cloud now shows. */
export function reconcileIntents(
  progress: Progress,
  target: TargetId,
  observation: ProjectObservation,
  { intervals, rules }: { readonly intervals: Intervals; readonly rules: readonly Rule[] },
): Progress {
  let next: Progress = { ...progress, intents: [] };
  const resourceOf = resourceFinder(target, observation);
  for (const intent of progress.intents) {
    const resource = resourceOf(intent.subject);
    const reconciliation = reconcile(intent, resource, observation, intervals);
    next = closeIntent(next, intent, reconciliation, resource, observation.at, intervals);
  }
  return watchStops(next, observation, resourceOf, { intervals, rules });
}

/** Returns the part of a poll that shows whether an action was done. */
const getEvidencePart = ({ kind, subject }: Intent): Part =>
  kind === 'image' ? 'images' : partOf[subjectParts(subject).resource?.kind ?? 'vm'];

/**
 * Reports whether a poll has seen this very resource, although it could not read the whole list. Such a state ends its
 * alert, so the result of its action must be notified in the same turn.
 */
const isSeenItself = ({ kind }: Intent, resource: Resource | undefined, now: Instant): boolean =>
  kind !== 'image' && resource !== undefined && resource.seenAt >= now;

function reconcile(
  intent: Intent,
  resource: Resource | undefined,
  observation: ProjectObservation,
  intervals: Intervals,
): Reconciliation {
  const { at: now } = observation;
  if (intent.state.kind === 'waiting') {
    if (now <= intent.expiresAt) return { kind: 'open' };
    const because = 'it was not carried out in time';
    return intent.by === null
      ? { kind: 'ended', tell: false, because: `${because} and must be decided again` }
      : { kind: 'ended', tell: true, because };
  }
  const isShown = observation.seen.includes(getEvidencePart(intent)) || isSeenItself(intent, resource, now);
  // A platform may stop listing images; an intent that nothing can confirm must not hold up all others.
  if (!isShown && intent.kind !== 'image') return { kind: 'open' };
  const state = isShown ? shownState(intent, resource, observation) : unseenImage;
  if (state.kind !== 'not-yet') return state;
  const waited = computeSpan(intent.state.at, now);
  const patience = intent.kind === 'image' ? intervals.imageWithin : intervals.confirmWithin;
  if (waited <= patience) return { kind: 'open' };
  const still = `${spanInWords(waited)} later ${state.still}`;
  switch (intent.state.kind) {
    case 'claimed':
      return { kind: 'ended', tell: true, because: `the action began, but no answer was recorded; ${still}` };
    case 'requested':
      return { kind: 'ended', tell: true, because: `the platform accepted the request, but ${still}` };
    case 'unanswered':
      return { kind: 'ended', tell: true, because: `${intent.state.because}; ${still}` };
    default:
      return assertNever(intent.state);
  }
}

type Shown = Exclude<Reconciliation, { kind: 'open' }> | { readonly kind: 'not-yet'; readonly still: string };

const unseenImage: Shown = { kind: 'not-yet', still: 'images cannot be read' };

function shownState(
  intent: Intent,
  resource: Resource | undefined,
  { resources }: ProjectObservation,
): Shown {
  const isGone = resource === undefined || resource.activity === 'gone';
  if (intent.kind === 'terminate' && isGone) return { kind: 'done', because: 'it is gone' };
  if (intent.kind === 'image') {
    const image = resources.find(({ kind, id }) => kind === 'image' && id === intent.image);
    if (image?.activity === 'running')
      return { kind: 'done', because: `its image ${image.id} is ${image.state}` };
    if (image?.activity === 'failed')
      return { kind: 'ended', tell: true, because: `its image ${image.id} is ${image.state}` };
    return { kind: 'not-yet', still: image ? `its image is ${image.state}` : 'there is no image of it' };
  }
  // The author of an order is notified; a rule's decision is covered by its alert.
  const tell = intent.by !== null;
  if (isGone) return { kind: 'ended', tell, because: 'it is gone' };
  if (resource.createdAt !== intent.createdAt) {
    const because = 'another resource now has its name';
    const isKnown = resource.createdAt !== null && intent.createdAt !== null;
    return intent.kind === 'terminate' && isKnown
      ? { kind: 'done', because: `it is gone: ${because}` }
      : { kind: 'ended', tell, because };
  }
  return resource.activity === getResultingActivity(intent.kind)
    ? { kind: 'done', because: `seen ${resource.state}` }
    : { kind: 'not-yet', still: `it is still ${resource.state}` };
}

function closeIntent(
  progress: Progress,
  intent: Intent,
  reconciliation: Reconciliation,
  resource: Resource | undefined,
  at: Instant,
  intervals: Intervals,
): Progress {
  if (reconciliation.kind === 'open') return { ...progress, intents: [...progress.intents, intent] };
  const { because } = reconciliation;
  const { kind: action, subject, rule, by } = intent;
  const common = { subject, rule, because };
  const ordered = by === null ? {} : { by };
  switch (reconciliation.kind) {
    case 'done': {
      const alert = progress.alerts.find(({ key }) => key === intent.alert);
      const { price: priceBefore, isEstimate } = intent;
      const costBefore = { price: priceBefore, ...(isEstimate && { isEstimate }) };
      const costAfter = resource === undefined ? { price: null } : costNow(resource);
      const cost = action === 'terminate' ? costBefore : costAfter;
      const fall =
        isRest(action) && priceBefore !== null && cost.price !== null && priceBefore.gt(cost.price)
          ? { priceBefore }
          : {};
      const notified = withNotification(afterDone(progress, intent, resource, at), {
        kind: 'action-confirmed',
        id: MessageId.parse(`${intent.id}#confirmed`),
        severity: 'info',
        ...common,
        ...(alert && toIncidentFields(alert)),
        intent: intent.id,
        action,
        doneAt: at,
        ...cost,
        image: action === 'image' || action === 'terminate' ? intent.image : null,
        ...(resource && toRestEffect(resource)),
        ...fall,
        by,
      });
      return withEntry(notified, { at, event: 'confirmed', ...common, action, ...ordered, ...cost, ...fall });
    }
    case 'ended': {
      const orders = withFailedOrder(progress.orders, intent, because);
      const next = afterNothing({ ...progress, orders }, intent, resource, at, intervals.retryAfter);
      const logged = withEntry(next, { at, event: 'failed', ...common, action, ...ordered });
      if (!reconciliation.tell) return logged;
      const failed = progress.alerts.find(({ key }) => key === intent.alert);
      const alert = failed && afterTry(failed, at, intervals.retryAfter);
      // An action that may have been carried out and undone has dropped its alert: it is announced anew.
      const isKept = alert !== undefined && logged.alerts.some(({ key }) => key === alert.key);
      const retryAfter = isKept ? alert.retryAfter : null;
      const notified = withNotification(
        logged,
        failureNotification(intent, 'not-done', because, { alert, retryAfter }),
      );
      return isKept ? withAlert(notified, alert) : notified;
    }
    default:
      return assertNever(reconciliation);
  }
}
