import { describe, expect, it } from 'vitest';
import { CloudError } from '../../../lib/clouds/http/errors.ts';
import { order } from '../../../lib/jobs/overrides/order.ts';
import { Subject } from '../../../lib/model/ids.ts';
import { isoInstant, minutes } from '../../../lib/model/time/time.ts';
import type { Head } from '../../../lib/state/head.ts';
import type { Override } from '../../../lib/state/override.ts';
import { lab } from '../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { boxOnTheWire } from '../../support/clouds/platform.ts';
import { type Answers, failing } from '../../support/clouds/scripted-cloud.ts';
import { aTimeline, on } from '../../support/timeline.ts';
import { anActor, waitingStops } from './an-actor.ts';

const refuses = () => {
  throw failing('forbidden', 'the key may not do that');
};

/** The project's turn at this time, from the head that `act` left; its VM is still idle. */
function turned(head: Head, clock: string): Head {
  const story = aTimeline(aPolicy(), head);
  story.poll(clock);
  return story.head;
}

describe('a stop that the platform refuses', () => {
  it('is reported each time and tried again at growing intervals, until it is given up as critical after five times', async () => {
    let head = waitingStops('box');
    const told: unknown[] = [];
    let tries = 0;
    for (const clock of [
      '11:00',
      '11:55',
      '12:00',
      '13:55',
      '14:00',
      '17:55',
      '18:00',
      '22 01:55',
      '22 02:00',
      '23 02:00',
    ]) {
      const actor = await anActor([turned(head, clock)], { answers: { stopVm: refuses } });
      await actor.run(clock);
      await actor.run(clock);
      tries += actor.requests.length;
      told.push(
        ...actor.told.flatMap((notice) =>
          notice.kind === 'action-failed'
            ? [[clock, notice.severity, notice.retryAfter && isoInstant(notice.retryAfter).slice(8, 16)]]
            : [],
        ),
      );
      head = await actor.head();
    }
    expect(told).toEqual([
      ['11:00', 'warning', '21T12:00'],
      ['12:00', 'warning', '21T14:00'],
      ['14:00', 'warning', '21T18:00'],
      ['18:00', 'warning', '22T02:00'],
      ['22 02:00', 'critical', null],
    ]);
    expect(tries).toBe(5);
    expect(head.intents).toEqual([]);
  });
});

describe('a quota that is answered with 429', () => {
  const quota = () => {
    const about = { operation: 'stopVm', message: 'quota', status: 429, retryAfter: minutes(90) };
    throw new CloudError('rate-limited', about);
  };

  it('is a refusal: it is reported and tried again no sooner than the cloud named, and the other stops wait meanwhile (invariant 21)', async () => {
    const answers: Answers = {
      getVm: ({ id }) => ({ VM: boxOnTheWire({ id }) }),
      stopVm: ({ id }) => (id === 'a' ? {} : quota()),
    };
    const actor = await anActor([waitingStops('a', 'b', 'c')], { answers });
    const { carried } = await actor.run('11:00');
    expect(carried.map(({ outcome }) => outcome.kind)).toEqual(['requested', 'refused', 'not-sent']);
    expect(actor.stops()).toEqual(['stopVm lab/a', 'stopVm lab/b']);
    await actor.run('11:01');
    expect(actor.told).toMatchObject([
      { kind: 'action-failed', subject: `${lab}/vm/b`, because: 'the platform refused: stopVm: quota' },
    ]);
    const { alerts, intents } = await actor.head();
    expect(alerts.map(({ tries, unsent, retryAfter }) => [tries, unsent, retryAfter])).toEqual([
      [0, 0, null],
      [1, 0, on('12:30')],
      [0, 1, on('12:30')],
    ]);
    expect(intents).toHaveLength(1);
    expect((await actor.ledger.control()).actions).toHaveLength(1);
  });

  it('leaves an order behind it waiting until its time comes', async () => {
    const head = waitingStops('a', 'b');
    const intents = head.intents.map((intent, nth) =>
      nth === 0 ? intent : { ...intent, by: 'ada', alert: null },
    );
    const actor = await anActor([{ ...head, intents }], {
      answers: { getVm: ({ id }) => ({ VM: boxOnTheWire({ id }) }), stopVm: quota },
    });
    await actor.run('11:00');
    expect(await actor.head()).toMatchObject({ intents: [{ by: 'ada', state: { kind: 'waiting' } }] });
  });
});

