import { isWanted } from '../decide/alerts/audience.ts';
import { isOfEpisode } from '../decide/alerts/reason-to-notify.ts';
import { findSilenceReason } from '../decide/alerts/suppress.ts';
import { createFleetContextBuilder } from '../decide/fleet-context.ts';
import { findResource } from '../decide/subjects.ts';
import { getGivenName } from '../model/facts/resource.ts';
import { type TargetId, toTarget } from '../model/ids.ts';
import { isoSecond } from '../model/time/time.ts';
import type { Alert } from '../state/alert.ts';
import type { Head } from '../state/head.ts';
import { compareHarm, type Harm, judgeHarm } from './harm.ts';
import type { ViewInput } from './view-input.ts';

/** An alert with its state. `resolving` means that it still fires but its rule is clear, so that it resolves soon. */
export type AlertView = {
  readonly target: TargetId;
  readonly alert: Alert;
  /** The name of its resource; absent if it equals the id, or the resource is gone. */
  readonly name?: string | undefined;
  readonly state: 'firing' | 'resolving' | 'pending' | 'resolved';
  /** The author, the end and the reason of its silence; `null` when it is not silenced. */
  readonly silencedBecause: string | null;
  /** Why nobody has been notified of it although it fires; `null` if someone has, or need not be. */
  readonly unheardBecause: 'no route takes it' | 'not delivered' | null;
  readonly harm: Harm;
};

const order = ['firing', 'resolving', 'pending', 'resolved'] as const satisfies readonly AlertView['state'][];

/** Lists all alerts by state, firing first, then by harm, then newest first. */
export function listAlerts(
  heads: readonly Head[],
  context: Pick<ViewInput, 'policy' | 'overrides' | 'now'>,
): readonly AlertView[] {
  const { policy, overrides, now } = context;
  let fleet: ReturnType<typeof createFleetContextBuilder> | null = null;
  const getResourcesAtRisk = (target: TargetId) => {
    fleet ??= createFleetContextBuilder(heads, overrides, policy, now);
    return fleet(target).atRisk;
  };
  return heads
    .flatMap((head) =>
      head.alerts.map((alert): AlertView => {
        const target = toTarget(head.target);
        const resource = findResource(head, alert.subject);
        const silencedBecause = findSilenceReason({ about: alert, target, resource, overrides, now });
        const harm = judgeHarm(head, alert, context, () => getResourcesAtRisk(head.target));
        const unheardBecause = findUnheardReason(head, alert, policy);
        const lastNotified = unheardBecause === null ? alert.lastNotified : null;
        const shown = { ...alert, lastNotified, because: describeAlertReason(alert) };
        const state = decideAlertState(alert);
        const name = resource && getGivenName(resource);
        return { target: head.target, alert: shown, name, state, silencedBecause, unheardBecause, harm };
      }),
    )
    .toSorted(
      (left, right) =>
        order.indexOf(left.state) - order.indexOf(right.state) ||
        compareHarm(left, right) ||
        lastMoment(right.alert) - lastMoment(left.alert),
    );
}

/**
 * Returns why nobody has been notified of a firing alert. An alert counts as notified only once a route has
 * delivered it.
 */
function findUnheardReason(
  { outbox }: Head,
  alert: Alert,
  policy: ViewInput['policy'],
): AlertView['unheardBecause'] {
  const { phase, lastNotified } = alert;
  if (phase !== 'firing' || (lastNotified !== null && lastNotified.times > 1)) return null;
  const isWaiting = outbox.some(
    ({ delivered, notifications }) =>
      delivered.length === 0 && notifications.some((notice) => isOfEpisode(notice, alert)),
  );
  if (lastNotified !== null && !isWaiting) return null;
  if (!isWanted(policy, alert)) return 'no route takes it';
  return isWaiting ? 'not delivered' : null;
}

/** Returns the reason of an alert, with the time since which its rule has lacked data. */
export const describeAlertReason = ({ because, unknownSince }: Alert): string =>
  unknownSince === undefined
    ? because
    : `not enough data since ${isoSecond(unknownSince)}; before that: ${because}`;

const decideAlertState = ({ phase, clearSince }: Alert): AlertView['state'] =>
  phase === 'firing' && clearSince !== null ? 'resolving' : phase;

const lastMoment = ({ phase, clearSince, since }: Alert): number =>
  phase === 'resolved' ? (clearSince ?? since) : since;
