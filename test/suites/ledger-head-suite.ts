import { describe, expect, it } from 'vitest';
import { ProjectId, projectTarget, TargetId } from '../../lib/model/ids.ts';
import { withoutShares } from '../../lib/model/money/meter.ts';
import { charge, hourlyPrice } from '../../lib/model/money/money.ts';
import { hours } from '../../lib/model/time/time.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import { aFleet, aHeadOf, longId } from '../support/builders/fleet-builders.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import {
  aHead,
  anAccountObservation,
  anObservation,
  aVm,
  lab,
  noon,
} from '../support/builders/observation-builders.ts';
import { scaled } from '../support/tier.ts';

/** Ids that a carelessly built key would confuse with one another, or with other keys of the ledger. */
const hostileIds = [
  'project/lab#observed#2026-11-21T12:00:00.000Z#000',
  'project/lab/head#000000000001#0',
  'project/ ',
  'project/"quoted", \\escaped\\ and {braced}',
  'project/проект-研究-🦊',
  'account/lab',
  `project/${'long'.repeat(60)}`,
];

export function ledgerHeadSuite(open: () => Promise<Ledger>): void {
  describe('a head', () => {
    it('does not exist before it is committed', async () => {
      const ledger = await open();
      expect(await ledger.head(lab)).toBeUndefined();
      expect(await ledger.heads()).toEqual([]);
    });

    it.each([
      ['a project', { ...aHeadOf(aFleet(20)), seq: 1 }],
      [
        'an account',
        aHead({ target: TargetId.parse('account/main'), seq: 1, observation: anAccountObservation() }),
      ],
      ['a target never seen', aHead({ seq: 1, failedPolls: 1, failedBecause: 'listVms: no answer' })],
    ])('of %s is read back as it was committed', async (_, head) => {
      const ledger = await open();
      expect(await ledger.commit(head)).toBe('committed');
      expect(await ledger.head(head.target)).toEqual(head);
      expect(await ledger.heads()).toEqual([head]);
    });

    it('is replaced only by the head with the next seq', async () => {
      const ledger = await open();
      await ledger.commit(aHead({ seq: 1 }));
      expect(await ledger.commit(aHead({ seq: 3, failedPolls: 9 }))).toBe('lost');
      expect(await ledger.commit(aHead({ seq: 1, failedPolls: 9 }))).toBe('lost');
      expect(await ledger.commit(aHead({ seq: 2, failedPolls: 2 }))).toBe('committed');
      expect(await ledger.commit(aHead({ seq: 2, failedPolls: 9 }))).toBe('lost');
      expect(await ledger.head(lab)).toEqual(aHead({ seq: 2, failedPolls: 2 }));
    });

    it.each([-1, 0, 2])('of an unknown target is not committed with seq %i', async (seq) => {
      const ledger = await open();
      expect(await ledger.commit(aHead({ seq }))).toBe('lost');
      expect(await ledger.heads()).toEqual([]);
    });

    it.each([1, 2])('is committed by exactly one of several concurrent writers of seq %i', async (seq) => {
      const ledger = await open();
      if (seq === 2) await ledger.commit(aHead({ seq: 1 }));
      const racers = Array.from({ length: 8 }, (_, failedPolls) => aHead({ seq, failedPolls }));
      const outcomes = await Promise.all(racers.map((head) => ledger.commit(head)));
      expect(outcomes.filter((outcome) => outcome === 'committed')).toHaveLength(1);
      expect(await ledger.head(lab)).toEqual(racers[outcomes.indexOf('committed')]);
    });

    it('is stored beside those of many other targets', async () => {
      const ledger = await open();
      const heads = Array.from({ length: 100 }, (_, index) =>
        aHead({ target: projectTarget(null, ProjectId.parse(`team-${index}`)), seq: 1, failedPolls: index }),
      );
      await Promise.all(heads.map((head) => ledger.commit(head)));
      const stored = await ledger.heads();
      expect([...stored].sort((left, right) => left.failedPolls - right.failedPolls)).toEqual(heads);
    });

    it.each(hostileIds)('of the target %j is kept apart from every other target', async (id) => {
      const ledger = await open();
      const head = aHead({
        target: TargetId.parse(id),
        seq: 1,
        observation: anObservation({ resources: [aVm({ id })] }),
      });
      await ledger.commit(head);
      await ledger.commit(aHead({ seq: 1 }));
      expect(await ledger.head(head.target)).toEqual(head);
      expect(await ledger.head(lab)).toEqual(aHead({ seq: 1 }));
      expect(await ledger.heads()).toHaveLength(2);
    });

    it('keeps every digit of every figure', async () => {
      const ledger = await open();
      const long = hourlyPrice('12345678901234567890.000000000000000001');
      const head = aHead({
        seq: 1,
        observation: anObservation({
          resources: [aVm({ price: '0.1' }), aVm({ id: 'b', price: long.toFixed() })],
        }),
        closedHours: [withoutShares(aMeter('hour', noon, { charge: charge(long, hours(1)) }))],
      });
      await ledger.commit(head);
      expect(await ledger.head(lab)).toEqual(head);
    });

    it.each([
      ['empty', {}],
      ['not shown', null],
      ['of any alphabet', { имя: '名前 🦊', '': '', ' ': '\u0000\n"\\', constructor: 'toString' }],
    ])('keeps metadata that are %s', async (_, metadata) => {
      const ledger = await open();
      const head = aHead({
        seq: 1,
        observation: anObservation({ resources: [aVm(), aVm({ id: 'b', metadata })] }),
      });
      await ledger.commit(head);
      expect(await ledger.head(lab)).toEqual(head);
    });

    it.each([
      [scaled(5_000), 'long ids', longId],
      // Nothing can shorten these, so that one item does not hold them all.
      [
        scaled(4_000),
        'the longest ids there may be',
        (index: number) => Array.from({ length: 6 }, (_, part) => longId(index * 6 + part)).join(),
      ],
    ])('holds %i VMs with %s and can be replaced at every turn', async (count, _, idOf) => {
      const ledger = await open();
      const observation = anObservation({ resources: aFleet(count, idOf) });
      for (const seq of [1, 2, 3]) expect(await ledger.commit(aHead({ seq, observation }))).toBe('committed');
      expect(await ledger.head(lab)).toEqual(aHead({ seq: 3, observation }));
      expect(await ledger.commit(aHead({ seq: 3 }))).toBe('lost');
      expect(await ledger.commit(aHead({ seq: 4 }))).toBe('committed');
      expect(await ledger.heads()).toEqual([aHead({ seq: 4 })]);
    });
  });
}
