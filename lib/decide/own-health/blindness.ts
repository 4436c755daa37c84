import { leastPolls } from '../../evaluate/watcher.ts';
import type { BlindMatter, BlindSpell, Control } from '../../model/control.ts';
import type { Head } from '../../model/head.ts';
import { MessageId, RuleName, Subject, type TargetId, targetOf } from '../../model/ids.ts';
import type { Message } from '../../model/notification.ts';
import { matchesTarget } from '../../model/rules/match.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Severity } from '../../model/severity.ts';
import { isAhead } from '../../model/time/ahead.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import {
  between,
  hours,
  type Instant,
  isoInstant,
  milliseconds,
  type Span,
  spanInWords,
} from '../../model/time/time.ts';

/** Something that keeps spendwatch as a whole from seeing, and why. */
export type Blindness = Pick<BlindSpell, 'matter' | 'because'>;

/** What the blindness of spendwatch is found by. */
export type BlindScene = {
  readonly heads: readonly Head[];
  readonly policy: Pick<Policy, 'rules'>;
  readonly intervals: Pick<Intervals, 'pollEvery'>;
  readonly now: Instant;
  /** Whether the cloud has just confirmed that time. */
  readonly isClockRight: boolean;
};

/** How often it is told again while it lasts. */
const repeatEvery: Span = hours(4);
const allowedGap = ({ intervals }: Pick<BlindScene, 'intervals'>): Span =>
  milliseconds(leastPolls * intervals.pollEvery);

/**
 * Finds what blinds spendwatch as a whole, from the heads and from what runs of `watch` noted in the control record.
 * Where a freshness rule tells of targets that are not seen or looked at, that is left to it.
 */
export function blindnessIn({ blind }: Pick<Control, 'blind'>, scene: BlindScene): Blindness[] {
  const { heads, policy, now } = scene;
  const targets = heads.filter(
    ({ target, missScope }) => targetOf(target).kind !== 'group' && missScope !== 'unlisted',
  );
  const readable = targets.filter(({ unreadable }) => unreadable === null);
  const isLeftToRule = policy.rules.some(
    (rule) =>
      rule.kind === 'freshness' && readable.some(({ target }) => matchesTarget(rule.match, targetOf(target))),
  );
  const noted = blind.filter(
    ({ matter, notedAt, told }) =>
      notedAt !== null &&
      !isAhead(notedAt, now) &&
      between(notedAt, now) < allowedGap(scene) &&
      // What was never told is told once, though it has passed by now.
      (matter === 'clock' ? told === null || !scene.isClockRight : readable.length === 0),
  );
  return [
    ...noted.map(({ matter, because }) => ({ matter, because })),
    ...unreadableRecords(heads),
    ...(isLeftToRule ? [] : [...nothingSeen(readable), ...notLookedAt(readable, scene)]),
  ];
}

function unreadableRecords(heads: readonly Head[]): Blindness[] {
  const unreadable = heads.filter((head) => head.unreadable !== null);
  const [first] = unreadable;
  if (first === undefined) return [];
  const because = `${counted(unreadable.length, 'record')} of the ledger cannot be read: ${listed(unreadable)} (${first.unreadable})`;
  return [{ matter: 'records', because }];
}

function nothingSeen(heads: readonly Head[]): Blindness[] {
  const [first] = heads;
  if (first === undefined || heads.some(({ misses }) => misses === 0)) return [];
  return [
    {
      matter: 'sight',
      because: `none of ${counted(heads.length, 'target')} is seen: ${first.missedBecause ?? 'no reason is known'}`,
    },
  ];
}

