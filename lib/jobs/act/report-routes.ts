import { isQuiet } from '../../decide/alerts/audience.ts';
import { dueMessage, troublesNotified, updateRouteTroubles } from '../../decide/own-health/route-health.ts';
import { routeId } from '../../model/route.ts';
import { isoInstant } from '../../model/time/time.ts';
import type { Notifier } from '../../notify/notifier.ts';
import type { Ledger } from '../../record/ledger.ts';
import type { Control, RouteTrouble } from '../../state/control.ts';
import type { Message } from '../../state/notification.ts';
import type { Policy } from '../../state/policy.ts';
import { changeControl } from '../commit-change.ts';
import { orLogged } from '../log.ts';
import type { ActPorts } from '../ports.ts';
import { type RunRoutes, sendToNotifier } from './deliver.ts';

/**
 * Reports over the other routes that a route has failed for long, once, and later that it works. The control record is
 * read only if a route failed in this run, or may have failed before.
 */
export async function reportRoutes(
  ports: Omit<ActPorts, 'connections'>,
  policy: Policy,
  routing: RunRoutes,
): Promise<void> {
  const { tries } = routing;
  const hasFailed = [...tries.values()].some((because) => because !== null);
  if (!hasFailed && !routing.tookLate()) return;
  await orLogged(ports.log, 'routes-not-judged', {}, async () => {
    const now = ports.clock.now();
    const troubles = await changeTroubles(ports.ledger, (control) =>
      updateRouteTroubles(control, tries, now),
    );
    for (const trouble of troubles) await notifyRouteTrouble(ports, policy, tries, trouble);
  });
}

async function notifyRouteTrouble(
  ports: Omit<ActPorts, 'connections'>,
  policy: Policy,
  tries: RunRoutes['tries'],
  trouble: RouteTrouble,
): Promise<void> {
  const { ledger, log } = ports;
  const { route, since, because } = trouble;
  const message = dueMessage(trouble);
  if (trouble.phase === 'notified' || message !== null)
    log(trouble.phase === 'resolved' ? 'route-works' : 'route-failing', {
      route,
      since: isoInstant(since),
      because,
    });
  if (message === null) return;
  const working = otherRoutes(ports, policy, route).filter(
    (other) => (tries.get(other.route) ?? null) === null,
  );
  let isNotified = false;
  for (const other of working) {
    const isDelivered = await sendTo(ports, other, message);
    isNotified ||= isDelivered;
  }
  if (isNotified) await changeTroubles(ledger, ({ routes }) => troublesNotified(routes, trouble));
}

/** Sends a message over a route, and returns whether it was delivered. */
async function sendTo(
  { log }: Omit<ActPorts, 'connections'>,
  other: Notifier,
  message: Message,
): Promise<boolean> {
  const answer = await sendToNotifier(other, message);
  if (answer.kind === 'delivered' || answer.kind === 'unconfirmed') return true;
  log('not-delivered', { route: other.route, message: message.id, because: answer.because });
  return false;
}

/** Returns the other routes that take warnings and are not in quiet hours; all others if none takes warnings. */
function otherRoutes(
  { notifiers, clock }: Omit<ActPorts, 'connections'>,
  { routes, timezone }: Policy,
  route: string,
): Notifier[] {
  const others = notifiers.filter((notifier) => notifier.route !== route);
  if (routes === null) return others;
  const warned = routes.filter((other) => other.from !== 'critical' && routeId(other) !== route);
  if (warned.length === 0) return others;
  const awake = warned.filter((other) => !isQuiet(other, clock.now(), timezone)).map(routeId);
  return others.filter((other) => awake.includes(other.route));
}

async function changeTroubles(
  ledger: Ledger,
  change: (control: Control) => readonly RouteTrouble[],
): Promise<readonly RouteTrouble[]> {
  const { routes } = await changeControl(ledger, (control) => {
    const changed = change(control);
    return changed.length === 0 && control.routes.length === 0 ? null : { ...control, routes: [...changed] };
  });
  return routes;
}
