import type { TargetId } from '../../../../lib/model/ids.ts';
import type { Instant } from '../../../../lib/model/time/time.ts';
import type { Observer } from '../../observer.ts';
import type { Scenario } from '../../scenario.ts';
import { spellsOf } from '../../spell.ts';

/**
 * Tells whether a target's figures are held no more by oracles that know them to the last digit: its head is damaged or
 * a record of it was not readable, or it is made of those of others, and one of them is such a one.
 */
export function sparedBy({ spells }: Scenario, now: () => Instant): (target: TargetId) => boolean {
  const spared = [...spellsOf(spells, 'damaged-heads'), ...spellsOf(spells, 'unreadable-fields')];
  return (target) =>
    spared.some(
      (spell) => spell.from <= now() && (spell.target === target || !target.startsWith('project/')),
    );
}

/** The same observer, which does not hear what is committed of some targets. */
export function sparing(observer: Observer, isSpared: (target: TargetId) => boolean): Observer {
  const { committed } = observer;
  if (committed === undefined) return observer;
  return {
    ...observer,
    committed(process, head, before) {
      if (!isSpared(head.target)) committed(process, head, before);
    },
  };
}
