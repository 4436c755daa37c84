import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RuleName, Subject } from '../../../lib/model/ids.ts';
import { days, earlier, hours, type Instant } from '../../../lib/model/time/time.ts';
import { allowedRisk } from '../../../lib/rules/idle/learned/judge-learned.ts';
import type { LearnedTerms } from '../../../lib/rules/idle/terms.ts';
import { PastStop } from '../../../lib/state/intent.ts';
import { at } from '../../support/at.ts';

const now = at('2026-11-20T12:00:00');
const learned: LearnedTerms = { within: hours(8), inUse: 15, risk: 5, untilKnown: null };
const name = RuleName.parse('unused machines');
const rule = { name, learned };
const daysAgo = (...counts: number[]): Instant[] => counts.map((count) => earlier(now, days(count)));
const aPastStop = PastStop.parse({
  subject: 'project/lab/vm/box',
  rule: 'another rule',
  stoppedAt: daysAgo(1)[0],
  startedAgainAt: null,
});

describe('the risk that a rule allows', () => {
  /** Stops of other VMs by the rule, of which the first ones were wrong, two days ago. */
  const stopsOf = (made: number, wrongOnes: number, ago = 2): PastStop[] =>
    Array.from({ length: made }, (_, index) => ({
      ...aPastStop,
      subject: Subject.parse(`project/lab/vm/other-${index}`),
      rule: name,
      made: daysAgo(ago),
      wrong: index < wrongOnes ? daysAgo(ago) : [],
    }));

  /** Two VMs that were stopped on each day, of whose stops a head holds the newest ones, and earlier wrong ones. */
  const daily = (wrongOnes: number[]): PastStop[] =>
    stopsOf(2, 0).map((stop) => ({
      ...stop,
      made: daysAgo(...Array.from({ length: 16 }, (_, index) => 17 - index)),
      wrong: daysAgo(...wrongOnes),
    }));

  it.each<[string, PastStop[], number]>([
    ['no wrong stops from a time whose right stops are known too', daily([25, 24, 22, 20]), 5],
    [
      'some wrong stops from a time whose right stops are known too',
      daily([25, 24, 22, 20, 7, 5, 3, 2]),
      1.625,
    ],
    ['as many as the risk allows', stopsOf(40, 2), 5],
    ['more, which may be chance', stopsOf(40, 3), 5],
    ['more, which are no longer chance', stopsOf(40, 8), 1.875],
    ['one, of one', stopsOf(1, 1), 5],
    ['all of twenty', stopsOf(20, 20), 0.5],
    ['too many, long ago', stopsOf(40, 8, 28), 5],
    ['too many by another rule', stopsOf(40, 8).map((stop) => ({ ...stop, rule: aPastStop.rule })), 5],
    ['too many of those whose outcome is known', [...stopsOf(20, 4), ...stopsOf(60, 0, 0.1)], 2.5],
  ])(
    'is that of the policy, scaled by the share of wrong stops if clearly too many were wrong: %s',
    (_, others, risk) => {
      expect(allowedRisk(rule, aPastStop.subject, others, now).risk).toBeCloseTo(risk);
    },
  );

  it('has a reason with both causes, where both count', () => {
    const of = [...stopsOf(40, 8), { ...aPastStop, made: daysAgo(1), wrong: daysAgo(1) }];
    expect(allowedRisk(rule, aPastStop.subject, of, now).because).toBe(
      'The rule allows 0.94 % after 1 wrong stop of this VM and 8 wrong stops out of 40 in this project in four weeks',
    );
  });

  it('is never raised by a wrong stop, of the VM or of another, and never above that of the policy', () => {
    const ago = fc.integer({ min: 0, max: 40 * 24 }).map((count) => earlier(now, hours(count)));
    const anyStop = fc.record({
      vm: fc.constantFrom('box', 'a', 'b', 'c'),
      rule: fc.constantFrom(name, aPastStop.rule),
      made: fc.array(ago, { maxLength: 16 }),
      wrong: fc.array(fc.nat(15), { maxLength: 8 }),
    });
    const stopFrom = ({
      vm,
      rule,
      made,
      wrong,
    }: typeof anyStop extends fc.Arbitrary<infer T> ? T : never) => ({
      ...aPastStop,
      subject: Subject.parse(`project/lab/vm/${vm}`),
      rule,
      made,
      wrong: made.filter((_, index) => wrong.includes(index)),
    });
    fc.assert(
      fc.property(
        fc.array(anyStop, { maxLength: 8 }).map((all) => all.map(stopFrom)),
        fc.integer({ min: 1, max: 50 }),
        fc.nat(7),
        (stops, risk, which) => {
          const allowed = (some: readonly PastStop[]) =>
            allowedRisk({ name, learned: { ...learned, risk } }, aPastStop.subject, some, now).risk;
          const before = allowed(stops);
          expect(before).toBeLessThanOrEqual(risk);
          expect(before).toBeGreaterThan(0);
          const at = earlier(now, hours(1));
          const more = stops.map((stop, index) =>
            index === which ? { ...stop, made: [...stop.made, at], wrong: [...stop.wrong, at] } : stop,
          );
          expect(allowed(more)).toBeLessThanOrEqual(before + 1e-12);
          const undone = stops.map((stop, index) => (index === which ? { ...stop, wrong: stop.made } : stop));
          expect(allowed(undone)).toBeLessThanOrEqual(before + 1e-12);
        },
      ),
    );
    expect(allowedRisk(rule, aPastStop.subject, [], now)).toEqual({
      risk: 5,
      because: 'The rule allows 5 %',
    });
  });
});
