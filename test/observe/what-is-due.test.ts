import { describe, expect, it } from 'vitest';
import { Part } from '../../lib/model/facts/observation.ts';
import { accountTarget, BillingAccountId, ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import { hours, type Instant, later, minutes } from '../../lib/model/time/time.ts';
import { planPoll } from '../../lib/observe/what-is-due.ts';
import type { Head } from '../../lib/state/head.ts';
import { Intent } from '../../lib/state/intent.ts';
import {
  aHead,
  aMachine,
  anAccountObservation,
  anObservation,
  aVm,
  aVolume,
  noon,
} from '../support/builders/observation-builders.ts';
import { aBudgetRule, anIdleRule, aPolicy } from '../support/builders/policy-builders.ts';
import { isWhole } from '../support/tier.ts';

const policy = aPolicy();
const plan = (head = aHead(), now = noon, rules = policy) => planPoll(head, rules, defaultIntervals, now);

/** Polls every five minutes for a time, and returns when a part was asked for; every request is answered. */
function askedIn(
  part: Exclude<Part, 'vms' | 'machines' | 'account'>,
  target: string,
  polls: number,
  answers = true,
) {
  let head = aHead({ target: projectTarget(null, ProjectId.parse(target)), observation: anObservation() });
  const asked: number[] = [];
  for (let poll = 0; poll < polls; poll += 1) {
    const now: Instant = later(noon, minutes(5 * poll));
    const { parts } = planPoll(head, policy, defaultIntervals, now);
    if (!parts.has(part)) continue;
    asked.push(poll);
    head = { ...head, askedAt: { ...head.askedAt, [part]: now } };
    if (answers) head = { ...head, seenAt: { ...head.seenAt, [part]: now } };
  }
  return asked;
}

const anAwaitedImage = Intent.parse({
  ...{ id: 'project/lab/vm/box#idle#image', kind: 'image', target: 'project/lab' },
  ...{ subject: 'project/lab/vm/box', rule: 'idle', alert: 'project/lab/vm/box#idle', createdAt: null },
  ...{ decidedAt: noon, expiresAt: noon, because: 'idle', state: { kind: 'requested', at: noon } },
});

describe('the first poll of a target', () => {
  it('asks for everything but the usage of VMs and prices of disks, of which none is known', () => {
    const { parts, usage } = plan();
    expect([...parts].sort()).toEqual(
      Part.options.filter((part) => !['account', 'invoices', 'payments', 'prices'].includes(part)).sort(),
    );
    expect(usage).toEqual([]);
  });

  it('asks a billing account for itself, what it owes and its spend', () => {
    const { parts } = plan(aHead({ target: accountTarget(null, BillingAccountId.parse('main')) }));
    expect([...parts]).toEqual(['account', 'invoices', 'payments', 'spend']);
  });
});

describe('polls after the first', () => {
  it('ask for spend and volumes once an hour, and for usage every fifteen minutes', () => {
    expect(askedIn('spend', 'lab', 61)).toHaveLength(6);
    expect(askedIn('volumes', 'lab', 61)).toHaveLength(6);
    expect(askedIn('usage', 'lab', 61)).toHaveLength(21);
  });

  it('ask for prices once a day, where there is a detached disk to price, and hourly while one has none', () => {
    const disk = (inUse: boolean, price: string | null = '0.5') =>
      aHead({
        observation: anObservation({
          resources: [aVm({ kind: 'disk', inUse, price, dataCenter: 'dc-1', sizeGib: 9 })],
        }),
      });
    expect(plan(disk(true)).parts.has('prices')).toBe(false);
    const polls = Array.from({ length: 288 * 3 }, (_, poll) => later(noon, minutes(5 * (poll + 1))));
    const asked = (first: Head) => {
      let head = { ...first, askedAt: { prices: noon }, seenAt: { prices: noon } };
      return polls.filter((now) => {
        const isAsked = planPoll(head, policy, defaultIntervals, now).parts.has('prices');
        if (isAsked) head = { ...head, askedAt: { prices: now }, seenAt: { prices: now } };
        return isAsked;
      });
    };
    expect(asked(disk(false))).toHaveLength(3);
    expect(asked(disk(false, null))).toHaveLength(72);
  });

  it('ask for images and disks each time while an ordered image is awaited', () => {
    const asked = { images: noon, disks: noon };
    const head = aHead({ observation: anObservation(), askedAt: asked, seenAt: asked });
    const parts = (intents: Head['intents']) =>
      [...plan({ ...head, intents }, later(noon, minutes(5))).parts].filter((part) => part in asked).sort();
    expect(parts([])).toEqual([]);
    expect(parts([anAwaitedImage])).toEqual(['disks', 'images']);
  });

  it('ask for images whenever they ask for disks, which show whether an image is used', () => {
    for (const target of ['lab', 'shop', 'site'])
      expect(askedIn('images', target, 61)).toEqual(askedIn('disks', target, 61));
  });

  it('keep to their interval whenever the first one was', () => {
    const [, ...polls] = askedIn('spend', 'lab', 61);
    expect(polls.slice(1).map((poll, index) => poll - (polls[index] ?? 0))).toEqual([12, 12, 12, 12]);
  });

  it.runIf(isWhole())('ask for different targets at different polls', () => {
    const second = (target: string) => askedIn('spend', target, 30)[1];
    const polls = new Set(Array.from({ length: 100 }, (_, index) => second(`project-${index}`)));
    expect(polls.size).toBe(12);
  });

  it('ask again at once for what was not answered in full, so that no alert waits for an interval (invariant 8)', () => {
    expect(askedIn('spend', 'lab', 4, false)).toEqual([0, 1, 2, 3]);
    const head = aHead({ askedAt: { spend: noon }, seenAt: { spend: later(noon, minutes(-60)) } });
    expect(plan(head, later(noon, minutes(5))).parts.has('spend')).toBe(true);
  });

  it('wait a whole interval also when a poll comes late or early', () => {
    const head = aHead({ askedAt: { spend: noon, volumes: noon }, seenAt: { spend: noon, volumes: noon } });
    const due = (now: Instant) =>
      [...plan(head, now).parts].filter((part) => ['spend', 'volumes'].includes(part));
    expect(due(later(noon, hours(1)))).toEqual(['volumes', 'spend']);
    expect(due(noon)).toEqual([]);
  });
});

describe('a part that the platform does not support', () => {
  const without = (part: Part, instead: string | null, until: Instant) =>
    aHead({ unsupported: [{ part, instead, because: '501', until }] });

  it('is skipped, or replaced by its fallback, until the finding expires', () => {
    const nothing = plan(without('disks', null, later(noon, hours(1))));
    expect(nothing.parts.has('disks')).toBe(false);
    expect(nothing.fallbacks.size).toBe(0);
    const around = plan(without('spend', 'the spend of the billing account', later(noon, hours(1))));
    expect(around.parts.has('spend')).toBe(false);
    expect([...around.fallbacks]).toEqual(['spend']);
    expect(plan(without('disks', null, noon)).parts.has('disks')).toBe(true);
  });
});

describe('usage', () => {
  const vms = [
    aVm({ id: 'runs' }),
    aVm({ id: 'rests', activity: 'stopped' }),
    aVm({ id: 'starts', activity: 'changing' }),
    aVm({ id: 'odd', activity: 'unknown' }),
    aVm({ id: 'gpu', gpus: 1 }),
    aMachine(),
    aVolume(),
  ];
  const head = aHead({ observation: anObservation({ resources: vms }) });

  it('is asked for of running VMs only', () => {
    expect(plan(head).usage).toEqual(['runs', 'gpu']);
  });

  it('is asked for only where an idle rule applies to the VM', () => {
    const ruled = (match: object) => aPolicy({ rules: [aBudgetRule(), anIdleRule({ match })] });
    expect(plan(head, noon, ruled({ gpus: 0 })).usage).toEqual(['runs']);
    expect(plan(head, noon, ruled({ project: 'prod-*' })).usage).toEqual([]);
    expect(plan(head, noon, aPolicy({ rules: [aBudgetRule()] })).usage).toEqual([]);
  });

  it('is never asked for of a billing account', () => {
    expect(plan(aHead({ observation: anAccountObservation() })).usage).toEqual([]);
  });
});
