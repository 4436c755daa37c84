import { connectionInWords } from '../../model/connection-name.ts';
import { withStop } from '../../model/words.ts';
import type { BlindMatter, BlindSpell } from '../../state/control.ts';
import type { ViewInput } from '../view-input.ts';
import { general, type Notice, timeAndAge } from './notice.ts';

/** Returns notices of keys for actions that are unavailable. */
export function keyNotices(context: ViewInput): Notice[] {
  return lastingSpells(context, 'acting-key').map(({ connection = null, since, because }) => {
    const scope = connection === null ? '' : ` on ${connectionInWords(connection)}`;
    const says = `No action has been possible${scope} since ${timeAndAge(since, context)}: ${withStop(because)}`;
    return { ...general, kind: 'key', severity: 'critical', since, says };
  });
}

/** Returns notices of signals that stopped, and of facts that rules need and that remain unknown. */
export function partNotices(context: ViewInput): Notice[] {
  return lastingSpells(context, 'signals', 'facts').flatMap((spell): Notice[] => {
    if (spell.lastNotified === null) return [];
    const finding = spell.matter === 'signals' ? 'Signals are missing' : 'Facts that rules need are unknown';
    const says = `${finding} since ${timeAndAge(spell.since, context)}: ${withStop(spell.because)}`;
    return [{ ...general, kind: 'unread', since: spell.since, says }];
  });
}

/** Returns notices of named connections on which no poll succeeds, or whose clock disagrees. */
export const connectionNotices = (context: ViewInput): Notice[] =>
  lastingSpells(context, 'sight', 'clock').flatMap(({ connection, since, because }): Notice[] => {
    if (connection === undefined) return [];
    const says = `On ${connectionInWords(connection)}, no poll has succeeded since ${timeAndAge(since, context)}: ${withStop(because)}`;
    return [{ ...general, kind: 'blind', severity: 'critical', since, says }];
  });

/** Returns the unresolved spells of these matters on all connections. */
const lastingSpells = ({ control }: ViewInput, ...matters: readonly BlindMatter[]): readonly BlindSpell[] =>
  matters.flatMap((matter) => control.blind.filter((spell) => spell.matter === matter && !spell.isResolved));
