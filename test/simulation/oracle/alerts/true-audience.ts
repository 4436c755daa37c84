import type { Route } from '../../../../lib/model/route.ts';
import type { Severity } from '../../../../lib/model/severity.ts';
import type { Instant } from '../../../../lib/model/time/time.ts';
import type { Message } from '../../../../lib/state/notification.ts';
import type { Policy } from '../../../../lib/state/policy.ts';
import type { Observer } from '../../observer.ts';
import { trueHours } from '../matters/true-hours.ts';
import { startsAs } from '../true-protection.ts';

/** The audience of each message by the policy, and the quiet hours of routes. */
export type AudienceBook = {
  of(policy: Policy, present: readonly string[], message: Message): readonly string[];
  rests(policy: Policy, route: string, message: Message, at: Instant): boolean;
};

const weights: Readonly<Record<Severity, number>> = { info: 0, warning: 1, critical: 2 };

export function audienceBook(): Observer & AudienceBook {
  /** The worst severity of each incident: everyone who was notified of it is notified of its end. */
  const worst = new Map<string, number>();
  /** The same when a message was written: what an incident becomes later adds no receiver. */
  const worstWritten = new Map<string, number>();

  return {
    committed(_process, { outbox }) {
      for (const { notifications } of outbox) {
        for (const { kind, incident, severity } of notifications) {
          if (kind !== 'alert' || incident === undefined) continue;
          worst.set(incident, Math.max(worst.get(incident) ?? 0, weights[severity]));
        }
      }
      for (const { id, notifications } of outbox) {
        if (worstWritten.has(id)) continue;
        const known = notifications.map(({ incident }) => worst.get(incident ?? '') ?? 0);
        worstWritten.set(id, Math.max(0, ...known));
      }
    },
    of({ routes }, present, message) {
      if (routes === null) return present;
      return present.filter((name) => routes.some((route) => route.to === name && wants(route, message)));
    },
    rests({ routes, timezone }, name, message, at) {
      const wanting = (routes ?? []).filter((route) => route.to === name && wants(route, message));
      return (
        message.severity !== 'critical' &&
        wanting.length > 0 &&
        wanting.every(({ quiet }) => quiet.length > 0 && trueHours(quiet, at, timezone).isInside)
      );
    },
  };

  function wants({ from, projects, rules }: Route, { id, notifications }: Message): boolean {
    const weight = Math.max(
      ...notifications.map(({ kind, severity }) =>
        Math.max(weights[severity], kind === 'alert' ? 0 : (worstWritten.get(id) ?? 0)),
      ),
    );
    const [scope, name = ''] = notifications[0]?.subject.split('/') ?? [];
    return (
      weight >= weights[from] &&
      (rules === null || rules.some((glob) => notifications.some(({ rule }) => startsAs(glob, rule)))) &&
      (projects === null || (scope === 'project' && projects.some((glob) => startsAs(glob, name))))
    );
  }
}
