import { describe, expect, it } from 'vitest';
import { blindMessage, updateBlindSpells } from '../../../lib/decide/own-health/blind-spells.ts';
import {
  type Blindness,
  findBlindness,
  isClockDoubted,
  isPolledLate,
} from '../../../lib/decide/own-health/blindness.ts';
import {
  accountTarget,
  BillingAccountId,
  groupTarget,
  ProjectId,
  projectTarget,
  RuleName,
  VmId,
} from '../../../lib/model/ids.ts';
import { defaultIntervals as intervals } from '../../../lib/model/time/intervals.ts';
import { days, earlier, hours, type Instant, later, minutes } from '../../../lib/model/time/time.ts';
import type { BlindNote, BlindSpell } from '../../../lib/state/control.ts';
import { type Head, unreadableHead } from '../../../lib/state/head.ts';
import { aFreshnessRule } from '../../support/builders/account-rule-builders.ts';
import { aHead, anObservation, aVm, lab, noon } from '../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { sentBy } from './sent-spells.ts';

const other = projectTarget(null, ProjectId.parse('other'));
const seen = aHead({ polledAt: noon });
const unseen = aHead({
  polledAt: noon,
  failedPolls: 2,
  failedBecause: 'listProjects: the cloud rejected the API key',
});
const nothing: readonly BlindNote[] = [];
const context = {
  policy: aPolicy(),
  intervals,
  now: later(noon, minutes(5)),
  isClockRight: false,
  clockNotifiedAt: null,
  hasClockSpell: true,
};
const mattersOf = (found: readonly Blindness[]) => found.map(({ matter }) => matter);

it('a group is never polled late, since it is judged from the heads of others', () => {
  const late = { ...context, now: later(noon, hours(1)) };
  const group = { ...seen, target: groupTarget(RuleName.parse('all of us')) };
  expect([seen, group].map((head) => isPolledLate(head, late))).toEqual([true, false]);
});

describe('invariant 18: blindness, without any rule', () => {
  it.each([
    ['a target is seen', [seen, aHead({ ...unseen, target: other })], []],
    ['no target is seen', [unseen, aHead({ ...unseen, target: other })], ['sight']],
    ['the only target was never seen', [{ ...unseen, observation: null }], ['sight']],
    [
      'the target that is not seen is no longer listed',
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
      'one target is not polled',
      [seen, aHead({ target: other, polledAt: later(noon, minutes(-11)) })],
      ['watcher'],
    ],
    ['there is no target', [], []],
  ] as const)('where %s', (_, heads, matters) => {
    expect(mattersOf(findBlindness(nothing, { ...context, heads }))).toEqual(matters);
  });

  it('reports overrides that a run could not read and heads that cannot be read as one matter', () => {
    const note = { matter: 'records', because: '1 override cannot be read', at: noon } as const;
    const found = (heads: readonly Head[], now = noon) => findBlindness([note], { ...context, heads, now });
    expect(found([seen])).toEqual([{ matter: 'records', because: '1 override cannot be read' }]);
    expect(found([seen, unreadableHead(other, 'damaged')])).toMatchObject([
      { matter: 'records', because: expect.stringMatching(/^1 record of .* 1 override cannot be read$/) },
    ]);
    expect(mattersOf(found([seen], later(noon, hours(1))))).not.toContain('records');
  });

  it('leaves unseen targets to a freshness rule that matches them, and always reports unreadable records itself', () => {
    const policy = aPolicy({ rules: [aFreshnessRule()] });
    const heads = [unseen, unreadableHead(other, 'damaged')];
    expect(mattersOf(findBlindness(nothing, { ...context, policy, heads }))).toEqual(['records']);
    const elsewhere = aPolicy({ rules: [aFreshnessRule({ match: { project: 'prod-*' } })] });
    expect(mattersOf(findBlindness(nothing, { ...context, policy: elsewhere, heads }))).toEqual([
      'records',
      'sight',
    ]);
  });

  it('names the records that cannot be read, and why', () => {
    const [found] = findBlindness(nothing, {
      ...context,
      heads: [seen, unreadableHead(other, 'its checksum does not match')],
    });
    expect(found?.because).toBe(
      '1 record of the ledger cannot be read: project/other (its checksum does not match)',
    );
  });

  it('reports signals that stopped where an idle rule reads them, and no longer once none does', () => {
    const box = aVm();
    const heads = [
      aHead({
        polledAt: context.now,
        observation: anObservation({ at: noon, resources: [box] }),
        signalsKnownAt: { [VmId.parse(box.id)]: { logins: earlier(noon, hours(2)) } },
      }),
    ];
    const rules = [anIdleRule({ match: { id: box.id } })];
    const told = findBlindness(nothing, { ...context, policy: aPolicy({ rules }), heads });
    expect(told).toMatchObject([{ matter: 'signals', because: expect.stringContaining('login signals') }]);
    const others = [anIdleRule({ match: { id: 'another' } })];
    for (const left of [[], others])
      expect(findBlindness(nothing, { ...context, policy: aPolicy({ rules: left }), heads })).toEqual([]);
  });

  it('uses the note of a run only where no head shows the same, and only for a while', () => {
    const noted = [{ matter: 'sight', because: 'so', at: noon }] as const;
    expect(mattersOf(findBlindness(noted, { ...context, heads: [] }))).toEqual(['sight']);
    expect(findBlindness(noted, { ...context, heads: [seen] })).toEqual([]);
    const now = later(noon, minutes(15));
    expect(findBlindness(noted, { ...context, now, heads: [] })).toEqual([]);
  });

  it('uses a noted clock until it was notified, and from then on where the time is not confirmed', () => {
    const noted = [{ matter: 'clock', because: 'so', at: noon }] as const;
    const since = aHead({ polledAt: later(noon, minutes(1)) });
    const at = (isClockRight: boolean, clockNotifiedAt: Instant | null, head = since) =>
      mattersOf(findBlindness(noted, { ...context, heads: [head], isClockRight, clockNotifiedAt }));
    expect(at(true, null)).toEqual(['clock']);
    expect(at(true, noon)).toEqual([]);
    expect(at(false, noon)).toEqual(['clock']);
    expect(at(true, noon, seen)).toEqual(['clock']);
    expect(at(true, earlier(noon, minutes(1)))).toEqual(['clock']);
    const ended = { ...context, heads: [since], clockNotifiedAt: noon, hasClockSpell: false };
    expect(findBlindness(noted, ended)).toEqual([]);
  });
});

