import { describe, expect, it } from 'vitest';
import { minutes } from '../../../lib/model/time/time.ts';
import { times } from '../../support/builders/observation-builders.ts';
import { anIdleRule } from '../../support/builders/policy-builders.ts';
import { busy, judged, quiet, type Slots } from './judged-vm.ts';

describe('every signal counts', () => {
  it.each([
    ['CPU at the limit', { cpu: 10 }, 'clear'],
    ['CPU just under it', { cpu: 9.9 }, 'breached'],
    ['network at the limit', { network: 10_240 }, 'clear'],
    ['network just under it', { network: 10_239 }, 'breached'],
    ['no CPU figure', { cpu: null }, 'unknown'],
    ['no network figure', { network: null }, 'unknown'],
    ['no CPU figure and a busy network', { cpu: null, network: 99_999 }, 'clear'],
    ['disk at the limit', { disk: 102_400 }, 'clear'],
    ['disk just under it', { disk: 102_399 }, 'breached'],
    ['no disk figure', { disk: null }, 'unknown'],
    ['no CPU figure and a busy disk', { cpu: null, disk: 999_999 }, 'clear'],
    ['no use at all', { cpu: 0, network: 0, disk: 0 }, 'breached'],
    ['a guest that answers, which is not use', { answers: true }, 'breached'],
    ['a guest that does not answer', { answers: false }, 'unknown'],
    ['a guest that does not answer and is in use', { answers: false, cpu: 90 }, 'clear'],
  ] satisfies [string, Slots[number], string][])('%s: %s is %s', (_, slot, kind) => {
    expect(judged(times(48, slot))?.kind).toBe(kind);
  });

  it('and each slot that may be in use by any signal counts as one slot, whether signals coincide or not', () => {
    const slots = [...times(1, { cpu: 90 }), ...times(1, { network: 99_999 }), ...quiet(46)];
    expect(judged(slots)?.kind).toBe('breached');
    expect(judged([...times(1, { disk: 999_999 }), ...slots.slice(0, 2), ...quiet(45)])?.kind).toBe('clear');
    expect(judged([...times(3, { cpu: 90, network: 99_999 }), ...quiet(45)])?.kind).toBe('clear');
  });
});

describe('a guest that leaves pings unanswered', () => {
  it('may hang, so its VM is unknown, and the reason says why', () => {
    const hung = judged([...quiet(40), ...times(8, { answers: false })]);
    expect(hung).toMatchObject({ kind: 'unknown' });
    expect(hung?.because).toContain('the guest did not answer a ping in 8 of them');
  });

  it('1. throughout probably has no guest agent: its VM is never idle, and the reason says what to do', () => {
    const mute = judged(times(48, { answers: false }));
    expect(mute).toMatchObject({ kind: 'unknown' });
    expect(mute?.because).toContain(
      'the guest answered no ping, so this rule can never find the VM idle: run the guest agent in the VM, or set guest-ping: ignored in the rule to judge VMs without pings',
    );
  });

  it('in few slots is tolerated, as the percentile allows', () => {
    expect(judged([...times(46, { answers: true }), ...times(2, { answers: false })])?.kind).toBe('breached');
  });

  it('does not matter where the rule ignores pings, as for images without a guest agent', () => {
    const rule = anIdleRule({ guestPing: 'ignored' });
    expect(judged(times(48, { answers: false }), { rule })?.kind).toBe('breached');
    expect(judged(times(48, { answers: false, cpu: 90 }), { rule })?.kind).toBe('clear');
  });
});

describe('1. a figure that is missing from a slot', () => {
  const noCpu = { cpu: null };
  it.each([
    [
      'in as many slots as may be busy does not keep a VM from being idle',
      [...times(2, noCpu), ...quiet(46)],
      'breached',
    ],
    ['counts as a slot that was not quiet', [...times(3, noCpu), ...quiet(45)], 'unknown'],
    ['does not count as a quiet slot', [...times(2, noCpu), ...quiet(45)], 'unknown'],
  ] satisfies [string, Slots, string][])('%s', (_, slots, kind) => {
    expect(judged(slots)?.kind).toBe(kind);
  });
});

describe('a percentile', () => {
  it.each([
    // Half an hour is six slots.
    [50, 3, 'breached'],
    [50, 4, 'clear'],
    [95, 0, 'breached'],
    [95, 1, 'clear'],
    [100, 0, 'breached'],
    [100, 1, 'clear'],
    [83.3, 1, 'breached'],
    [83.4, 1, 'clear'],
  ])('of %s over half an hour with %s busy slots of six: %s', (percentile, count, kind) => {
    const rule = anIdleRule({ percentile, window: minutes(30) });
    expect(judged([...busy(count), ...quiet(6 - count)], { rule })?.kind).toBe(kind);
  });

  it('needs the whole of a window that does not end on a slot', () => {
    const rule = anIdleRule({ percentile: 100, window: minutes(32) });
    expect(judged(quiet(6), { rule })?.kind).toBe('unknown');
    expect(judged(quiet(7), { rule })).toMatchObject({ kind: 'breached', figures: { points: 7 } });
    expect(judged([...busy(1), ...quiet(6)], { rule })?.kind).toBe('clear');
    expect(judged([...busy(1), ...quiet(7)], { rule })?.kind).toBe('breached');
  });
});
