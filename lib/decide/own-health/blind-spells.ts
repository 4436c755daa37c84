import type { BlindMatter, BlindSpell } from '../../model/control.ts';
import { MessageId, RuleName, Subject, type TargetId } from '../../model/ids.ts';
import type { Message } from '../../model/notification.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Severity } from '../../model/severity.ts';
import { isAhead } from '../../model/time/ahead.ts';
import { between, hours, type Instant, isoInstant, milliseconds, type Span } from '../../model/time/time.ts';
import { allowedGap, type Blindness, type BlindnessInput } from './blindness.ts';

/** How often it is told again while it lasts. */
const repeatEvery: Span = hours(4);

/** Spells after what was found now, with what is to be told of them: told first in the record, then on the routes. */
export function spellsAfter(
  known: readonly BlindSpell[],
  found: readonly Blindness[],
  context: Pick<BlindnessInput, 'intervals' | 'now'>,
): BlindSpell[] {
  const foundOf = new Map(found.map((one) => [one.matter, one]));
  const begun = found.filter(
    ({ matter }) => !known.some((spell) => spell.matter === matter && !spell.isResolved),
  );
  const lasting = known.flatMap((written): BlindSpell[] => {
    const spell = timely(written, context.now);
    const again = spell.isResolved ? undefined : foundOf.get(spell.matter);
    if (again !== undefined) return [{ ...spell, because: again.because }];
    // Nobody heard of what was over before it was told; and not for ever is a route waited for that takes nothing.
    if (spell.lastNotified === null || spell.notified.length === 0) return [];
    if (!spell.isResolved)
      return [
        {
          ...spell,
          isResolved: true,
          lastNotified: { ...spell.lastNotified, at: context.now },
          delivered: [],
        },
      ];
    return between(spell.lastNotified.at, context.now) < repeatEvery ? [spell] : [];
  });
  return [...lasting, ...begun.map((one) => newSpell(one, context.now))].map((spell) =>
    toTell(spell, foundOf.get(spell.matter)?.targets ?? [], context),
  );
}

/** What a clock that was ahead told is told again after the usual time from now, under the name that it was told by. */
function timely(spell: BlindSpell, now: Instant): BlindSpell {
  const { since, lastNotified } = spell;
  const isTold = lastNotified !== null && isAhead(lastNotified.at, now);
  return {
    ...spell,
    since: lastNotified === null && isAhead(since, now) ? now : since,
    lastNotified: isTold ? { ...lastNotified, at: now } : lastNotified,
  };
}

export const newSpell = ({ matter, because }: Blindness, now: Instant): BlindSpell => ({
  matter,
  since: now,
  because,
  lastNotified: null,
  targets: [],
  delivered: [],
  notified: [],
  isResolved: false,
});

/**
 * A cloud may fail to answer for a poll or two; the rest was either lasting already or does not pass by itself. What
 * is about some targets is told once of each.
 */
function toTell(
  spell: BlindSpell,
  found: readonly TargetId[],
  { intervals, now }: Pick<BlindnessInput, 'intervals' | 'now'>,
): BlindSpell {
  const { matter, since, lastNotified, because, isResolved } = spell;
  if (isResolved) return spell;
  const targets = spell.targets.filter((target) => found.includes(target));
  const patience = matter === 'sight' ? allowedGap({ intervals }) : milliseconds(0);
  const isDueAgain =
    matter !== 'targets' && lastNotified !== null && between(lastNotified.at, now) >= repeatEvery;
  const isNew = lastNotified === null ? between(since, now) >= patience : targets.length < found.length;
  if (!isNew && !isDueAgain) return { ...spell, targets };
  const times = (lastNotified?.times ?? 0) + 1;
  return { ...spell, lastNotified: { at: now, times, because }, targets: [...found], delivered: [] };
}

const isSame = (spell: BlindSpell, { matter, since, isResolved }: BlindSpell): boolean =>
  spell.matter === matter && spell.since === since && spell.isResolved === isResolved;

/** Returns the spells with the routes that one is about to be sent over, of whom each may then have heard of it. */
export const spellsSent = (
  known: readonly BlindSpell[],
  sent: BlindSpell,
  routes: readonly string[],
): BlindSpell[] =>
  known.map((spell) =>
    isSame(spell, sent) ? { ...spell, notified: [...new Set([...spell.notified, ...routes])] } : spell,
  );

/**
 * Spells after routes took what was to be told of one, and others did not. What is over and was taken by all who had
 * heard of it is done.
 */
export function spellsNotified(
  known: readonly BlindSpell[],
  lastNotified: BlindSpell,
  { taken, untaken }: { readonly taken: readonly string[]; readonly untaken: readonly string[] },
): BlindSpell[] {
  return known.flatMap((spell): BlindSpell[] => {
    if (!isSame(spell, lastNotified)) return [spell];
    const delivered = [...new Set([...spell.delivered, ...taken])];
    if (spell.isResolved)
      return spell.notified.every((route) => delivered.includes(route)) ? [] : [{ ...spell, delivered }];
    return [{ ...spell, delivered, notified: spell.notified.filter((route) => !untaken.includes(route)) }];
  });
}

/** The message of a spell, made from what is stored of it alone, so always the same; `null` while it is not to be told. */
export function blindMessage(spell: BlindSpell, { rules }: Pick<Policy, 'rules'>): Message | null {
  const { matter, since, lastNotified, isResolved } = spell;
  if (lastNotified === null) return null;
  const incident = `${matter satisfies BlindMatter}#${isoInstant(since)}`;
  const id = MessageId.parse(`blind/${incident}#${isResolved ? 'resolved' : lastNotified.times}`);
  const worstNotified: Severity = matter === 'targets' ? 'warning' : 'critical';
  const severity: Severity = isResolved ? 'info' : worstNotified;
  const notice = {
    kind: 'blind' as const,
    id,
    severity,
    subject: Subject.parse('group/everything'),
    rule: rules.find(({ kind }) => kind === 'freshness')?.name ?? RuleName.parse('spendwatch'),
    incident: `blind/${incident}`,
    because: isResolved ? 'it is over' : lastNotified.because,
    worstNotified,
    matter,
    state: isResolved ? ('resolved' as const) : ('blind' as const),
    since,
    times: lastNotified.times,
  };
  return { id, at: lastNotified.at, severity, notifications: [notice], delivered: [...spell.delivered] };
}
