import { describe, expect, it } from 'vitest';
import { type SnapshotOptions, snapshots } from '../../lib/dashboard/data/snapshots.ts';
import { liveFeed } from '../../lib/dashboard/live-feed.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import { minutes, seconds } from '../../lib/model/time/time.ts';
import { LedgerError } from '../../lib/record/ledger.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import { virtualClock } from '../../lib/simulators/compute/virtual-clock.ts';
import { aHead, noon } from '../support/builders/observation-builders.ts';
import { aPolicy } from '../support/builders/policy-builders.ts';
import { setClock } from '../support/set-clock.ts';

function aLedger(overrides: Partial<SnapshotOptions> = {}) {
  const ledger = memoryLedger();
  const clock = setClock(noon);
  let reads = 0;
  let trouble: Error | null = null;
  const known = snapshots({
    ledger: async (work) => {
      reads += 1;
      if (trouble !== null) throw trouble;
      return work(ledger);
    },
    policy: async () => ({ policy: aPolicy(), fault: null }),
    intervals: defaultIntervals,
    now: clock.now,
    clock,
    freshFor: seconds(5),
    ...overrides,
  });
  return {
    ledger,
    clock,
    known,
    reads: () => reads,
    breakWith: (error: Error | null) => {
      trouble = error;
    },
  };
}

describe('a snapshot', () => {
  it('is shared by all requests at once, and for a while', async () => {
    const { known, clock, reads } = aLedger();
    const [one, other] = await Promise.all([known.current(), known.current()]);
    expect(one).toBe(other);
    clock.pass(seconds(4));
    expect(await known.current()).toBe(one);
    expect(reads()).toBe(1);
    clock.pass(seconds(1));
    expect(await known.current()).not.toBe(one);
  });

  it('is used for longer where reading takes long', async () => {
    const clock = setClock(noon);
    const ledger = memoryLedger();
    let reads = 0;
    const known = snapshots({
      ledger: async (work) => {
        reads += 1;
        clock.pass(seconds(2));
        return work(ledger);
      },
      policy: async () => ({ policy: aPolicy(), fault: null }),
      intervals: defaultIntervals,
      now: clock.now,
      clock,
      freshFor: seconds(5),
    });
    await known.current();
    clock.pass(seconds(37));
    await known.current();
    expect(reads).toBe(1);
    clock.pass(seconds(1));
    await known.current();
    expect(reads).toBe(2);
  });

  it('has a new version once a head, an override or the policy changes', async () => {
    const { known, ledger } = aLedger();
    const { version } = await known.current();
    expect((await known.reread()).version).toBe(version);
    await ledger.commit(aHead({ seq: 1 }));
    const turned = (await known.reread()).version;
    expect(turned).not.toBe(version);
    await ledger.commit(aHead({ seq: 2 }));
    expect((await known.reread()).version).not.toBe(turned);
  });

  it('stays in use when a newer one cannot be read, with the reason', async () => {
    const { known, breakWith } = aLedger();
    const before = await known.current();
    breakWith(new LedgerError('no answer'));
    expect(await known.reread()).toEqual({ ...before, staleBecause: 'no answer' });
    breakWith(null);
    expect((await known.reread()).staleBecause).toBeNull();
  });

  it('is absent until a first one was read', async () => {
    const { known, breakWith } = aLedger();
    breakWith(new LedgerError('no answer'));
    await expect(known.current()).rejects.toThrow('no answer');
    breakWith(null);
    expect(await known.current()).toMatchObject({ heads: [] });
  });
});

describe('the live feed', () => {
  it('sends each new version once, and a sign of life now and then', async () => {
    const clock = virtualClock(noon);
    const { known, ledger } = aLedger({ now: clock.now, clock, freshFor: seconds(0) });
    const end = new AbortController();
    const words: string[] = [];
    for await (const word of liveFeed(known, clock, seconds(5)).listen(end.signal)) {
      words.push(word);
      if (words.length === 1) await ledger.commit(aHead({ seq: 1 }));
      if (words.length === 3) end.abort();
    }
    expect(words).toEqual(['here', 'changed', 'here']);
    expect(clock.now() - noon).toBeLessThanOrEqual(minutes(1));
  });

  it('reports that the ledger cannot be read, and that it can again', async () => {
    const clock = virtualClock(noon);
    const { known, breakWith } = aLedger({ now: clock.now, clock, freshFor: seconds(0) });
    const end = new AbortController();
    await known.current();
    const feed = liveFeed(known, clock, seconds(1)).listen(end.signal);
    const first = feed.next();
    breakWith(new LedgerError('gone'));
    expect((await first).value).toBe('changed');
    breakWith(null);
    expect((await feed.next()).value).toBe('changed');
    end.abort();
    expect(await feed.next()).toEqual({ done: true, value: undefined });
  });
});