describe('invariant 18: a clock that was noted as wrong, where no time is confirmed', () => {
  const noted = [{ matter: 'clock', because: 'so', at: noon }] as const;
  const heads = [aHead({ polledAt: later(noon, minutes(1)) })];

  it.each([
    ['a day ahead', later(noon, days(1))],
    ['a day behind', earlier(noon, days(1))],
  ])('stays reported for a run whose own clock is %s', (_, now) => {
    const found = mattersOf(findBlindness(noted, { ...context, heads, now, clockNotifiedAt: noon }));
    expect(found).toContain('clock');
    const isRight = { ...context, heads, now, clockNotifiedAt: noon, isClockRight: true };
    expect(mattersOf(findBlindness(noted, isRight))).not.toContain('clock');
  });

  it('is reported, although a clock that was ahead has recorded that it was notified', () => {
    const clockNotifiedAt = later(noon, days(1));
    const asked = { ...context, heads, clockNotifiedAt, hasClockSpell: false };
    expect(mattersOf(findBlindness(noted, asked))).toEqual(['clock']);
    expect(isClockDoubted({ blind: [], clockNotifiedAt }, noted, { ...context, connection: null })).toBe(
      true,
    );
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
  const account = accountTarget(null, BillingAccountId.parse('main'));
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
    ['failed twice after a day without polls', { ...refused, failedPolls: 2 }, []],
    ['was deleted', { ...refused, failureScope: 'unlisted' }, []],
    ['is unseen because the whole cloud could not be polled', { ...refused, failureScope: 'everything' }, []],
    ['is an account', { ...refused, target: account }, ['targets']],
    [
      'is an account on a platform that shows no accounts',
      { ...refused, target: account, unsupported: [unsupported] },
      [],
    ],
  ])('that %s', (_, head, matters) => {
    expect(mattersOf(findBlindness(nothing, { ...context, heads: [seen, head] }))).toEqual(matters);
  });

  it('is left to a freshness rule that matches it, and to no other', () => {
    const foundBy = (project: string) =>
      mattersOf(
        findBlindness(nothing, {
          ...context,
          policy: aPolicy({ rules: [aFreshnessRule({ match: { project } })] }),
          heads: [seen, refused],
        }),
      );
    expect(foundBy('other')).toEqual([]);
    expect(foundBy('lab')).toEqual(['targets']);
  });

  it('is notified once, as a warning, again when another one joins it, and once when all are seen', () => {
    const polls = [[], [other], [other], [other, lab], [lab], [lab, other], [other], [], []];
    let spells: BlindSpell[] = [];
    const sent: string[] = [];
    for (const [day, named] of polls.entries()) {
      const now = later(noon, days(day));
      const found = named.length === 0 ? [] : [{ matter: 'targets' as const, because: 'so', named }];
      spells = updateBlindSpells(spells, found, { intervals, now });
      for (const spell of spells) {
        const message = blindMessage(spell, aPolicy());
        if (message === null || spell.delivered.includes('mail')) continue;
        sent.push(`day ${day}: ${message.severity} ${message.id.split('#').at(-1)}`);
        spells = sentBy(spells, spell);
      }
    }
    expect(sent).toEqual([
      'day 1: warning 1',
      'day 3: warning 2',
      'day 5: warning 3',
      'day 7: info resolved',
    ]);
    expect(spells).toEqual([]);
  });
});
