import type { Head } from '../../../../lib/model/head.ts';
import type { Policy } from '../../../../lib/model/rules/policy.ts';
import type { Rule } from '../../../../lib/model/rules/rule.ts';
import type { Match } from '../../../../lib/model/rules/rule-terms.ts';
import type { Severity } from '../../../../lib/model/severity.ts';
import type { Instant } from '../../../../lib/model/time/time.ts';
import type { Process } from '../../engine/process.ts';
import type { TrueResource } from '../../world/true-resource.ts';
import type { BufferedObservation, Seen } from '../poll-book.ts';
import { startsAs } from '../true-protection.ts';

/**
 * What is so of a matter: `either` where the figures that one can have leave it open, `untold` where
 * this look says nothing of it, and nothing new may be said.
 */
export type Truth = 'breached' | 'clear' | 'either' | 'untold';

/** Something that a rule is to tell of, as it truly was when it was looked at. */
export type Matter = {
  readonly rule: Rule;
  readonly subject: string;
  /** What the key of its alert holds beside rule and subject. */
  readonly tags: readonly string[];
  readonly truth: Truth;
  /** How bad it is, where that is certain. */
  readonly severity?: Severity;
  readonly level?: number;
};

/** A turn that was committed, with what it was really shown. */
export type Shown = {
  readonly process: Process;
  readonly head: Head;
  readonly before: Head | undefined;
  readonly at: Instant;
  readonly poll: BufferedObservation;
  readonly seen: ReadonlyMap<string, Seen>;
  readonly policy: Policy;
};

/** Whether a rule of the simulation speaks of a resource. */
export function speaksOf(match: Match, resource: TrueResource, showsMakers: boolean): boolean {
  const { project, account, kind, id, gpus, createdBy } = match;
  if (account !== undefined) return false;
  if (project !== undefined && !startsAs(project, resource.project)) return false;
  if (kind !== undefined && kind !== resource.kind) return false;
  if (id !== undefined && !startsAs(id, resource.id)) return false;
  if (gpus !== undefined && gpus !== (resource.kind === 'vm' ? resource.gpus : 0)) return false;
  return createdBy === undefined || (showsMakers && createdBy === resource.createdBy);
}
