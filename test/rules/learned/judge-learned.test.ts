import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { UsagePoint } from '../../../lib/model/facts/usage.ts';
import { days, earlier, hours, type Instant, instant, minutes } from '../../../lib/model/time/time.ts';
import { at } from '../../support/at.ts';
import { aLearner, forgotten, hourOf, type Life, nightly, saidOf } from './learned-vm.ts';

describe('a learning rule', () => {
  it('finds a VM idle that nobody uses, and explains it in plain words', () => {
    expect(saidOf(forgotten)).toMatchObject({ kind: 'breached', figures: { kind: 'idle' } });
    expect(saidOf(nightly)?.because).toBe(
      'idle for 7 h 35 min. In the 8 h after this time of day it stayed quiet on 15 of 15 recent days. Risk of stopping it wrongly: 2 to 9 %.',
    );
    // The example of docs/rules.md.
    expect(readFileSync('docs/rules.md', 'utf8')).toContain(`> ${saidOf(nightly)?.because}`);
  });

  it('judges GPUs by the samples of its window, however many were read', () => {
    const gpu = { known: 1, busiest: 0, memory: null };
    const until = earlier(at('2026-11-20T12:00:00'), hours(7));
    const verdict = saidOf((time) => (time < until ? { gpu } : {}), aLearner(), { gpus: 1 });
    expect(verdict).toMatchObject({ kind: 'unknown' });
  });

  it('keeps a VM running before its nightly job, after four days of it', () => {
    const evening = { now: at('2026-11-20T01:00:00'), known: 4 };
    expect(saidOf(nightly, aLearner(), evening)).toMatchObject({ kind: 'clear' });
    expect(saidOf(nightly, aLearner(), evening)?.because).toMatch(
      /^may be used soon: .* The rule allows 5 %\.$/,
    );
  });

  it('finds a VM clear that is in use, or was until a moment ago', () => {
    const now = at('2026-11-20T12:00:00');
    const until =
      (end: Instant): Life =>
      (time) => ({ cpu: time >= earlier(end, hours(1)) && time < end ? 70 : 4 });
    expect(saidOf(until(now))).toMatchObject({
      kind: 'clear',
      because: 'in use: in the last half hour, CPU was 15 % or more on average, or another signal showed use',
    });
    expect(saidOf(until(earlier(now, hours(1))))?.because).toMatch(
      /^in use until \d+ min ago; this rule waits for 4 h without use$/,
    );
  });

  it.each<[string, Partial<UsagePoint>]>([
    ['network', { network: 99_999 }],
    ['disk', { disk: 999_999 }],
    ['a guest that answers no ping', { answers: false }],
    ['somebody logged in', { logins: 1 }],
    ['an unknown figure', { network: null }],
  ])('does not find a VM idle with %s in the last four hours', (_, told) => {
    const lately = earlier(at('2026-11-20T12:00:00'), hours(2));
    const verdict = saidOf((time) => (time > lately ? told : {}));
    expect(['clear', 'unknown']).toContain(verdict?.kind);
  });

  it('counts as use what is at or over the limit of the policy, in the past as in the present', () => {
    const steady: Life = () => ({ cpu: 12 });
    expect(saidOf(steady, aLearner({ risk: 50 }))).toMatchObject({ kind: 'breached' });
    expect(saidOf(steady, aLearner({ risk: 50, inUse: 12 }))).toMatchObject({
      kind: 'clear',
      because: 'in use: in the last half hour, CPU was 12 % or more on average, or another signal showed use',
    });
    const faint: Life = (time) => ({ cpu: hourOf(time) >= 13 && hourOf(time) < 15 ? 10 : 4 });
    const risk = (inUse: number) => {
      const { figures } = saidOf(faint, aLearner({ risk: 100, inUse })) ?? {};
      return figures?.kind === 'idle' ? (figures.risk ?? 0) : 0;
    };
    expect(risk(15)).toBeLessThan(0.05);
    expect(risk(8)).toBeGreaterThan(0.5);
  });

  it('only suspects a VM with GPUs whose use is unknown', () => {
    expect(saidOf(forgotten, aLearner(), { gpus: 1 })).toMatchObject({ kind: 'suspect' });
  });

  it('judges CPU where it is known, though signals are newer than the samples', () => {
    const now = at('2026-11-20T12:00:00');
    const gpu = { known: 1, busiest: 0, memory: null };
    const late =
      (span: number): Life =>
      (time) =>
        time < earlier(now, minutes(span)) ? { gpu } : { gpu, cpu: null, network: null, disk: null };
    expect(saidOf(late(10), { ...aLearner(), percentile: 95 }, { gpus: 1 })).toMatchObject({
      kind: 'breached',
    });
    expect(saidOf(late(30), { ...aLearner(), percentile: 50 }, { gpus: 1 })).toMatchObject({
      kind: 'unknown',
    });
  });

  it('is unknown on a VM for its first day, and states from when on it can judge it', () => {
    expect(saidOf(forgotten, aLearner(), { known: 0.75 })).toMatchObject({
      kind: 'unknown',
      because:
        'not enough data: monitored since 2026-11-19T18:00:00Z; this rule can judge it from 2026-11-20T18:00:00Z',
    });
  });

  it.each<[string, Life, RegExp]>([
    [
      'its CPU',
      () => ({ cpu: 40 }),
      /^in use: in the last half hour, CPU was 15 % or more on average, or another signal showed use$/,
    ],
    ['the network', () => ({ network: 99_999 }), /^in use: 48 of 48 samples in 4 h over the limit/],
  ])('finds a VM in use by %s on its first day, so that an announcement is withdrawn', (_, life, because) => {
    const verdict = saidOf(life, aLearner(), { known: 0.75 });
    expect(verdict).toMatchObject({ kind: 'clear', because: expect.stringMatching(because) });
  });

  it('judges by a fixed window on the first day, where it has one', () => {
    const rule = aLearner({ untilKnown: hours(12) });
    expect(saidOf(forgotten, rule, { known: 0.75 })?.because).toMatch(
      /^144 of 144 samples in 12 h were under 10 % CPU/,
    );
    expect(saidOf(forgotten, rule, { known: 0.25 })).toMatchObject({ kind: 'unknown' });
  });

  it.each<[number, number, number, string]>([
    [12, 6, 0.45, 'unknown'],
    [12, 6, 0.5, 'breached'],
    [2, 6, 0.2, 'unknown'],
    [2, 6, 0.25, 'breached'],
    [2, 1, 0.08, 'unknown'],
    [2, 1, 0.09, 'breached'],
  ])(
    'uses the longer window for GPUs: until-known %i h, gpu-window %i h, known for %d days: %s',
    (...row) => {
      const [untilKnown, gpuWindow, known, kind] = row;
      const rule = { ...aLearner({ untilKnown: hours(untilKnown) }), gpuWindow: hours(gpuWindow) };
      const gpu = { known: 1, busiest: 0, memory: null };
      expect(saidOf(() => ({ gpu }), rule, { known, gpus: 1 })).toMatchObject({ kind });
    },
  );

  it('is unknown where the last samples are missing, and waits after a gap as after use', () => {
    const now = at('2026-11-20T12:00:00');
    const gap =
      (from: number, until: number): Life =>
      (time) =>
        time >= earlier(now, hours(from)) && time < earlier(now, hours(until)) ? null : {};
    expect(saidOf(gap(0.5, 0.1))).toMatchObject({ kind: 'unknown' });
    expect(saidOf(gap(1.5, 1))).toMatchObject({
      kind: 'clear',
      because: 'samples or signals are missing until 35 min ago; this rule waits for 4 h without use',
    });
    expect(saidOf(() => null, aLearner(), { now: instant(now) })).toMatchObject({ kind: 'unknown' });
  });
});

