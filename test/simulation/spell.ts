import type { TargetId, VmId } from '../../lib/model/ids.ts';
import {
  computeSpan,
  type Instant,
  instant,
  later,
  milliseconds,
  type Span,
} from '../../lib/model/time/time.ts';

/** The states of a machine in which its power does not show its activity. */
export const busyStates = ['CREATING', 'DEPLOYING', 'UPDATING', 'DELETING', 'FAILED'] as const;

type Trouble =
  /** A machine, or one of a cluster, is in a state other than ACTIVE, with unchanged power. */
  | { readonly kind: 'busy-machines'; readonly name: string; readonly state: (typeof busyStates)[number] }
  /** The cloud refuses every action as one too many, with a wait. */
  | { readonly kind: 'action-quota'; readonly retryAfter: Span }
  /** A route has no receiver; `isAsked`: the route knows that, and delivers nothing. */
  | { readonly kind: 'deaf-routes'; readonly route: string; readonly isAsked: boolean }
  /** The cloud rejects the key of one job; without `isThere`, the key is unavailable altogether. */
  | { readonly kind: 'lost-keys'; readonly job: 'watch' | 'act'; readonly isThere: boolean }
  /** Requests by this name, or about this target, are never answered. */
  | { readonly kind: 'hanging-questions'; readonly name: string | null; readonly target: string | null }
  /** The stored head of a target is damaged at the beginning, and stays so. */
  | { readonly kind: 'damaged-heads'; readonly target: TargetId }
  /** Lists of a project's resources end early, or are empty, and say nothing of it; a read by id still answers. */
  | { readonly kind: 'short-lists'; readonly target: TargetId; readonly most: number }
  /** Lists of a project lack one VM in every second stretch of a length, and say nothing of it; a read by id still answers. */
  | { readonly kind: 'flickering-lists'; readonly target: TargetId; readonly vm: VmId; readonly every: Span }
  /** A read of a VM by its id answers another VM of the project, where there is one. */
  | { readonly kind: 'other-vms'; readonly target: TargetId }
  /** The clock of one job, or of both, is off by far more than the tolerance, and the cloud sends its time. */
  | { readonly kind: 'wrong-clocks'; readonly job: 'watch' | 'act' | null; readonly skew: Span }
  /** A field of a record, such as "project/lab/vm/a-vm" or "account/main", differs from the specification. */
  | {
      readonly kind: 'unreadable-fields';
      readonly target: TargetId;
      readonly record: string;
      readonly field: string;
      readonly value: unknown;
    };

/** A time in which one part of the world is faulty, and no I/O fails. */
export type Spell = Trouble & { readonly from: Instant; readonly until: Instant };
export type SpellKind = Spell['kind'];

export const spellKinds = [
  'busy-machines',
  'action-quota',
  'deaf-routes',
  'lost-keys',
  'hanging-questions',
  'damaged-heads',
  'unreadable-fields',
  'wrong-clocks',
  'short-lists',
  'flickering-lists',
  'other-vms',
] as const satisfies readonly SpellKind[];

export const isSpellKind = (name: string): name is SpellKind => spellKinds.some((kind) => kind === name);

/** Returns the spells of one kind. */
export const spellsOf = <Kind extends SpellKind>(
  spells: readonly Spell[],
  kind: Kind,
): readonly Extract<Spell, { kind: Kind }>[] =>
  spells.filter((spell): spell is Extract<Spell, { kind: Kind }> => spell.kind === kind);

/** Returns the spells of one kind at an instant. */
export const spellsAt = <Kind extends SpellKind>(
  spells: readonly Spell[],
  kind: Kind,
  at: Instant,
): readonly Extract<Spell, { kind: Kind }>[] =>
  spellsOf(spells, kind).filter(({ from, until }) => from <= at && at < until);

/** Returns the time from which no work that a spell delayed is pending; repeated delays last as long again. */
export function workResumes(spells: readonly Spell[]): Instant {
  const ends = spells.flatMap((spell) => {
    const { kind, from, until } = spell;
    if (kind === 'damaged-heads' || kind === 'unreadable-fields') return [];
    const waits = spell.kind === 'action-quota' ? Math.max(computeSpan(from, until), spell.retryAfter) : 0;
    return later(until, milliseconds(waits));
  });
  return instant(Math.max(0, ...ends));
}
