import { silenceOf } from '../decide/alerts/suppress.ts';
import { resourceAt } from '../decide/subjects.ts';
import type { Alert } from '../model/alert.ts';
import type { Head } from '../model/head.ts';
import { type TargetId, targetOf } from '../model/ids.ts';
import { compareSeverity } from '../model/severity.ts';
import type { ViewInput } from './view-input.ts';

/** An alert with its state. `resolving`: it still fires, but its rule is clear, so that it resolves soon. */
export type AlertView = {
  readonly target: TargetId;
  readonly alert: Alert;
  readonly state: 'firing' | 'resolving' | 'pending' | 'resolved';
  /** Who silenced it, until when and why; `null` when it is not silenced. */
  readonly silencedBecause: string | null;
};

const order = ['firing', 'resolving', 'pending', 'resolved'] as const satisfies readonly AlertView['state'][];

/** Lists all alerts: firing ones first, by severity, the newest first among equals. */
export function alertsOf(
  heads: readonly Head[],
  { overrides, now }: Pick<ViewInput, 'overrides' | 'now'>,
): readonly AlertView[] {
  return heads
    .flatMap((head) =>
      head.alerts.map((alert) => {
        const target = targetOf(head.target);
        const resource = resourceAt(head, alert.subject);
        const silencedBecause = silenceOf({ about: alert, target, resource, overrides, now });
        return { target: head.target, alert, state: stateOf(alert), silencedBecause };
      }),
    )
    .toSorted(
      (left, right) =>
        order.indexOf(left.state) - order.indexOf(right.state) ||
        compareSeverity(right.alert.severity, left.alert.severity) ||
        lastMoment(right.alert) - lastMoment(left.alert),
    );
}

const stateOf = ({ phase, clearSince }: Alert): AlertView['state'] =>
  phase === 'firing' && clearSince !== null ? 'resolving' : phase;

const lastMoment = ({ phase, clearSince, since }: Alert): number =>
  phase === 'resolved' ? (clearSince ?? since) : since;
