import { hours, type Instant } from '../../../../lib/model/time/time.ts';
import type { Head } from '../../../../lib/state/head.ts';
import type { Override } from '../../../../lib/state/override.ts';
import type { Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';
import type { TrueResource } from '../../world/true-resource.ts';
import { keeps } from '../override-book.ts';
import { startsAs } from '../true-protection.ts';

/** The subject of a silence: a rule on a subject, and its resource if it exists. */
export type Spoken = {
  readonly rule: string;
  readonly subject: string;
  readonly resource?: TrueResource | undefined;
};

/** The silences of people, and those in force when a process read them. */
export type SilenceBook = {
  isSilenced(process: Process, spoken: Spoken, at: Instant): boolean;
  /** Reports whether it was silenced, or nearly so, at any time between two instants. */
  wasSilenced(spoken: Spoken, from: Instant, until: Instant): boolean;
  /** Reports whether a keep of a subject was in force when a process read the overrides. */
  isKept(process: Process, subject: string, at: Instant): boolean;
  /**
   * Reports whether alerts about money are inhibited, since the account's credit was notified as ending within a day.
   * Within two hours of that day, by the clocks of its polls, either is right.
   */
  isInhibited(process: Process, target: string, at: Instant): 'yes' | 'no' | 'either';
};

export function silenceBook(): Observer & SilenceBook {
  const told = new Map<string, Override>();
  const ever: Override[] = [];
  const asked = new WeakMap<Process, readonly Override[]>();
  const heads = new WeakMap<Process, readonly Head[]>();
  return {
    overridden(override) {
      told.set(override.id, override);
      ever.push(override);
    },
    wasSilenced: (spoken, from, until) =>
      ever.some((override) => override.at <= until && from <= override.until && isAbout(override, spoken)),
    withdrawn: (id) => void told.delete(id),
    overridesRead: (process) => void asked.set(process, [...told.values()]),
    headsRead(process, found) {
      // A run uses what it read first.
      if (!heads.has(process)) heads.set(process, found);
    },
    isSilenced: (process, spoken, at) =>
      (asked.get(process) ?? []).some(
        (override) => override.at <= at && at < override.until && isAbout(override, spoken),
      ),
    isKept: (process, subject, at) =>
      (asked.get(process) ?? []).some(
        (override) => override.at <= at && at < override.until && keeps(subject)(override),
      ),
    isInhibited(process, target, at) {
      const known = heads.get(process) ?? [];
      const own = known.find((head) => head.target === target);
      const account =
        own?.observation?.kind === 'project' && own.observation.account !== null
          ? `account/${own.observation.account}`
          : target;
      const alerts = account.startsWith('account/')
        ? (known.find((head) => head.target === account)?.alerts ?? [])
        : [];
      const runways = alerts.filter(
        ({ kind, phase, lastNotified }) =>
          kind === 'runway' && phase === 'firing' && lastNotified?.severity === 'critical',
      );
      const left = Math.min(...runways.map(({ lostAt }) => (lostAt ?? Number.POSITIVE_INFINITY) - at));
      return left <= hours(22) ? 'yes' : left > hours(26) ? 'no' : 'either';
    },
  };
}

function isAbout(told: Override, spoken: Spoken): boolean {
  if (told.kind !== 'silence') return false;
  const { rule, subject, match } = told.alerts;
  if (rule !== undefined && !startsAs(rule, spoken.rule)) return false;
  if (subject !== undefined && !startsAs(subject, spoken.subject)) return false;
  if (match === undefined) return true;
  const [scope, project, kind, id] = spoken.subject.split('/');
  if (match.project !== undefined && (scope !== 'project' || !startsAs(match.project, project ?? '')))
    return false;
  if (match.kind !== undefined && match.kind !== kind) return false;
  return match.id === undefined || (id !== undefined && startsAs(match.id, id));
}