function notLookedAt(heads: readonly Head[], scene: BlindScene): Blindness[] {
  const late = heads.filter(
    ({ lookedAt }) => lookedAt !== null && between(lookedAt, scene.now) >= allowedGap(scene),
  );
  const [oldest] = late.flatMap(({ lookedAt }) => lookedAt ?? []).sort((left, right) => left - right);
  if (oldest === undefined) return [];
  const since = `since ${isoInstant(oldest)}, ${spanInWords(between(oldest, scene.now))} ago`;
  return [
    {
      matter: 'watcher',
      because: `${late.length} of ${counted(heads.length, 'target')} were not looked at, the longest ${since}: ${listed(late)}`,
    },
  ];
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const mostListed = 5;
const listed = (heads: readonly Head[]): string => {
  const names: readonly TargetId[] = heads.map(({ target }) => target).sort();
  const more = names.length - mostListed;
  return `${names.slice(0, mostListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** Spells after what was found now, with what is to be told of them: told first in the record, then on the routes. */
export function spellsAfter(
  known: readonly BlindSpell[],
  found: readonly Blindness[],
  scene: Pick<BlindScene, 'intervals' | 'now'>,
): BlindSpell[] {
  const foundOf = new Map(found.map((one) => [one.matter, one]));
  const begun = found.filter(
    ({ matter }) => !known.some((spell) => spell.matter === matter && !spell.isOver),
  );
  const lasting = known.flatMap((written): BlindSpell[] => {
    const spell = timely(written, scene.now);
    const again = spell.isOver ? undefined : foundOf.get(spell.matter);
    if (again !== undefined) return [{ ...spell, because: again.because }];
    // Nobody heard of what was over before it was told; and not for ever is a route waited for that takes nothing.
    if (spell.told === null || spell.heard.length === 0) return [];
    if (!spell.isOver)
      return [{ ...spell, isOver: true, told: { ...spell.told, at: scene.now }, delivered: [] }];
    return between(spell.told.at, scene.now) < repeatEvery ? [spell] : [];
  });
  return [...lasting, ...begun.map((one) => newSpell(one, scene.now))].map((spell) => toTell(spell, scene));
}

/** What a clock that was ahead told is told again after the usual time from now. */
function timely(spell: BlindSpell, now: Instant): BlindSpell {
  const { since, told } = spell;
  const isTold = told !== null && isAhead(told.at, now);
  return {
    ...spell,
    since: isAhead(since, now) ? now : since,
    told: isTold ? { ...told, at: now } : told,
  };
}

export const newSpell = ({ matter, because }: Blindness, now: Instant): BlindSpell => ({
  matter,
  since: now,
  because,
  notedAt: null,
  told: null,
  delivered: [],
  heard: [],
  isOver: false,
});

/** A cloud may fail to answer for a poll or two; the rest was either lasting already or does not pass by itself. */
function toTell(spell: BlindSpell, { intervals, now }: Pick<BlindScene, 'intervals' | 'now'>): BlindSpell {
  const { matter, since, told, because, isOver } = spell;
  if (isOver) return spell;
  const patience = matter === 'sight' ? allowedGap({ intervals }) : milliseconds(0);
  const isDue = told === null ? between(since, now) >= patience : between(told.at, now) >= repeatEvery;
  if (!isDue) return spell;
  return { ...spell, told: { at: now, times: (told?.times ?? 0) + 1, because }, delivered: [] };
}

/** Spells after routes took what was to be told of one. What is over and was taken by all who had heard of it is done. */
export function spellsTold(
  known: readonly BlindSpell[],
  { matter, since, isOver }: BlindSpell,
  taken: readonly string[],
): BlindSpell[] {
  return known.flatMap((spell): BlindSpell[] => {
    if (spell.matter !== matter || spell.since !== since || spell.isOver !== isOver) return [spell];
    const delivered = [...new Set([...spell.delivered, ...taken])];
    if (isOver)
      return spell.heard.every((route) => delivered.includes(route)) ? [] : [{ ...spell, delivered }];
    return [{ ...spell, delivered, heard: [...new Set([...spell.heard, ...taken])] }];
  });
}

/** The message of a spell, made from what is stored of it alone, so always the same; `null` while it is not to be told. */
export function blindMessage(spell: BlindSpell, { rules }: Pick<Policy, 'rules'>): Message | null {
  const { matter, since, told, isOver } = spell;
  if (told === null) return null;
  const incident = `${matter satisfies BlindMatter}#${isoInstant(since)}`;
  const id = MessageId.parse(`blind/${incident}#${isOver ? 'over' : told.times}`);
  const severity: Severity = isOver ? 'info' : 'critical';
  const notice = {
    kind: 'blind' as const,
    id,
    severity,
    subject: Subject.parse('group/everything'),
    rule: rules.find(({ kind }) => kind === 'freshness')?.name ?? RuleName.parse('spendwatch'),
    incident: `blind/${incident}`,
    because: isOver ? 'it is over' : told.because,
    heard: 'critical' as const,
    matter,
    state: isOver ? ('over' as const) : ('blind' as const),
    since,
    times: told.times,
  };
  return { id, at: told.at, severity, notices: [notice], delivered: [...spell.delivered] };
}
