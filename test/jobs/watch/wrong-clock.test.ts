import { describe, expect, it } from 'vitest';
import { believedHead } from '../../../lib/decide/believed-head.ts';
import { failIfBlind, listBlindReasons } from '../../../lib/jobs/blind-run.ts';
import {
  days,
  hours,
  type Instant,
  later,
  milliseconds,
  minutes,
  type Span,
} from '../../../lib/model/time/time.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { on } from '../../support/timeline.ts';
import { anActor, waitingStops } from '../act/an-actor.ts';
import { aSkewedMachine } from './a-skewed-machine.ts';

/** Every instant in a value, at any depth. */
const instantsIn = (value: unknown): number[] =>
  typeof value === 'number'
    ? value > on('00:00') - days(365)
      ? [value]
      : []
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(instantsIn)
      : [];
const latestIn = (value: unknown): number => Math.max(0, ...instantsIn(value));
/** Nothing in a record needs to lie further ahead than this: ends of periods, of days that are kept, of unsupported parts. */
const soon = (at: Instant): number => later(at, days(10));

describe('invariants 10 and 18: a run at a time that is not the cloud’s', () => {
  it.each<[string, Span]>([
    ['30 d ahead', days(30)],
    ['30 d behind', milliseconds(-days(30))],
    ['11 min ahead', minutes(11)],
  ])('%s records and does nothing except to report that, and ends as an error', async (_, off) => {
    const machine = aSkewedMachine();
    await machine.watch('10:00');
    await machine.act('10:00');
    const before = await machine.ledger.heads();
    const said = machine.sent.length;
    const asked = machine.asked.length;
    const report = await machine.watch('10:05', off);
    expect(() => failIfBlind(listBlindReasons(report))).toThrow(/the clock of this machine is .* the cloud/);
    const acted = await machine.act('10:05', off);
    expect(() => failIfBlind(acted.blind)).toThrow(/the clock of this machine is/);
    expect(await machine.ledger.heads()).toEqual(before);
    expect(machine.sent.slice(said).map(({ id }) => id)).toEqual(['blind/clock#2026-11-21T10:05:00Z#1']);
    expect(machine.asked.slice(asked).filter((question) => /^(stop|start|delete)/.test(question))).toEqual(
      [],
    );
    expect(latestIn(await machine.ledger.control())).toBeLessThanOrEqual(on('10:05'));
  });

  it.each([
    ['30 d ahead', days(30)],
    ['11 min behind', milliseconds(-minutes(11))],
  ] as const)(
    '%s is reported as resolved by the first run of act that finds the clock right',
    async (_, off) => {
      const machine = aSkewedMachine({ policy: aPolicy({ rules: [] }) });
      await machine.watch('10:00');
      await machine.watch('10:05', off);
      await machine.act('10:05', off);
      expect(machine.sent.map(({ id }) => id)).toEqual(['blind/clock#2026-11-21T10:05:00Z#1']);
      expect(listBlindReasons(await machine.watch('10:10'))).toEqual([]);
      for (const time of ['10:10', '10:14']) expect((await machine.act(time)).blind).toEqual([]);
      expect(machine.sent.map(({ id }) => id).slice(1)).toEqual([
        'blind/clock#2026-11-21T10:05:00Z#resolved',
      ]);
      expect((await machine.head()).polledAt).toBe(on('10:10'));
      expect((await machine.ledger.control()).blind).toEqual([]);
    },
  );

  it('stays reported as wrong for three polls where the cloud no longer sends the time', async () => {
    const machine = aSkewedMachine();
    await machine.watch('10:00');
    await machine.watch('10:05', days(30));
    await machine.act('10:05', days(30));
    Object.assign(machine.cloud, { tellsTime: () => false });
    for (const time of ['10:10', '10:15']) {
      await machine.watch(time);
      expect((await machine.act(time)).blind.join()).toMatch(/the clock of this machine is/);
    }
    await machine.watch('10:20');
    expect((await machine.act('10:20')).blind).toEqual([]);
  });

  it('is not reported as resolved while the clock of watch is wrong, even if that of act is right', async () => {
    const machine = aSkewedMachine();
    await machine.watch('10:00');
    for (const time of ['10:05', '10:10', '10:15']) {
      await machine.watch(time, hours(2));
      await machine.act(time);
    }
    const ofClock = () => machine.sent.map(({ id }) => id).filter((id) => id.startsWith('blind/clock'));
    expect(ofClock()).toEqual(['blind/clock#2026-11-21T10:05:00Z#1']);
    await machine.watch('10:20');
    await machine.act('10:20');
    expect(ofClock()).toEqual([
      'blind/clock#2026-11-21T10:05:00Z#1',
      'blind/clock#2026-11-21T10:05:00Z#resolved',
    ]);
  });
});

