import { describe, expect, it } from 'vitest';
import { updateSignalsKnown } from '../../lib/decide/signals-known.ts';
import type { SignalTimes } from '../../lib/model/facts/signal-times.ts';
import { usageByVm } from '../../lib/model/facts/usage-points.ts';
import { Subject, VmId } from '../../lib/model/ids.ts';
import { days, earlier, type Instant, later, minutes } from '../../lib/model/time/time.ts';
import type { OverrideByKind } from '../../lib/state/override.ts';
import {
  aHead,
  anObservation,
  aVm,
  noon,
  times,
  usageUntil,
} from '../support/builders/observation-builders.ts';

const box = VmId.parse('box');
const all = { gpu: { known: 2, busiest: 0, memory: null } };
const one = { gpu: { known: 1, busiest: 90, memory: null } };
const mute = { answers: null };
type Slots = Parameters<typeof usageUntil>[1];

type Given = {
  readonly before?: SignalTimes;
  readonly was?: ReturnType<typeof aVm> | null;
  readonly vm?: ReturnType<typeof aVm>;
  readonly at?: Instant;
  /** What history holds from before this poll. */
  readonly past?: Slots;
  readonly forgotten?: readonly OverrideByKind<'forget'>[];
};

function known(slots: Slots, given: Given = {}): SignalTimes | undefined {
  const { before, vm = aVm({ gpus: 2 }), was = vm, at = noon, past = [], forgotten = [] } = given;
  const observation = anObservation({ at, resources: [vm], usage: [usageUntil(noon, slots)] });
  const last = was === null ? null : anObservation({ resources: [was] });
  const then = { at: earlier(noon, minutes(60)), usage: [usageUntil(earlier(noon, minutes(60)), past)] };
  return updateSignalsKnown(
    aHead({ signalsKnownAt: before === undefined ? {} : { [box]: before }, observation: last }),
    observation,
    usageByVm([then, observation]),
    forgotten,
  )[box];
}

const forget = (signal: OverrideByKind<'forget'>['signal'], at: Instant): OverrideByKind<'forget'> => ({
  ...{ kind: 'forget', id: 'one', author: 'ada', reason: 'gone', until: later(at, days(35)) },
  ...{ at, signal, subject: Subject.parse('project/lab/vm/box') },
});

describe('when each kind of signal of a VM was last known', () => {
  it.each<[string, Slots, SignalTimes]>([
    ['GPUs, by the newest slot', times(3, { ...all, ...mute }), { gpus: noon }],
    [
      'GPUs, by an older slot where the newest is known in part',
      [all, one, 5].map((slot) => (typeof slot === 'object' ? { ...slot, ...mute } : mute)),
      { gpus: earlier(noon, minutes(10)) },
    ],
    ['no GPUs, where they are never all known', [{ ...one, ...mute }, mute], {}],
    ['logins, though nobody is logged in', [{ logins: 0, ...mute }], { logins: noon }],
    ['pings, whatever the guest answers', [{ answers: false }], { pings: noon }],
  ])('is recorded for %s', (_, slots, expected) => {
    expect(known(slots) ?? {}).toEqual(expected);
  });

  it('is kept for good, also while the VM is stopped and through polls without samples', () => {
    const before = { gpus: earlier(noon, days(90)), logins: earlier(noon, days(60)) };
    expect(known([mute], { before })).toEqual(before);
    expect(known([], { before, vm: aVm({ gpus: 2, activity: 'stopped' }) })).toEqual(before);
  });

  it('starts over when a stopped VM runs again, since its sources need time to report', () => {
    const before = { logins: earlier(noon, days(60)) };
    const was = aVm({ activity: 'stopped' });
    expect(known([mute], { before, was, vm: aVm() })).toEqual({ logins: noon });
  });

  it('is read from history where the head is new', () => {
    const past = times(3, { logins: 1, ...mute });
    expect(known([mute], { was: null, past })).toEqual({ logins: earlier(noon, minutes(60)) });
  });

  it('is not inherited by another VM of the same id', () => {
    const before = { logins: earlier(noon, minutes(30)) };
    const [was, vm] = [
      aVm({ createdAt: earlier(noon, days(2)) }),
      aVm({ createdAt: earlier(noon, minutes(5)) }),
    ];
    const past = times(3, { logins: 1, ...mute });
    expect(known([mute], { before, was, vm, past })).toBeUndefined();
  });

  it('is dropped when a person forgets that signal, and recorded again once the signal is back', () => {
    const before = { gpus: earlier(noon, minutes(90)), logins: earlier(noon, minutes(90)) };
    const forgotten = [forget('logins', earlier(noon, minutes(10)))];
    expect(known([mute], { before, forgotten })).toEqual({ gpus: before.gpus });
    expect(known([{ logins: 0, ...mute }], { before, forgotten })).toEqual({ ...before, logins: noon });
    const past = times(3, { logins: 1, ...mute });
    expect(known([mute], { was: null, past, forgotten })).toBeUndefined();
  });
});

it('a VM without signals reads each point of its history once', () => {
  let looks = 0;
  const vm = aVm({ gpus: 0 });
  const [usage] = [usageUntil(noon, times(12, mute))];
  const points = usage.points.map((point) => ({
    ...point,
    get answers() {
      looks += 1;
      return null;
    },
  }));
  const observation = anObservation({ at: noon, resources: [vm], usage: [{ ...usage, points }] });
  const head = aHead({ observation: anObservation({ resources: [vm] }) });
  expect(updateSignalsKnown(head, observation, usageByVm([observation]), [])).toEqual({});
  expect(looks).toBe(12);
});
