import { erasedByRest, getCloudProfile } from '../../clouds/profiles.ts';
import { getRestAction, getWakeAction } from '../../model/action-kind.ts';
import { type ProjectObservation, partOf } from '../../model/facts/observation.ts';
import type { Resource } from '../../model/facts/resource.ts';
import { IntentId, MessageId, RuleName, type Subject } from '../../model/ids.ts';
import { subjectParts } from '../../model/subject.ts';
import { earliest, type Instant, isAhead, later } from '../../model/time/time.ts';
import type { Head } from '../../state/head.ts';
import type { Intent } from '../../state/intent.ts';
import type { OverrideByKind } from '../../state/override.ts';
import { type Progress, withDecision, withEntry, withNotification } from '../progress.ts';
import { resourceFinder } from '../subjects.ts';
import type { FollowInput } from '../turn-input.ts';
import { toErasesField, withIntent } from './decide-action.ts';
import { findObjection } from './guards/guards.ts';

/** The rule name of an order by a person. */
export const byHand = RuleName.parse('by hand');

const toIntentId = ({ subject, id }: Pick<Order, 'subject' | 'id'>): IntentId =>
  IntentId.parse(`${subject}#order#${id}`);

/** Returns the orders with the reason why the one of this intent failed. */
export const withFailedOrder = (
  orders: Head['orders'],
  { id, subject }: Pick<Intent, 'id' | 'subject'>,
  failedBecause: string,
): Head['orders'] =>
  orders.map((order) => (toIntentId({ subject, id: order.id }) === id ? { ...order, failedBecause } : order));

/**
 * Reports whether an order is in force. One given by a clock that was ahead counts at once, to be refused: it must not
 * take effect later as a surprise.
 */
const isDue = ({ at, until }: Order, now: Instant): boolean => (at <= now || isAhead(at, now)) && now < until;

type OrderInput = FollowInput & { readonly observation: ProjectObservation };
type Order = OverrideByKind<'order'>;

/**
 * Takes up people's orders, each once. An order needs no announcement and no rule. A protected, kept or paused
 * resource is still left alone, and the author is notified.
 */
export function followOrders(progress: Progress, context: OrderInput): Progress {
  const { fleet, head, observation } = context;
  const resourceOf = resourceFinder(head.target, observation);
  const inForce = fleet.overrides.flatMap((override) =>
    override.kind === 'order' && isDue(override, observation.at) ? [override] : [],
  );
  const ordersOfTarget = inForce.filter(({ subject }) => subjectParts(subject).target === head.target);
  let next: Progress = {
    ...progress,
    // Orders expire by their own time: a run that began before an order does not know of it.
    orders: progress.orders.filter(({ until }) => observation.at < until),
  };
  for (const order of ordersOfTarget) {
    if (next.orders.some(({ id }) => id === order.id)) continue;
    const kind = subjectParts(order.subject).resource?.kind;
    // A part that this poll did not show is left to the next.
    if (kind !== undefined && !observation.seen.includes(partOf[kind])) continue;
    const { id, until } = order;
    next = decideOrder(
      { ...next, orders: [...next.orders, { id, until, failedBecause: null }] },
      order,
      resourceOf(order.subject),
      context,
    );
  }
  return next;
}

function decideOrder(
  progress: Progress,
  order: Order,
  resource: Resource | undefined,
  context: OrderInput,
): Progress {
  const { head, policy, fleet, observation, intervals } = context;
  const { at } = observation;
  const { subject, author } = order;
  const action =
    resource && (order.action === 'stop' ? getRestAction(resource.kind) : getWakeAction(resource.kind));
  const common = { subject, rule: byHand };
  const refuse = (because: string): Progress => {
    const orders = withFailedOrder(progress.orders, { id: toIntentId(order), subject }, because);
    const logged = withEntry(
      { ...progress, orders },
      {
        at,
        event: 'cancelled',
        ...common,
        because,
        ...(action && { action }),
        by: author,
      },
    );
    const notified = withNotification(logged, {
      kind: 'action-failed',
      id: MessageId.parse(`${subject}#order#${order.id}#refused`),
      severity: 'warning',
      ...common,
      because,
      action: action ?? order.action,
      retryAfter: null,
      by: author,
    });
    return withDecision(notified, { kind: 'nothing', ...common, because });
  };
  if (resource === undefined) return refuse('no such resource');
  if (action == null) return refuse(`a ${resource.kind} can be neither stopped nor started`);
  const because = `ordered by ${author}: ${order.reason}`;
  const superseded = withoutWaiting(progress, { subject, at, because });
  const erases = erasedByRest(getCloudProfile(observation.cloud), action, resource);
  const input = { target: head.target, policy, overrides: fleet.overrides, resource, erases, now: at };
  const objection = findObjection({ ...input, phase: 'order', action, order, progress: superseded });
  if (objection !== null) return refuse(objection.because);
  return withIntent(superseded, {
    intent: {
      id: toIntentId(order),
      kind: action,
      target: head.target,
      ...common,
      alert: null,
      by: author,
      expiresAt: earliest(later(at, intervals.intentLife), order.until),
      ...toErasesField(erases),
      because,
    },
    resource,
    at,
  });
}

/**
 * Cancels waiting intents of rules on the subject of an order: a person who orders a start must not lose it to a
 * deletion.
 */
function withoutWaiting(
  progress: Progress,
  { subject, at, because }: { readonly subject: Subject; readonly at: Instant; readonly because: string },
): Progress {
  const isSuperseded = (intent: Intent) =>
    intent.subject === subject && intent.by === null && intent.state.kind === 'waiting';
  let next: Progress = { ...progress, intents: progress.intents.filter((intent) => !isSuperseded(intent)) };
  for (const { kind: action, rule } of progress.intents.filter(isSuperseded))
    next = withEntry(next, { at, event: 'cancelled', subject, rule, because, action });
  return next;
}
