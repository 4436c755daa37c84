import { describe, expect, it } from 'vitest';
import { checkCaps } from '../../../lib/decide/actions/caps.ts';
import { AlertKey, IntentId, RuleName, Subject } from '../../../lib/model/ids.ts';
import { days, earlier, hours, later, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import { type Control, firstControl } from '../../../lib/state/control.ts';
import type { Intent } from '../../../lib/state/intent.ts';
import type { Caps } from '../../../lib/state/policy.ts';
import {
  aHead,
  aMachine,
  anAccountObservation,
  anObservation,
  aVm,
  aVolume,
  lab,
  noon,
} from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';

const intents = (count: number, prefix = 'vm'): Intent[] =>
  Array.from({ length: count }, (_, index) => ({
    id: IntentId.parse(`${prefix}-${index}`),
    kind: 'stop',
    target: lab,
    subject: Subject.parse(`${lab}/vm/${prefix}-${index}`),
    rule: RuleName.parse('forgotten machines'),
    alert: AlertKey.parse('alert'),
    decidedAt: noon,
    expiresAt: later(noon, minutes(10)),
    createdAt: null,
    by: null,
    image: null,
    of: null,
    threshold: null,
    price: null,
    because: 'idle',
    state: { kind: 'waiting' },
  }));
const running = (count: number) => [
  aHead({
    observation: anObservation({
      resources: Array.from({ length: count }, (_, index) => aVm({ id: `r${index}` })),
    }),
  }),
];
const check = (caps: Partial<Caps>, count: number, { control = firstControl, heads = running(100) } = {}) =>
  checkCaps(
    aPolicy({ caps: { perRun: 5, perDay: 20, share: 100, ...caps } }),
    control,
    { connection: null, intents: intents(count), heads },
    noon,
  );
const actsBefore = (count: number, ago: number): Control => ({
  ...firstControl,
  actions: intents(count, 'past').map(({ id }) => ({ intent: id, at: earlier(noon, milliseconds(ago)) })),
});

describe('a run (invariant 4)', () => {
  it.each([
    ['within its own cap', { perRun: 3 }, 3, 'within'],
    ['beyond its own cap', { perRun: 3 }, 4, 'beyond'],
    ['within its share of what runs', { share: 4 }, 4, 'within'],
    ['beyond its share of what runs', { share: 4 }, 5, 'beyond'],
    ['within a share that is rounded down', { share: 3.9 }, 3, 'within'],
    ['beyond a share that is rounded down', { share: 3.9 }, 4, 'beyond'],
    ['with one action, however small the share', { share: 0.1 }, 1, 'within'],
    ['within the cap of the day', { perDay: 4 }, 4, 'within'],
    ['beyond the cap of the day', { perDay: 4 }, 5, 'beyond'],
    ['with one action, where the policy allows none', { perRun: 0 }, 1, 'beyond'],
  ] as const)('%s is %s the caps', (_, caps, count, kind) => {
    expect(check(caps, count).kind).toBe(kind);
  });

  it('that exceeds a cap reports which one, how many actions were due and how many are allowed', () => {
    expect(check({ perRun: 3 }, 4)).toEqual({
      kind: 'beyond',
      because: '4 actions are due, and the cap of 3 in one run allows 3: none is carried out',
      wanted: 4,
      allowed: 3,
      day: '2026-11-21T00:00:00Z',
    });
  });

  it('reports the day in the time zone of the policy', () => {
    const policy = aPolicy({ timezone: 'Asia/Kolkata', caps: { perRun: 0, perDay: 20, share: 100 } });
    const late = later(noon, hours(7));
    expect(
      checkCaps(policy, firstControl, { connection: null, intents: intents(1), heads: [] }, late),
    ).toMatchObject({
      day: '2026-11-21T18:30:00Z',
    });
  });
});

describe('the cap by share', () => {
  it('counts running machines and VMs of all targets', () => {
    const heads = [
      aHead({
        observation: anObservation({
          resources: [aVm(), aMachine(), aVolume(), aVm({ id: 'off', activity: 'stopped' })],
        }),
      }),
      aHead({ observation: anObservation({ resources: [aVm(), aVm({ id: 'b' })] }) }),
      aHead({ observation: anAccountObservation() }),
      aHead(),
    ];
    expect(check({ share: 50 }, 2, { heads }).kind).toBe('within');
    expect(check({ share: 50 }, 3, { heads })).toMatchObject({ kind: 'beyond', allowed: 2 });
  });
});

describe('the cap of the day', () => {
  it('counts the last 24 hours, to the millisecond', () => {
    expect(check({ perDay: 4 }, 2, { control: actsBefore(3, days(1) - 1) })).toMatchObject({
      kind: 'beyond',
      allowed: 1,
    });
    expect(check({ perDay: 4 }, 2, { control: actsBefore(3, days(1)) }).kind).toBe('within');
  });

  it('counts an intent once, though its run died and another run takes it up', () => {
    const first = check({ perDay: 2 }, 2);
    if (first.kind !== 'within') throw new Error('beyond');
    const again = check({ perDay: 2 }, 2, { control: first.control });
    expect(again).toMatchObject({ kind: 'within', control: { seq: 2, actions: first.control.actions } });
    expect(check({ perDay: 2 }, 3, { control: first.control })).toMatchObject({ kind: 'beyond', allowed: 0 });
  });

  it('reserves the actions of this run, and forgets those of yesterday', () => {
    const decision = check({}, 2, { control: actsBefore(3, days(2)) });
    expect(decision).toMatchObject({
      kind: 'within',
      control: {
        seq: 1,
        actions: [
          { intent: 'vm-0', at: noon },
          { intent: 'vm-1', at: noon },
        ],
      },
    });
  });
});
