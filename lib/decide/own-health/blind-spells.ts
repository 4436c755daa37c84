import { MessageId, RuleName, Subject } from '../../model/ids.ts';
import type { Severity } from '../../model/severity.ts';
import {
  computeSpan,
  hours,
  type Instant,
  isAhead,
  isoInstant,
  milliseconds,
  type Span,
} from '../../model/time/time.ts';
import {
  type BlindMatter,
  type BlindSpell,
  isInPart,
  isWarning,
  toConnectionField,
} from '../../state/control.ts';
import type { Message } from '../../state/notification.ts';
import type { Policy } from '../../state/policy.ts';
import { allowedGap, type Blindness, type BlindnessInput, findFreshnessRule } from './blindness.ts';

/** The interval at which a lasting spell is notified again. */
const repeatEvery: Span = hours(4);

/**
 * Returns the spells of a connection, updated with its new findings and with what to notify. They are recorded before
 * anything is sent.
 */
export function updateBlindSpells(
  spells: readonly BlindSpell[],
  findings: readonly Blindness[],
  context: Pick<BlindnessInput, 'intervals' | 'now'>,
): BlindSpell[] {
  const foundOf = new Map(findings.map((finding) => [finding.matter, finding]));
  const begun = findings.filter(
    ({ matter }) => !spells.some((spell) => spell.matter === matter && !spell.isResolved),
  );
  const lasting = spells.flatMap((stored): BlindSpell[] => {
    const spell = timely(stored, context.now);
    const finding = spell.isResolved ? undefined : foundOf.get(spell.matter);
    if (finding !== undefined) return [{ ...spell, because: finding.because }];
    // A spell that ended before a notification is dropped; a resolved one is dropped in time, even if a route does not
    // deliver it.
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
    return computeSpan(spell.lastNotified.at, context.now) < repeatEvery ? [spell] : [];
  });
  return [...lasting, ...begun.map((finding) => newSpell(finding, context.now))].map((spell) =>
    planNotification(spell, foundOf.get(spell.matter), context),
  );
}

/**
 * Returns the spell with future times, written by a clock that was ahead, set to now, so that it repeats as usual.
 */
function timely(spell: BlindSpell, now: Instant): BlindSpell {
  const { since, lastNotified } = spell;
  const isNotifiedAhead = lastNotified !== null && isAhead(lastNotified.at, now);
  return {
    ...spell,
    since: lastNotified === null && isAhead(since, now) ? now : since,
    lastNotified: isNotifiedAhead ? { ...lastNotified, at: now } : lastNotified,
  };
}

export const newSpell = ({ matter, connection, because }: Blindness, now: Instant): BlindSpell => ({
  matter,
  ...toConnectionField(connection ?? null),
  since: now,
  because,
  lastNotified: null,
  named: [],
  delivered: [],
  notified: [],
  isResolved: false,
});

/** The number of allowed gaps between polls that a matter may last before it is notified. */
const patienceOf: Readonly<Record<BlindMatter, number>> = {
  sight: 1,
  signals: 2,
  facts: 0,
  watcher: 0,
  records: 0,
  clock: 0,
  policy: 0,
  'acting-key': 0,
  targets: 0,
};

/**
 * Returns the spell with its next notification, if one is due. Failures of the cloud or of a source of signals are
 * notified only after a poll or two; a spell that concerns part of the fleet is notified once.
 */
function planNotification(
  spell: BlindSpell,
  { named: affected = [], isOverdue = false, fallen }: Omit<Partial<Blindness>, 'matter'> = {},
  { intervals, now }: Pick<BlindnessInput, 'intervals' | 'now'>,
): BlindSpell {
  const { matter, since, lastNotified, because, isResolved } = spell;
  if (isResolved) return spell;
  const names = spell.named.filter((name) => affected.includes(name));
  const patience = milliseconds(allowedGap({ intervals }) * patienceOf[matter]);
  const isDueAgain =
    !isInPart(matter) && lastNotified !== null && computeSpan(lastNotified.at, now) >= repeatEvery;
  const isDue = isOverdue || computeSpan(since, now) >= patience;
  const isNew = lastNotified === null ? isDue : names.length < affected.length;
  if (!isNew && !isDueAgain) return { ...spell, named: names };
  const times = (lastNotified?.times ?? 0) + 1;
  const notified = { at: now, times, because, ...(fallen && { fallen: [...fallen] }) };
  return { ...spell, lastNotified: notified, named: [...affected], delivered: [] };
}

const isSame = (spell: BlindSpell, { matter, connection, since, isResolved }: BlindSpell): boolean =>
  spell.matter === matter &&
  spell.connection === connection &&
  spell.since === since &&
  spell.isResolved === isResolved;

/** Records the routes that a spell is about to be sent over: each may then have delivered it. */
export const spellsSent = (
  spells: readonly BlindSpell[],
  sent: BlindSpell,
  routes: readonly string[],
): BlindSpell[] =>
  spells.map((spell) =>
    isSame(spell, sent) ? { ...spell, notified: [...new Set([...spell.notified, ...routes])] } : spell,
  );

/**
 * Returns the spells after some routes delivered the message of one and others did not. A resolved spell is dropped
 * once every route that had delivered it has delivered its end.
 */
export function spellsNotified(
  spells: readonly BlindSpell[],
  notifiedSpell: BlindSpell,
  { taken, untaken }: { readonly taken: readonly string[]; readonly untaken: readonly string[] },
): BlindSpell[] {
  return spells.flatMap((spell): BlindSpell[] => {
    if (!isSame(spell, notifiedSpell)) return [spell];
    const delivered = [...new Set([...spell.delivered, ...taken])];
    if (spell.isResolved)
      return spell.notified.every((route) => delivered.includes(route)) ? [] : [{ ...spell, delivered }];
    return [{ ...spell, delivered, notified: spell.notified.filter((route) => !untaken.includes(route)) }];
  });
}

/**
 * Returns the message of a spell; `null` before one is due. It uses only stored data, so that it is always the same.
 */
export function blindMessage(spell: BlindSpell, policy: Pick<Policy, 'rules'>): Message | null {
  const { matter, connection = null, since, lastNotified, isResolved } = spell;
  if (lastNotified === null) return null;
  const suffix = connection === null ? '' : `@${connection}`;
  const incident = `${matter satisfies BlindMatter}${suffix}#${isoInstant(since)}`;
  const id = MessageId.parse(`blind/${incident}#${isResolved ? 'resolved' : lastNotified.times}`);
  const worstNotified: Severity = isWarning(matter) ? 'warning' : 'critical';
  const severity: Severity = isResolved ? 'info' : worstNotified;
  const notice = {
    kind: 'blind' as const,
    id,
    severity,
    subject: Subject.parse('group/everything'),
    rule: findFreshnessRule(policy, connection)?.name ?? RuleName.parse('spendwatch'),
    incident: `blind/${incident}`,
    because: isResolved ? 'it is over' : lastNotified.because,
    worstNotified,
    matter,
    ...toConnectionField(connection),
    state: isResolved ? ('resolved' as const) : ('blind' as const),
    since,
    times: lastNotified.times,
    ...(!isResolved && lastNotified.fallen && { fallen: lastNotified.fallen }),
  };
  return { id, at: lastNotified.at, severity, notifications: [notice], delivered: [...spell.delivered] };
}
