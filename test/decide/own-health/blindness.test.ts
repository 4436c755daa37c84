import { describe, expect, it } from 'vitest';
import { blindMessage, spellsAfter } from '../../../lib/decide/own-health/blind-spells.ts';
import { type Blindness, blindnessIn } from '../../../lib/decide/own-health/blindness.ts';
import type { BlindSpell } from '../../../lib/model/control.ts';
import { type Head, unreadableHead } from '../../../lib/model/head.ts';
import {
  accountTarget,
  BillingAccountId,
  groupTarget,
  ProjectId,
  projectTarget,
  RuleName,
} from '../../../lib/model/ids.ts';
import { defaultIntervals as intervals } from '../../../lib/model/time/intervals.ts';
import { days, earlier, hours, type Instant, later, minutes } from '../../../lib/model/time/time.ts';
import { aFreshnessRule } from '../../support/account-rule-builders.ts';
import { aHead, anObservation, lab, noon } from '../../support/observation-builders.ts';
import { aPolicy } from '../../support/policy-builders.ts';
import { sentBy } from './sent-spells.ts';

const other = projectTarget(ProjectId.parse('other'));
const seen = aHead({ polledAt: noon });
const unseen = aHead({
  polledAt: noon,
  failedPolls: 2,
  failedBecause: 'listProjects: the cloud rejected the API key',
});
const nothing = { blind: [] };
const context = { policy: aPolicy(), intervals, now: later(noon, minutes(5)), isClockRight: false };
const mattersOf = (found: readonly Blindness[]) => found.map(({ matter }) => matter);

describe('invariant 18: blindness, without any rule', () => {
  it.each([
    ['a target is seen', [seen, aHead({ ...unseen, target: other })], []],
    ['no target is seen', [unseen, aHead({ ...unseen, target: other })], ['sight']],
    ['the only target was never seen', [{ ...unseen, observation: null }], ['sight']],
    [
      'what is not seen is no longer listed',
      [seen, aHead({ ...unseen, target: other, failureScope: 'unlisted' })],
      [],
    ],
    ['a head cannot be read', [seen, unreadableHead(other, 'damaged')], ['records']],
    ['no head can be read', [unreadableHead(other, 'damaged')], ['records']],
    [
      'the head of a group cannot be read',
      [seen, unreadableHead(groupTarget(RuleName.parse('a')), 'damaged')],
      ['records'],
    ],
    [
      'one target is not looked at',
      [seen, aHead({ target: other, polledAt: later(noon, minutes(-11)) })],
      ['watcher'],
    ],
    ['there is no target', [], []],
  ] as const)('where %s', (_, heads, matters) => {
    expect(mattersOf(blindnessIn(nothing, { ...context, heads }))).toEqual(matters);
  });

  it('leaves what a freshness rule tells to that rule, and records to nobody', () => {
    const policy = aPolicy({ rules: [aFreshnessRule()] });
    const heads = [unseen, unreadableHead(other, 'damaged')];
    expect(mattersOf(blindnessIn(nothing, { ...context, policy, heads }))).toEqual(['records']);
    const elsewhere = aPolicy({ rules: [aFreshnessRule({ match: { project: 'prod-*' } })] });
    expect(mattersOf(blindnessIn(nothing, { ...context, policy: elsewhere, heads }))).toEqual([
      'records',
      'sight',
    ]);
  });

  it('names the records that cannot be read, and why', () => {
    const [found] = blindnessIn(nothing, {
      ...context,
      heads: [seen, unreadableHead(other, 'its checksum does not match')],
    });
    expect(found?.because).toBe(
      '1 record of the ledger cannot be read: project/other (its checksum does not match)',
    );
  });

  it('goes by what a run noted only where no head tells, and not for ever', () => {
    const noted: BlindSpell = { ...spellOf('sight', noon), notedAt: noon };
    expect(mattersOf(blindnessIn({ blind: [noted] }, { ...context, heads: [] }))).toEqual(['sight']);
    expect(blindnessIn({ blind: [noted] }, { ...context, heads: [seen] })).toEqual([]);
    const now = later(noon, minutes(15));
    expect(blindnessIn({ blind: [noted] }, { ...context, now, heads: [] })).toEqual([]);
  });
});

