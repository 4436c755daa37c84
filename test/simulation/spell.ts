import type { TargetId } from '../../lib/model/ids.ts';
import { between, type Instant, instant, later, milliseconds, type Span } from '../../lib/model/time/time.ts';

/** The states of a machine's life in which its power says nothing of what it does. */
export const busyStates = ['CREATING', 'DEPLOYING', 'UPDATING', 'DELETING', 'FAILED'] as const;

type Trouble =
  /** A machine, or the machine of a cluster, is in another state than ACTIVE, and its power reads as before. */
  | { readonly kind: 'busy-machines'; readonly name: string; readonly state: (typeof busyStates)[number] }
  /** The cloud refuses every action as too many, and names how long it wants to be left alone. */
  | { readonly kind: 'action-quota'; readonly retryAfter: Span }
  /** Nobody receives what a route takes; `isAsked`: the route can tell, and takes nothing. */
  | { readonly kind: 'deaf-routes'; readonly route: string; readonly isAsked: boolean }
  /** The cloud turns away the key of one job; `isThere`: it does, where not, the key cannot even be had. */
  | { readonly kind: 'lost-keys'; readonly job: 'watch' | 'act'; readonly isThere: boolean }
  /** Questions by this name, or about this target, are never answered. */
  | { readonly kind: 'hanging-questions'; readonly name: string | null; readonly target: string | null }
  /** The stored head of a target is damaged when it begins, and stays so. */
  | { readonly kind: 'damaged-heads'; readonly target: TargetId }
  /** The clock of whoever runs one job, or both, is off by far more than is tolerated, and the cloud tells the time. */
  | { readonly kind: 'wrong-clocks'; readonly job: 'watch' | 'act' | null; readonly skew: Span }
  /** A field of a record, such as "project/lab/vm/a-vm" or "account/main", is something else than the platform promises. */
  | {
      readonly kind: 'unreadable-fields';
      readonly target: TargetId;
      readonly record: string;
      readonly field: string;
      readonly value: unknown;
    };

/** A time in which one thing of the world is not as it should be, and no I/O fails. */
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
] as const satisfies readonly SpellKind[];

export const isSpellKind = (name: string): name is SpellKind => spellKinds.some((kind) => kind === name);

/** The spells of one kind. */
export const spellsOf = <Kind extends SpellKind>(
  spells: readonly Spell[],
  kind: Kind,
): readonly Extract<Spell, { kind: Kind }>[] =>
  spells.filter((spell): spell is Extract<Spell, { kind: Kind }> => spell.kind === kind);

/** The spells of one kind that last at an instant. */
export const spellsAt = <Kind extends SpellKind>(
  spells: readonly Spell[],
  kind: Kind,
  at: Instant,
): readonly Extract<Spell, { kind: Kind }>[] =>
  spellsOf(spells, kind).filter(({ from, until }) => from <= at && at < until);

/** From when on nothing that was put off in a spell waits any more. What was put off again and again waits as long again. */
export function workResumes(spells: readonly Spell[]): Instant {
  const ends = spells.flatMap((spell) => {
    const { kind, from, until } = spell;
    if (kind === 'damaged-heads' || kind === 'unreadable-fields') return [];
    const waits = spell.kind === 'action-quota' ? Math.max(between(from, until), spell.retryAfter) : 0;
    return later(until, milliseconds(waits));
  });
  return instant(Math.max(0, ...ends));
}
