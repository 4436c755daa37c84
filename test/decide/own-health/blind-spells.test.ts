import { describe, expect, it } from 'vitest';
import { blindMessage, updateBlindSpells } from '../../../lib/decide/own-health/blind-spells.ts';
import { findBlindness } from '../../../lib/decide/own-health/blindness.ts';
import { RuleName } from '../../../lib/model/ids.ts';
import { defaultIntervals as intervals } from '../../../lib/model/time/intervals.ts';
import { days, earlier, hours, type Instant, later, minutes } from '../../../lib/model/time/time.ts';
import type { BlindSpell } from '../../../lib/state/control.ts';
import { aFreshnessRule } from '../../support/builders/account-rule-builders.ts';
import { aHead, noon } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { sentBy } from './sent-spells.ts';

const spellOf = (matter: BlindSpell['matter'], since: Instant): BlindSpell => ({
  matter,
  since,
  because: 'so',
  lastNotified: null,
  named: [],
  delivered: [],
  notified: [],
  isResolved: false,
});

/** Plays steps over a spell of blindness, with routes that accept whatever is sent. */
function played(
  matter: BlindSpell['matter'],
  steps: readonly (readonly [minute: number, isFound: boolean])[],
) {
  let spells: BlindSpell[] = [];
  const sent: string[] = [];
  for (const [minute, isFound] of steps) {
    const now = later(noon, minutes(minute));
    spells = updateBlindSpells(spells, isFound ? [{ matter, because: `at ${minute}` }] : [], {
      intervals,
      now,
    });
    for (const spell of spells) {
      const message = blindMessage(spell, aPolicy());
      if (message === null || spell.delivered.includes('mail')) continue;
      sent.push(`${minute} ${message.severity} ${message.id}`);
      spells = sentBy(spells, spell);
    }
  }
  return { sent, spells };
}

describe('a notification of blindness', () => {
  it('is sent after three polls, again every four hours, and once when the blindness ends', () => {
    const polls = Array.from({ length: 60 }, (_, poll) => [poll * 5, poll < 58] as const);
    const { sent, spells } = played('sight', polls);
    expect(sent).toEqual([
      '15 critical blind/sight#2026-11-21T12:00:00Z#1',
      '255 critical blind/sight#2026-11-21T12:00:00Z#2',
      '290 info blind/sight#2026-11-21T12:00:00Z#resolved',
    ]);
    expect(spells).toEqual([]);
  });

  it('is sent at once for records, and never for a cloud that answers again within three polls', () => {
    expect(
      played('records', [
        [0, true],
        [5, true],
      ]).sent,
    ).toHaveLength(1);
    expect(
      played('sight', [
        [0, true],
        [5, true],
        [10, false],
        [15, true],
        [20, true],
      ]).sent,
    ).toEqual([]);
  });

  it.each([
    [3, false],
    [4, true],
  ])(
    'is sent at once where %i polls of every target failed before a run could report it: %j',
    (failedPolls, isTold) => {
      const heads = [aHead({ polledAt: noon, failedPolls, failedBecause: 'the key is not valid' })];
      const now = later(noon, minutes(1));
      const standard = { isClockRight: true, clockNotifiedAt: null, hasClockSpell: false };
      const found = findBlindness([], { heads, policy: aPolicy(), intervals, now, ...standard });
      const [spell] = updateBlindSpells([], found, { intervals, now });
      expect(spell?.lastNotified?.at).toBe(isTold ? now : undefined);
    },
  );

  it('keeps its reason under one id, whatever is found meanwhile', () => {
    const lastNotified = { at: noon, times: 1, because: 'first' };
    const [again] = updateBlindSpells(
      [{ ...spellOf('records', noon), lastNotified }],
      [{ matter: 'records', because: 'later' }],
      {
        intervals,
        now: later(noon, minutes(5)),
      },
    );
    expect(again && blindMessage(again, aPolicy())?.notifications[0]?.because).toBe('first');
  });

  it('is given up over a route that accepts nothing', () => {
    const over: BlindSpell = {
      ...spellOf('sight', noon),
      lastNotified: { at: noon, times: 1, because: 'so' },
      notified: ['mail'],
      isResolved: true,
    };
    expect(updateBlindSpells([over], [], { intervals, now: later(noon, hours(5)) })).toEqual([]);
  });

  it('carries the name of the freshness rule where there is one', () => {
    const spell = { ...spellOf('records', noon), lastNotified: { at: noon, times: 1, because: 'so' } };
    const policy = aPolicy({ rules: [aFreshnessRule({ name: RuleName.parse('sight') })] });
    expect(blindMessage(spell, policy)?.notifications[0]?.rule).toBe('sight');
    expect(blindMessage(spell, aPolicy())?.notifications[0]?.rule).toBe('spendwatch');
  });
});

describe('invariant 18: a blindness that was notified', () => {
  it('is resolved under the id of its beginning, also by a clock that is behind', () => {
    const lastNotified = { at: noon, times: 1, because: 'it is wrong' };
    const spell = { ...spellOf('clock', noon), lastNotified, delivered: ['sns'], notified: ['sns'] };
    const behind = updateBlindSpells([spell], [], { intervals, now: earlier(noon, days(10)) });
    expect(behind).toMatchObject([{ since: noon, isResolved: true }]);
  });
});