describe('invariant 2: a run of act to which no cloud sends the time', () => {
  const graceOf = async (machine: ReturnType<typeof aSkewedMachine>) =>
    (await machine.head()).alerts.flatMap(({ announcement }) => announcement ?? []);

  it('delivers nothing that is dated after its own time, so that no grace starts at a time long past', async () => {
    const machine = aSkewedMachine({ minds: false });
    for (const time of ['10:00', '10:15', '10:30']) await machine.watch(time);
    const before = machine.sent.length;
    await machine.act('10:31', milliseconds(-hours(3)));
    expect(machine.sent).toHaveLength(before);
    expect(await graceOf(machine)).toEqual([expect.objectContaining({ deliveredAt: null })]);
    await machine.act('10:32');
    expect(await graceOf(machine)).toEqual([expect.objectContaining({ deliveredAt: on('10:32') })]);
  });

  it('with a clock that is ahead starts the grace only at the next poll', async () => {
    const machine = aSkewedMachine({ minds: false });
    for (const time of ['10:00', '10:15', '10:30']) await machine.watch(time);
    await machine.act('10:31', days(20));
    await machine.watch('10:35');
    expect(await graceOf(machine)).toEqual([expect.objectContaining({ deliveredAt: on('10:35') })]);
  });
});

describe('invariants 1, 2, 9 and 10: a head that a clock which was ahead committed', () => {
  /** A gateway that sent no time let one pass at +30 days through; then it sends the time. */
  async function jumped(times: readonly string[], off = days(30)) {
    const blind = aSkewedMachine({ minds: false });
    for (const time of times) {
      await blind.watch(time);
      await blind.act(time);
    }
    await blind.watch('10:55', off);
    const machine = aSkewedMachine();
    for (const head of await blind.ledger.heads()) {
      // The ledger of the one is that of the other.
      await machine.ledger.commit({ ...head, seq: 1 });
    }
    return { blind, machine };
  }

  it('is replaced by the next turn: polled again, reported, and without any time in the future', async () => {
    const { machine } = await jumped(['10:00', '10:05', '10:50']);
    const { seq } = await machine.head();
    const report = await machine.watch('11:00');
    expect(report.targets.map(({ kind }) => kind)).not.toContain('overtaken');
    const head = await machine.head();
    expect(head.seq).toBeGreaterThan(seq);
    expect(head.polledAt).toBe(on('11:00'));
    expect(head.observation?.at).toBe(on('11:00'));
    const doubt = { part: 'vms', because: 'its record was written by a clock that was ahead' };
    expect(head.observation).toMatchObject({ missing: [doubt] });
    const { intents, alerts, outbox, observation, askedAt, meters } = head;
    expect(latestIn({ intents, alerts, outbox, observation, askedAt })).toBeLessThanOrEqual(
      soon(on('11:00')),
    );
    expect(meters?.hour.period.from).toBe(on('11:00'));
    const acted = await machine.act('11:00');
    expect(acted.blind.join()).toMatch(/records are ahead of the clock/);
    expect(machine.sent.map(({ id }) => id)).toContain('blind/clock#2026-11-21T11:00:00Z#1');
  });

  it('causes no destructive action in that turn, nor before a whole grace from then', async () => {
    const { machine } = await jumped(['10:00', '10:05', '10:50']);
    await machine.act('10:58');
    for (const time of ['11:00', '11:05', '11:10']) {
      await machine.watch(time);
      await machine.act(time);
    }
    expect(machine.asked.filter((question) => question.startsWith('stopVm'))).toEqual([]);
  });

  it('has its decisions made anew', async () => {
    const head = waitingStops('box');
    const later30 = (at: Instant) => later(at, days(30));
    const ahead = {
      ...head,
      polledAt: later30(on('11:00')),
      intents: head.intents.map((intent) => ({
        ...intent,
        decidedAt: later30(intent.decidedAt),
        expiresAt: later30(intent.expiresAt),
      })),
    };
    const careful = await anActor([ahead]);
    await careful.run('11:02');
    expect(careful.stops()).toEqual([]);
    const calm = await anActor([head]);
    await calm.run('11:02');
    expect(calm.stops()).toHaveLength(1);
    const past = { observations: [], hours: [], days: [] };
    const believed = believedHead(ahead, past, { policy: aPolicy(), carry: hours(3), now: on('11:02') });
    expect(believed).toMatchObject({ intents: [], seq: ahead.seq });
    const [announced] = believed.alerts;
    expect(announced?.announcement?.deliveredAt).toBe(on('11:02'));
  });

  it('delays no retry until a time that was computed in that future', async () => {
    const head = waitingStops('box');
    const ahead = (at: Instant) => later(at, days(30));
    const refused = head.alerts.map((alert) => ({ ...alert, tries: 1, retryAfter: ahead(on('12:00')) }));
    const jumped = { ...head, polledAt: ahead(on('11:00')), alerts: refused };
    const past = { observations: [], hours: [], days: [] };
    const believed = believedHead(jumped, past, { policy: aPolicy(), carry: hours(3), now: on('11:02') });
    expect(believed.alerts).toMatchObject([{ tries: 1, retryAfter: null }]);
  });

  it('is reported and left alone where it is unknown which clock is wrong', async () => {
    const machine = aSkewedMachine({ minds: false });
    await machine.watch('10:00', days(30));
    const report = await machine.watch('10:05');
    expect(report.targets.map(({ kind }) => kind)).toContain('overtaken');
    expect((await machine.act('10:05')).blind.join()).toMatch(/the cloud does not report the time/);
  });
});
