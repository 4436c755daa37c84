import type { AlertKey, IntentId } from '../../../../lib/model/ids.ts';
import { earlier, type Instant, later, milliseconds } from '../../../../lib/model/time/time.ts';
import type { Control } from '../../../../lib/state/control.ts';
import type { Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';
import type { ActionRequest } from '../../world/witness.ts';
import type { Case } from '../violation.ts';
import { named } from './act.ts';
import type { Birth, IntentBook } from './intent-book.ts';

type Refusal = {
  readonly request: ActionRequest;
  readonly intent: Birth['intent'];
  readonly leaveUntil: Instant;
  /** The episode of its alert, once a head has shown it. */
  since: Instant | null;
};

/**
 * Checks invariant 21: an action that the cloud refused as one too many is reported as refused and not requested
 * again before the cloud's time; and the caps count only actions that may have been carried out.
 */
export function refusalOracle({ accuse, scenario, now }: Case, intents: IntentBook): Observer {
  const refusals = new Map<string, Refusal>();
  const hadEffect = new Set<IntentId>();
  let control: Control | null = null;

  const observer: Observer = {
    started(process) {
      if (process.job === 'act') void process.ended.then(() => checkGivenBack(process));
    },
    controlCommitted(_process, next) {
      control = next;
    },
    acted(request) {
      const intent = intents.claimOf(request)?.intent;
      if (intent === undefined) return;
      if (request.hadEffect) hadEffect.add(intent.id);
      const key = keyOf(request, intent);
      const known = refusals.get(key);
      refusals.delete(key);
      // Another resource of the same name is a separate case.
      const isSame = known?.request.on === request.on && !known.request.process.troubled;
      if (known !== undefined && isSame && now() < known.leaveUntil)
        accuse(
          21,
          `the ${named(request)} was asked for again at ${now()}, and the cloud had asked to be left alone until ${known.leaveUntil}`,
        );
      if (request.retryAfter === null || intent.by !== null) return;
      const leaveUntil = earlier(later(now(), request.retryAfter), milliseconds(2 * scenario.skew));
      refusals.set(key, { request, intent, leaveUntil, since: null });
    },
    committed(process, head, before) {
      for (const [key, refusal] of refusals) {
        const { request, intent } = refusal;
        if (intent.target !== head.target) continue;
        const isOpen = head.intents.some(({ id }) => id === intent.id);
        const wasOpen = before?.intents.some(({ id }) => id === intent.id);
        if (process === request.process && wasOpen && !isOpen) {
          const isTold = head.outbox.some(({ notifications }) =>
            notifications.some(({ kind, subject }) => kind === 'action-failed' && subject === intent.subject),
          );
          if (!isTold) accuse(21, `the ${named(request)} was refused, and nobody is told of it`);
        }
        // A delay ends with its episode; a later one is a separate case.
        if (intent.alert === null) continue;
        const since = sinceOf(head.alerts, intent.alert);
        if (since === null || (refusal.since !== null && since !== refusal.since)) refusals.delete(key);
        else refusal.since = since;
      }
    },
  };
  return observer;

  function checkGivenBack(process: Process): void {
    if (process.troubled || control === null) return;
    const counted = new Set(control.actions.map(({ intent }) => intent));
    for (const { intent, claimedBy } of intents.all())
      if (claimedBy === process.id && counted.has(intent.id) && !hadEffect.has(intent.id))
        accuse(21, `${intent.id} was not done, and the caps still count it`);
  }
}

/** Returns the key of a request: each step of a rule is separate, with its own alert. */
const keyOf = ({ action, subject }: ActionRequest, { rule, alert }: Birth['intent']): string =>
  `${action} ${subject} ${alert ?? rule}`;

const sinceOf = (
  alerts: readonly { readonly key: AlertKey; readonly since: Instant }[],
  key: AlertKey,
): Instant | null => alerts.find((alert) => alert.key === key)?.since ?? null;
