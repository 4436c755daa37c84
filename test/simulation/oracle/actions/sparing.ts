import type { TargetId } from '../../../../lib/model/ids.ts';
import type { Instant } from '../../../../lib/model/time/time.ts';
import type { Observer } from '../../observer.ts';
import type { Scenario } from '../../scenario.ts';
import { spellsOf } from '../../spell.ts';

/**
 * Returns a function that reports whether exact oracles skip a target's figures: its head is damaged, a record of it
 * was unreadable, or it is derived from such a target.
 */
export function sparedBy({ spells }: Scenario, now: () => Instant): (target: TargetId) => boolean {
  const spared = [...spellsOf(spells, 'damaged-heads'), ...spellsOf(spells, 'unreadable-fields')];
  return (target) =>
    spared.some(
      (spell) => spell.from <= now() && (spell.target === target || !target.startsWith('project/')),
    );
}

/** Returns the observer without the commits of some targets. */
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
