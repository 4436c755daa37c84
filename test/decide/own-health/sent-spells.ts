import { spellsNotified, spellsSent } from '../../../lib/decide/own-health/blind-spells.ts';
import type { BlindSpell } from '../../../lib/state/control.ts';

/** Spells after one was sent over a route that takes whatever is sent. */
export const sentBy = (spells: readonly BlindSpell[], spell: BlindSpell): BlindSpell[] => {
  const outcome = { taken: ['mail'], untaken: [] };
  return spellsNotified(spell.isResolved ? spells : spellsSent(spells, spell, ['mail']), spell, outcome);
};