describe('invariant 18: a target that stays unseen beside others, without any rule', () => {
  const yesterday = earlier(context.now, days(1));
  const refused = aHead({
    target: other,
    polledAt: noon,
    beganAt: yesterday,
    failedPolls: 288,
    failedBecause: 'listVms: forbidden (403)',
  });
  const account = accountTarget(BillingAccountId.parse('main'));
  const unsupported = {
    part: 'account' as const,
    instead: null,
    because: 'not shown',
    until: later(noon, hours(1)),
  };
  it.each<[string, Head, string[]]>([
    ['was never seen for a day', refused, ['targets']],
    ['was never seen for less than a day', { ...refused, beganAt: later(yesterday, minutes(1)) }, []],
    ['was seen less than a day ago', { ...refused, observation: anObservation({ at: noon }) }, []],
    ['was last seen a day ago', { ...refused, observation: anObservation({ at: yesterday }) }, ['targets']],
    ['failed twice after a day in which nobody looked', { ...refused, failedPolls: 2 }, []],
    ['was deleted', { ...refused, failureScope: 'unlisted' }, []],
    ['is unseen because nothing at all could be asked', { ...refused, failureScope: 'everything' }, []],
    ['is an account', { ...refused, target: account }, ['targets']],
    [
      'is an account on a platform that shows none',
      { ...refused, target: account, lacking: [unsupported] },
      [],
    ],
  ])('that %s', (_, head, matters) => {
    expect(mattersOf(blindnessIn(nothing, { ...context, heads: [seen, head] }))).toEqual(matters);
  });

  it('is left to the freshness rule that speaks of it, and to no other', () => {
    const foundBy = (project: string) =>
      mattersOf(
        blindnessIn(nothing, {
          ...context,
          policy: aPolicy({ rules: [aFreshnessRule({ match: { project } })] }),
          heads: [seen, refused],
        }),
      );
    expect(foundBy('other')).toEqual([]);
    expect(foundBy('lab')).toEqual(['targets']);
  });

  it('is told once, as a warning, again where another joins it, and once when all are seen', () => {
    const polls = [[], [other], [other], [other, lab], [lab], [lab, other], [other], [], []];
    let spells: BlindSpell[] = [];
    const sent: string[] = [];
    for (const [day, targets] of polls.entries()) {
      const now = later(noon, days(day));
      const found = targets.length === 0 ? [] : [{ matter: 'targets' as const, because: 'so', targets }];
      spells = spellsAfter(spells, found, { intervals, now });
      for (const spell of spells) {
        const message = blindMessage(spell, aPolicy());
        if (message === null || spell.delivered.includes('mail')) continue;
        sent.push(`day ${day}: ${message.severity} ${message.id.split('#').at(-1)}`);
        spells = sentBy(spells, spell);
      }
    }
    expect(sent).toEqual(['day 1: warning 1', 'day 3: warning 2', 'day 5: warning 3', 'day 7: info over']);
    expect(spells).toEqual([]);
  });
});

const spellOf = (matter: BlindSpell['matter'], since: Instant): BlindSpell => ({
  matter,
  since,
  because: 'so',
  notedAt: null,
  told: null,
  targets: [],
  delivered: [],
  heard: [],
  isOver: false,
});

/** Steps of `act` over a spell, with routes that take whatever is sent. */
function played(
  matter: BlindSpell['matter'],
  steps: readonly (readonly [minute: number, isFound: boolean])[],
) {
  let spells: BlindSpell[] = [];
  const sent: string[] = [];
  for (const [minute, isFound] of steps) {
    const now = later(noon, minutes(minute));
    spells = spellsAfter(spells, isFound ? [{ matter, because: `at ${minute}` }] : [], { intervals, now });
    for (const spell of spells) {
      const message = blindMessage(spell, aPolicy());
      if (message === null || spell.delivered.includes('mail')) continue;
      sent.push(`${minute} ${message.severity} ${message.id}`);
      spells = sentBy(spells, spell);
    }
  }
  return { sent, spells };
}

describe('what is told of blindness', () => {
  it('is told after three polls, again every four hours, and once when it is over', () => {
    const polls = Array.from({ length: 60 }, (_, poll) => [poll * 5, poll < 58] as const);
    const { sent, spells } = played('sight', polls);
    expect(sent).toEqual([
      '15 critical blind/sight#2026-11-21T12:00:00Z#1',
      '255 critical blind/sight#2026-11-21T12:00:00Z#2',
      '290 info blind/sight#2026-11-21T12:00:00Z#over',
    ]);
    expect(spells).toEqual([]);
  });

  it('is told of records at once, and of a cloud that comes back within three polls never', () => {
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

  it('says one thing under one id, whatever is found meanwhile', () => {
    const told = { at: noon, times: 1, because: 'first' };
    const [again] = spellsAfter(
      [{ ...spellOf('records', noon), told }],
      [{ matter: 'records', because: 'later' }],
      {
        intervals,
        now: later(noon, minutes(5)),
      },
    );
    expect(again && blindMessage(again, aPolicy())?.notifications[0]?.because).toBe('first');
  });

  it('is not waited for without end over a route that takes nothing', () => {
    const over: BlindSpell = {
      ...spellOf('sight', noon),
      told: { at: noon, times: 1, because: 'so' },
      heard: ['mail'],
      isOver: true,
    };
    expect(spellsAfter([over], [], { intervals, now: later(noon, hours(5)) })).toEqual([]);
  });

  it('carries the name of the freshness rule where there is one', () => {
    const spell = { ...spellOf('records', noon), told: { at: noon, times: 1, because: 'so' } };
    const policy = aPolicy({ rules: [aFreshnessRule({ name: RuleName.parse('sight') })] });
    expect(blindMessage(spell, policy)?.notifications[0]?.rule).toBe('sight');
    expect(blindMessage(spell, aPolicy())?.notifications[0]?.rule).toBe('spendwatch');
  });
});