describe('a stop that is never requested', () => {
  it('gives back its caps, backs off, is reported when it repeats and is never given up (invariant 21)', async () => {
    let head = waitingStops('box');
    const told: unknown[] = [];
    const unread = () => {
      throw failing('unavailable', '503');
    };
    for (const clock of [
      '11:00',
      '11:10',
      '11:15',
      '11:40',
      '11:45',
      '12:45',
      '14:45',
      '18:45',
      '22 02:45',
    ]) {
      const actor = await anActor([turned(head, clock)], { answers: { getVm: unread } });
      await actor.run(clock);
      await actor.run(clock);
      expect(actor.requests).toEqual([]);
      expect((await actor.ledger.control()).actions).toEqual([]);
      for (const notice of actor.told)
        if (notice.kind === 'action-failed')
          told.push([
            clock,
            notice.severity,
            notice.retryAfter && isoInstant(notice.retryAfter).slice(8, 16),
          ]);
      head = await actor.head();
    }
    expect(told).toEqual([
      ['11:15', 'warning', '21T11:45'],
      ['11:45', 'warning', '21T12:45'],
      ['12:45', 'warning', '21T14:45'],
      ['14:45', 'warning', '21T18:45'],
      ['18:45', 'warning', '22T02:45'],
      ['22 02:45', 'warning', '22T18:45'],
    ]);
    expect(head.alerts).toMatchObject([{ tries: 0, unsent: 7 }]);
  });
});

describe('the author of an order', () => {
  const box = Subject.parse(`${lab}/vm/box`);
  const observing = aPolicy({ rules: [anIdleRule({ mode: 'observe' })] });
  const word = (id: string) => ({
    id,
    author: 'ada',
    reason: 'a demo',
    at: on('10:05'),
    until: on('11:05'),
  });

  async function ordered(answers: Answers, told: readonly Override[] = []) {
    const story = aTimeline(observing);
    story.poll('10:00');
    story.deliver('10:00');
    story.putOverride({ kind: 'order', ...word('one'), action: 'stop', subject: box });
    story.poll('10:05');
    const actor = await anActor([story.head], { policy: observing, answers });
    for (const override of told) await actor.ledger.putOverride(override);
    await actor.run('10:05');
    await actor.run('10:06');
    return actor;
  }

  it.each([
    [
      'the platform refuses it',
      { stopVm: refuses },
      'the platform refused: scripted: the key may not do that',
    ],
    [
      'it is stopped already',
      { getVm: () => ({ VM: boxOnTheWire({ state: 'STOPPED' }) }) },
      'it is STOPPED already',
    ],
    [
      'another resource has its name',
      { getVm: () => ({ VM: boxOnTheWire({ createTime: '2026-11-21T10:05:00Z' }) }) },
      'another resource now has its name since it was decided',
    ],
    [
      'it was kept on the platform since',
      { getVm: () => ({ VM: boxOnTheWire({ metadata: { spendwatch: 'keep' } }) }) },
      'its metadata says spendwatch: keep',
    ],
  ])('is notified, once and over every route, when %s', async (_, answers: Answers, because) => {
    const actor = await ordered(answers);
    expect(actor.told).toMatchObject([
      { kind: 'action-failed', action: 'stop', subject: box, by: 'ada', because, retryAfter: null },
    ]);
    expect((await actor.head()).intents).toEqual([]);
    await actor.run('10:07');
    expect(actor.told).toHaveLength(1);
  });

  it('is refused at once for an hour after a key without permission was refused', async () => {
    const actor = await ordered({ stopVm: refuses });
    const again = (clock: string) => {
      const request = { ...word('two'), now: on(clock), policy: observing, pollEvery: minutes(5) };
      return order(actor.ledger, { ...request, action: 'stop', asked: 'box' });
    };
    const because = expect.stringContaining('the key for actions may not act in lab, known since');
    expect(await again('11:04')).toMatchObject({ kind: 'held', because });
    expect(await again('11:06')).toMatchObject({ kind: 'placed' });
  });

  it('is notified when somebody else keeps the VM a moment later', async () => {
    const keep: Override = { kind: 'keep', ...word('two'), author: 'grace', subject: box };
    const actor = await ordered({}, [keep]);
    expect(actor.requests).toEqual([]);
    expect(actor.told).toMatchObject([{ by: 'ada', because: expect.stringContaining('kept by grace') }]);
  });

  it('has the action carried out though the rule only observes and the VM is in use', async () => {
    const busy = { monitorVm: () => [{ timestamp: on('10:05') / 1_000, cpu: 390, netRx: 0, netTx: 0 }] };
    const actor = await ordered(busy);
    expect(actor.requests).toEqual([{ operation: 'stopVm', input: { projectId: 'lab', id: 'box' } }]);
    expect(actor.told).toEqual([]);
  });
});
