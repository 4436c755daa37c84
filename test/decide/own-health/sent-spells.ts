import { spellsNotified, spellsSent } from '../../../lib/decide/own-health/blind-spells.ts';
import type { BlindSpell } from '../../../lib/state/control.ts';

/** Spells of blindness after one was sent over a route that accepts whatever is sent. */
export const sentBy = (spells: readonly BlindSpell[], spell: BlindSpell): BlindSpell[] => {
  const outcome = { taken: ['mail'], untaken: [] };
  return spellsNotified(spell.isResolved ? spells : spellsSent(spells, spell, ['mail']), spell, outcome);
};
