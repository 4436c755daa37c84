import { silenceOf } from '../decide/alerts/suppress.ts';
import { fleetContextFrom } from '../decide/fleet-context.ts';
import { resourceAt } from '../decide/subjects.ts';
import { type TargetId, targetOf } from '../model/ids.ts';
import { isoSecond } from '../model/time/time.ts';
import type { Alert } from '../state/alert.ts';
import type { Head } from '../state/head.ts';
import { compareHarm, type Harm, harmOf } from './harm.ts';
import type { ViewInput } from './view-input.ts';

/** An alert with its state. `resolving`: it still fires, but its rule is clear, so that it resolves soon. */
export type AlertView = {
  readonly target: TargetId;
  readonly alert: Alert;
  readonly state: 'firing' | 'resolving' | 'pending' | 'resolved';
  /** The author, the end and the reason of its silence; `null` when it is not silenced. */
  readonly silencedBecause: string | null;
  readonly harm: Harm;
};

const order = ['firing', 'resolving', 'pending', 'resolved'] as const satisfies readonly AlertView['state'][];

/** Lists all alerts: firing ones first, each state by harm, the newest first among equals. */
export function alertsOf(
  heads: readonly Head[],
  context: Pick<ViewInput, 'policy' | 'overrides' | 'now'>,
): readonly AlertView[] {
  const { policy, overrides, now } = context;
  let fleet: ReturnType<typeof fleetContextFrom> | null = null;
  const atRiskIn = (target: TargetId) => {
    fleet ??= fleetContextFrom(heads, overrides, policy, now);
    return fleet(target).atRisk;
  };
  return heads
    .flatMap((head) =>
      head.alerts.map((alert): AlertView => {
        const target = targetOf(head.target);
        const resource = resourceAt(head, alert.subject);
        const silencedBecause = silenceOf({ about: alert, target, resource, overrides, now });
        const harm = harmOf(head, alert, context, () => atRiskIn(head.target));
        const shown = { ...alert, because: reasonOf(alert) };
        return { target: head.target, alert: shown, state: stateOf(alert), silencedBecause, harm };
      }),
    )
    .toSorted(
      (left, right) =>
        order.indexOf(left.state) - order.indexOf(right.state) ||
        compareHarm(left, right) ||
        lastMoment(right.alert) - lastMoment(left.alert),
    );
}

/** Returns the reason of an alert, and since when its rule cannot tell whether it still holds. */
export const reasonOf = ({ because, unknownSince }: Alert): string =>
  unknownSince === undefined
    ? because
    : `not enough data since ${isoSecond(unknownSince)}; before that: ${because}`;

const stateOf = ({ phase, clearSince }: Alert): AlertView['state'] =>
  phase === 'firing' && clearSince !== null ? 'resolving' : phase;

const lastMoment = ({ phase, clearSince, since }: Alert): number =>
  phase === 'resolved' ? (clearSince ?? since) : since;
