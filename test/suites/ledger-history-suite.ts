import { describe, expect, it } from 'vitest';
import { RuleName, Subject, TargetId } from '../../lib/model/ids.ts';
import type { Rollup } from '../../lib/model/money/meter.ts';
import { charge, hourlyPrice } from '../../lib/model/money/money.ts';
import {
  days,
  earlier,
  hours,
  type Instant,
  instant,
  later,
  milliseconds,
  minutes,
} from '../../lib/model/time/time.ts';
import { type History, type Ledger, LedgerError, nothingWritten } from '../../lib/record/ledger.ts';
import type { JournalEntry } from '../../lib/state/journal.ts';
import { aFleet, aFleetUse, longId } from '../support/builders/fleet-builders.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import {
  anAccountObservation,
  anObservation,
  lab,
  noon,
  times,
  usageUntil,
} from '../support/builders/observation-builders.ts';
import { isWhole, scaled } from '../support/tier.ts';

const aHistory = (overrides: Partial<History>): History => ({
  ...nothingWritten,
  target: lab,
  ...overrides,
});

const anEntry = (overrides: Partial<Omit<JournalEntry, 'at'>> & { readonly at: Instant }): JournalEntry => ({
  id: 'lab#budget#2026-11#80',
  event: 'alert',
  subject: Subject.parse('project/lab'),
  rule: RuleName.parse('budget'),
  because: '812.50 of 1,000 USD are spent',
  ...overrides,
});

const justBefore = (moment: Instant): Instant => earlier(moment, milliseconds(1));
const justAfter = (moment: Instant): Instant => later(moment, milliseconds(1));
const afterMinutes = (count: number): Instant => later(noon, minutes(count));