describe('a VM that was stopped wrongly', () => {
  const now = at('2026-11-20T12:00:00');
  const daysAgo = (...counts: number[]) => counts.map((count) => earlier(now, days(count)));
  const judged = saidOf(nightly)?.figures;
  const risk = judged?.kind === 'idle' ? (judged.risk ?? 0) * 100 : 0;

  it.each<[string, Instant[], number]>([
    ['once', daysAgo(1), 2],
    ['twice', daysAgo(27, 1), 4],
    ['more than four weeks ago', daysAgo(28), 1],
  ])('%s: needs a risk that is halved for each such stop in four weeks', (_, wrong, times) => {
    const rule = (allowed: number) => aLearner({ risk: allowed * times });
    expect(saidOf(nightly, rule(risk * 1.01), { wrong })).toMatchObject({ kind: 'breached' });
    expect(saidOf(nightly, rule(risk * 0.99), { wrong })).toMatchObject({ kind: 'clear' });
  });

  it('has a reason with what the rule allows now, and why', () => {
    expect(saidOf(nightly, aLearner({ risk: risk * 1.5 }), { wrong: daysAgo(2, 1) })?.because).toMatch(
      /^may be used soon: .* The rule allows \d\.\d+ % after 2 wrong stops of this VM in four weeks\.$/,
    );
  });
});
