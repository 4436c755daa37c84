import { subjectParts } from '../../../lib/model/subject.ts';
import { type Instant, instant, later, minutes } from '../../../lib/model/time/time.ts';
import type { Process } from '../engine/process.ts';
import type { Observer } from '../observer.ts';
import type { LoginSource } from '../world/login-source.ts';
import { present } from '../world/world.ts';
import { newNotifications } from './alerts/new-notices.ts';
import type { Case } from './violation.ts';

/** The greatest age of the last slot that a stop may rest on, with the clocks and the time of the request. */
const fresh = minutes(23);

/**
 * Checks invariant 19: a VM of which a source reported logins is found idle and stopped only by what it reported
 * lately, and only if that is nobody.
 */
export function loginOracle({ accuse, scenario, world, now }: Case, source: LoginSource): Observer {
  /** When the ledger stored the reports of each VM, the first two times; another VM of the same name is another. */
  const kept = new Map<string, Instant[]>();
  const isIdleStop = new Map<string, boolean>();

  /** Returns the last slot of a VM that a job received; `null` where the ledger did not yet know of any for sure. */
  function lastOf(
    name: string,
    job: Process['job'],
  ): { readonly at: Instant; readonly logins: number } | null {
    const born = bornAt(name);
    if (born === null || (kept.get(`${name}@${born}`) ?? []).length < 2) return null;
    const told = source.told(name, job);
    const at = instant(Math.max(0, ...[...told.keys()].filter((slot) => slot > born)));
    return { at, logins: told.get(at) ?? 0 };
  }

  /** Returns when the VM that bears a name now was created. */
  const bornAt = (name: string): Instant | null =>
    scenario.projects
      .flatMap((project) => present(world, 'vm', project, now()))
      .find(({ project, id }) => `${project}/${id}` === name)?.createdAt ?? null;

  return {
    recorded(_process, { target, sampling }) {
      for (const { vm, points } of sampling?.usage ?? []) {
        const name = `${target.replace(/^project\//, '')}/${vm}`;
        const born = bornAt(name);
        if (born === null || !points.some(({ logins, at }) => logins !== undefined && at > born)) continue;
        const key = `${name}@${born}`;
        const times = kept.get(key) ?? [];
        if (times.length < 2) kept.set(key, [...times, now()]);
      }
    },
    committed({ orders: { policy } }, head, before) {
      for (const { subject, kind, rule, by, of } of head.intents) {
        const known = policy.rules.find(({ name }) => name === rule);
        const isIdle = by === null && kind === 'stop' && (known?.kind === 'idle' || of === 'idle');
        isIdleStop.set(subject, isIdle);
      }
      for (const notice of newNotifications(head, before)) {
        if (notice.kind !== 'alert' || notice.figures.kind !== 'idle' || head.observation === null) continue;
        const rule = policy.rules.find(({ name }) => name === notice.rule);
        const last = lastOf(nameOf(notice.subject), 'watch');
        if (rule?.kind !== 'idle' || last === null) continue;
        const allowed = fresh + scenario.poll + rule.window * (1 - rule.percentile / 100);
        if (later(last.at, minutes(allowed / minutes(1))) < now())
          accuse(19, `${notice.id} was said, and who is logged in was last told at ${last.at}`);
      }
    },
    acted({ action, subject }) {
      if (action !== 'stop' || isIdleStop.get(subject) !== true) return;
      const last = lastOf(nameOf(subject), 'act');
      if (last === null) return;
      if (later(last.at, minutes((fresh + scenario.skew) / minutes(1))) < now())
        accuse(19, `${subject} was stopped as idle, and who is logged in was last told at ${last.at}`);
      else if (last.logins > 0) accuse(19, `${subject} was stopped as idle, and somebody was logged in`);
    },
  };
}

const nameOf = (subject: string): string => {
  const { name, resource } = subjectParts(subject as Parameters<typeof subjectParts>[0]);
  return `${name}/${resource?.id ?? ''}`;
};