export function ledgerHistorySuite(open: () => Promise<Ledger>): void {
  const withObservations = async (...moments: readonly Instant[]): Promise<Ledger> => {
    const ledger = await open();
    for (const at of moments) await ledger.record(aHistory({ observations: [anObservation({ at })] }));
    return ledger;
  };
  const seenIn = async (ledger: Ledger, from: Instant, until: Instant) =>
    (await ledger.observations(lab, from, until)).map(({ at }) => at);

  describe('history', () => {
    it('is empty where nothing was recorded', async () => {
      const ledger = await open();
      await ledger.record(aHistory({}));
      expect(await ledger.observations(lab, noon, afterMinutes(5))).toEqual([]);
      expect(await ledger.meters(lab, 'hour', noon, afterMinutes(60))).toEqual([]);
      expect(await ledger.journal(lab, noon, afterMinutes(5))).toEqual([]);
    });

    it.runIf(isWhole())(
      'keeps the use of VMs as last written, also where it exceeds one item, and has none for a target without any',
      async () => {
        const ledger = await open();
        const [few, many] = [aFleetUse(3), aFleetUse(2_400)];
        for (const use of [few, many, few, many]) {
          await ledger.record(aHistory({ use }));
          expect(await ledger.use(lab)).toEqual(use);
        }
        expect(await ledger.use(TargetId.parse('project/other'))).toBeNull();
      },
    );

    it('returns observations of projects and accounts as they were recorded', async () => {
      const ledger = await open();
      const main = TargetId.parse('account/main');
      const ofProject = anObservation({ resources: aFleet(20) });
      await ledger.record(aHistory({ observations: [ofProject] }));
      await ledger.record(aHistory({ target: main, observations: [anAccountObservation()] }));
      expect(await ledger.observations(lab, noon, justAfter(noon))).toEqual([ofProject]);
      expect(await ledger.observations(main, noon, justAfter(noon))).toEqual([anAccountObservation()]);
    });

    it('returns observations of a half-open period, oldest first', async () => {
      const moments = [10, 0, 5, 15].map(afterMinutes);
      const ledger = await withObservations(...moments, justBefore(noon), justAfter(afterMinutes(10)));
      expect(await seenIn(ledger, noon, afterMinutes(15))).toEqual([
        noon,
        afterMinutes(5),
        afterMinutes(10),
        justAfter(afterMinutes(10)),
      ]);
      expect(await seenIn(ledger, justAfter(noon), justAfter(afterMinutes(5)))).toEqual([afterMinutes(5)]);
    });

    it('returns each observation of a batch, also when only a part of the batch is in the period', async () => {
      const ledger = await open();
      const resources = aFleet(20);
      const buffered = times(12, null).map((_, poll) => {
        const at = afterMinutes(5 * poll);
        return anObservation({ at, resources: resources.map((vm) => ({ ...vm, seenAt: at })) });
      });
      const changed = anObservation({ at: afterMinutes(60), resources: resources.slice(1) });
      await ledger.record(aHistory({ observations: buffered }));
      await ledger.record(aHistory({ observations: [changed] }));
      expect(await ledger.observations(lab, noon, justAfter(changed.at))).toEqual([...buffered, changed]);
      expect(await ledger.observations(lab, afterMinutes(15), afterMinutes(25))).toEqual(
        buffered.slice(3, 5),
      );
    });

    it('returns an observation once although two turns recorded it in different batches', async () => {
      const ledger = await open();
      const buffered = [0, 5, 10].map((minute) => anObservation({ at: afterMinutes(minute) }));
      await ledger.record(aHistory({ observations: buffered }));
      await ledger.record(aHistory({ observations: buffered.slice(0, 2) }));
      expect(await ledger.observations(lab, noon, afterMinutes(15))).toEqual(buffered);
    });

    it('returns usage samples of a half-open period', async () => {
      const ledger = await open();
      const told = [10, 0, 5].map((minute) => {
        const at = afterMinutes(minute);
        return { at, usage: [usageUntil(at, [1, 'missing', { cpu: 99.9 }])] };
      });
      for (const sampling of told) await ledger.record(aHistory({ sampling }));
      expect(await ledger.samplings(lab, noon, afterMinutes(10))).toEqual([told[1], told[2]]);
      expect(await ledger.observations(lab, noon, afterMinutes(15))).toEqual([]);
    });

    it('returns nothing for an empty or reversed period', async () => {
      const ledger = await withObservations(noon);
      expect(await seenIn(ledger, noon, noon)).toEqual([]);
      expect(await seenIn(ledger, afterMinutes(5), justBefore(noon))).toEqual([]);
    });

    it('returns all observations of a period, over as many pages as they take', async () => {
      const resources = aFleet(1_000, longId);
      const moments = Array.from({ length: 50 }, (_, poll) => afterMinutes(5 * poll));
      const ledger = await open();
      await Promise.all(
        moments.map((at) => ledger.record(aHistory({ observations: [anObservation({ at, resources })] }))),
      );
      expect(await seenIn(ledger, noon, afterMinutes(5 * 50))).toEqual(moments);
    });

    it('leaves out observations older than their retention', async () => {
      const ledger = await withObservations(noon, justAfter(noon));
      expect(await seenIn(ledger, noon, later(noon, days(35)))).toEqual([justAfter(noon)]);
      expect(await seenIn(ledger, noon, justAfter(later(noon, days(35))))).toEqual([]);
    });

    it('can be read up to the last representable moment', async () => {
      const ledger = await withObservations(noon);
      const last = instant(Date.UTC(10_000, 0) - 1);
      expect(await seenIn(ledger, noon, last)).toEqual([]);
      expect(await ledger.samplings(lab, noon, last)).toEqual([]);
    });

    it('refuses a moment beyond the year 9999', async () => {
      const ledger = await withObservations(noon);
      await expect(seenIn(ledger, noon, instant(Number.MAX_SAFE_INTEGER))).rejects.toThrow(LedgerError);
    });

    it('holds thousands of VMs in one observation, and the usage samples of each', async () => {
      const ledger = await open();
      const resources = aFleet(scaled(5_000), longId);
      const usage = resources.map(({ id }, index) =>
        usageUntil(noon, [index % 90, { cpu: null, network: index * 131 }], id),
      );
      const observation = anObservation({ resources });
      const sampling = { at: noon, usage };
      await ledger.record(aHistory({ observations: [observation], sampling }));
      expect(await ledger.observations(lab, noon, justAfter(noon))).toEqual([observation]);
      expect(await ledger.samplings(lab, noon, justAfter(noon))).toEqual([sampling]);
    });

    it('keeps hours, days and months apart, and selects each by its beginning', async () => {
      const ledger = await open();
      const spent = { charge: charge(hourlyPrice('0.000000000000000001'), hours(1)) };
      const [first, second, third] = [0, 1, 2].map((hour) => aMeter('hour', later(noon, hours(hour)), spent));
      const others = [aMeter('day', noon, spent), aMeter('month', noon, spent)];
      const meters = [third, first, second, ...others].filter(
        (meter): meter is Rollup => meter !== undefined,
      );
      await ledger.record(aHistory({ meters }));
      expect(await ledger.meters(lab, 'hour', noon, later(noon, hours(2)))).toEqual([first, second]);
      expect(await ledger.meters(lab, 'day', earlier(noon, days(1)), noon)).toEqual([others[0]]);
      expect(await ledger.meters(lab, 'month', earlier(noon, days(30)), noon)).toEqual([others[1]]);
    });

    it('returns audit lines in order of time, however long their ids are', async () => {
      const ledger = await open();
      const last = anEntry({ at: afterMinutes(5), event: 'resolved' });
      const long = ['a', 'b'].map((end) =>
        anEntry({ at: justAfter(noon), id: `${'long'.repeat(500)}${end}` }),
      );
      const atOnce = ['a', 'b', 'c#d', 'é', '\uffff', '🦊'].map((id) => anEntry({ at: noon, id }));
      await ledger.record(aHistory({ journal: [last, ...long, ...atOnce.toReversed()] }));
      const written = await ledger.journal(lab, noon, afterMinutes(5));
      expect(written.slice(0, atOnce.length)).toEqual(atOnce);
      expect(written.slice(atOnce.length)).toEqual(expect.arrayContaining(long));
      expect(written).toHaveLength(atOnce.length + long.length);
    });

    it('records many audit lines in one call', async () => {
      const ledger = await open();
      const journal = Array.from({ length: 60 }, (_, index) =>
        anEntry({ at: afterMinutes(index), id: `${index}` }),
      );
      await ledger.record(aHistory({ journal, observations: [anObservation()] }));
      expect(await ledger.journal(lab, noon, afterMinutes(60))).toEqual(journal);
    });

    it('does not change when it is recorded again, whole or in part', async () => {
      const ledger = await open();
      const history = aHistory({
        observations: [anObservation({ resources: aFleet(5) })],
        sampling: { at: noon, usage: [usageUntil(noon, [1, 2])] },
        meters: [aMeter('hour', noon), aMeter('day', noon)],
        journal: [anEntry({ at: noon }), anEntry({ at: noon, id: 'another' })],
      });
      const twice = { ...history, meters: [...history.meters, ...history.meters] };
      await ledger.record({ ...history, observations: [], journal: history.journal.slice(1) });
      await ledger.record(history);
      await ledger.record(twice);
      expect(await ledger.observations(lab, noon, afterMinutes(5))).toEqual(history.observations);
      expect(await ledger.samplings(lab, noon, afterMinutes(5))).toEqual([history.sampling]);
      expect(await ledger.meters(lab, 'hour', noon, afterMinutes(5))).toEqual([history.meters[0]]);
      expect(await ledger.journal(lab, noon, afterMinutes(5))).toEqual(
        expect.arrayContaining(history.journal as JournalEntry[]),
      );
      expect(await ledger.journal(lab, noon, afterMinutes(5))).toHaveLength(2);
    });

    it('of one target is not returned for another', async () => {
      const ledger = await withObservations(noon);
      for (const other of ['project/lab2', 'project/la', 'account/lab', 'project/lab#observed#2026']) {
        expect(await ledger.observations(TargetId.parse(other), noon, afterMinutes(5))).toEqual([]);
      }
    });
  });
}
