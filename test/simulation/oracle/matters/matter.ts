import type { Match } from '../../../../lib/model/rules/rule-terms.ts';
import type { Severity } from '../../../../lib/model/severity.ts';
import type { Instant } from '../../../../lib/model/time/time.ts';
import type { Rule } from '../../../../lib/rules/terms.ts';
import type { Head } from '../../../../lib/state/head.ts';
import type { Policy } from '../../../../lib/state/policy.ts';
import type { Process } from '../../engine/process.ts';
import type { TrueResource } from '../../world/true-resource.ts';
import type { OverrideBook } from '../override-book.ts';
import type { BufferedObservation, Seen } from '../poll-book.ts';
import { startsAs } from '../true-protection.ts';

/**
 * The truth of a condition: `either` where the available figures leave it open, `not-shown` where this poll does not
 * show it, so that nothing new may be notified.
 */
export type Truth = 'breached' | 'clear' | 'either' | 'not-shown';

/** A condition that a rule should report, as it truly was when it was polled. */
export type Matter = {
  readonly rule: Rule;
  readonly subject: string;
  /** The part of its alert's key beside rule and subject. */
  readonly tags: readonly string[];
  readonly truth: Truth;
  /** Its severity, where that is certain. */
  readonly severity?: Severity;
  readonly level?: number;
};

/** A committed turn, with what it was really shown. */
export type Shown = {
  readonly process: Process;
  readonly head: Head;
  readonly before: Head | undefined;
  readonly at: Instant;
  readonly poll: BufferedObservation;
  readonly seen: ReadonlyMap<string, Seen>;
  readonly policy: Policy;
  readonly overrides: OverrideBook;
};

/** Reports whether a rule of the simulation applies to a resource. */
export function speaksOf(match: Match, resource: TrueResource, showsMakers: boolean): boolean {
  const { project, account, kind, id, gpus, createdBy } = match;
  if (account !== undefined) return false;
  if (project !== undefined && !startsAs(project, resource.project)) return false;
  if (kind !== undefined && kind !== resource.kind) return false;
  if (id !== undefined && !startsAs(id, resource.id)) return false;
  if (gpus !== undefined && gpus !== (resource.kind === 'vm' ? resource.gpus : 0)) return false;
  return createdBy === undefined || (showsMakers && createdBy === resource.createdBy);
}
