import { describe, expect, it } from 'vitest';
import { VmId } from '../../lib/model/ids.ts';
import { earlier, hours, later, minutes } from '../../lib/model/time/time.ts';
import type { IdleRule } from '../../lib/rules/idle/terms.ts';
import { judgeIdleVms } from '../../lib/views/idle.ts';
import {
  aHead,
  anObservation,
  aVm,
  noon,
  times,
  usageUntil,
} from '../support/builders/observation-builders.ts';
import { anIdleRule } from '../support/builders/policy-builders.ts';
import { anAlert, aViewInput } from '../support/builders/view-builders.ts';

const rule = anIdleRule({ window: hours(1) });
const quiet = times(12, 5);

/** One VM, polled at noon. */
const headWith = (vm: Parameters<typeof aVm>[0] = {}) =>
  aHead({ observation: anObservation({ resources: [aVm(vm)] }) });
/** The samples of its monitor at that time. */
const told = (slots: Parameters<typeof usageUntil>[1]) => [{ at: noon, usage: [usageUntil(noon, slots)] }];

describe('the verdict of an idle rule on a VM', () => {
  it.each([
    { what: 'quiet for the whole window', slots: quiet, verdict: 'breached' },
    { what: 'in use', slots: [...times(6, 5), ...times(6, 80)], verdict: 'clear' },
    { what: 'with too few samples', slots: times(3, 5), verdict: 'unknown' },
    { what: 'quiet, with GPUs', slots: quiet, vm: { gpus: 1 }, verdict: 'suspect' },
    { what: 'of an unknown state', slots: quiet, vm: { activity: 'unknown' as const }, verdict: 'unknown' },
  ])('$what: $verdict', ({ slots, vm = {}, verdict }) => {
    const [view, ...others] = judgeIdleVms(headWith(vm), told(slots), aViewInput([rule]));
    expect(others).toEqual([]);
    expect(view?.verdict).toBe(verdict);
    expect(view?.quietSince === null).toBe(verdict !== 'breached');
  });

  it.each([
    { what: 'whose guest answers no ping', answers: [false], heeded: true, isNeverIdle: true },
    { what: 'whose guest answers some pings', answers: [false, true], heeded: true, isNeverIdle: false },
    { what: 'without any data on pings', answers: [null], heeded: true, isNeverIdle: false },
    { what: 'whose rule ignores pings', answers: [false], heeded: false, isNeverIdle: false },
  ])('$what can never be idle: $isNeverIdle', ({ answers, heeded, isNeverIdle }) => {
    const own: IdleRule = { ...rule, guestPing: heeded ? 'answered' : 'ignored' };
    const [{ vm, points } = expect.fail()] = told(quiet).map(({ usage: [first] }) => first ?? expect.fail());
    const pinged = points.map((point, index) => ({
      ...point,
      answers: answers[index % answers.length] ?? null,
    }));
    const [view] = judgeIdleVms(
      headWith(),
      [{ at: noon, usage: [{ vm, points: pinged }] }],
      aViewInput([own]),
    );
    expect(view?.isNeverIdle).toBe(isNeverIdle);
  });

  it.each([
    { what: 'does not exist for a stopped VM', vm: { activity: 'stopped' as const } },
    { what: 'does not exist for a VM that the rule does not match', match: { gpus: 8 } },
  ])('$what', ({ vm = {}, match = {} }) => {
    expect(judgeIdleVms(headWith(vm), told(quiet), aViewInput([{ ...rule, match }]))).toEqual([]);
  });

  it('is unknown once samples are overdue', () => {
    const head = headWith();
    const at = (now: typeof noon) => judgeIdleVms(head, told(quiet), aViewInput([rule], { now }))[0];
    expect(at(later(noon, minutes(35)))?.verdict).toBe('breached');
    expect(at(later(noon, minutes(36)))).toMatchObject({
      verdict: 'unknown',
      quietSince: null,
      because: 'no usage samples since 2026-11-21T12:00:00Z, 36 min ago',
    });
  });

  it('of a VM with deferred samples stays until those are overdue, with the time of the last ones', () => {
    const busy = told(times(12, 80));
    const of = { [VmId.parse('box')]: { until: noon, again: later(noon, hours(1)) } };
    const head = { ...headWith(), deferredUsage: { rules: 1, of } };
    const at = (now: typeof noon) => judgeIdleVms(head, busy, aViewInput([rule], { now }))[0];
    expect(at(later(noon, minutes(36)))).toMatchObject({ verdict: 'clear', judgedAt: noon });
    expect(at(later(noon, minutes(80)))).toMatchObject({ verdict: 'clear', judgedAt: noon });
    expect(at(later(noon, minutes(81)))).toMatchObject({
      verdict: 'unknown',
      judgedAt: noon,
      because: 'no usage samples since 2026-11-21T12:00:00Z, 1 h 21 min ago',
    });
  });

  it('is that of the last poll with samples of that VM', () => {
    const before = earlier(noon, minutes(5));
    const both = [aVm({ id: 'box' }), aVm({ id: 'other' })];
    const samplings = [{ at: before, usage: [usageUntil(before, quiet, 'other')] }, ...told(quiet)];
    const head = aHead({ observation: anObservation({ resources: both }) });
    const views = judgeIdleVms(head, samplings, aViewInput([rule]));
    expect(views.map(({ resource, verdict, judgedAt }) => [resource.id, verdict, judgedAt])).toEqual([
      ['box', 'breached', noon],
      ['other', 'breached', before],
    ]);
  });

  it('has the beginning that a firing alert has, where that is before the window', () => {
    const idleSince = earlier(noon, hours(6));
    const alert = anAlert({
      rule: rule.name,
      since: earlier(noon, hours(2)),
      idleSince,
      episode: '2026-11-01T12:00:00Z',
    });
    const head = { ...headWith(), alerts: [alert] };
    expect(judgeIdleVms(head, told(quiet), aViewInput([rule]))[0]?.quietSince).toBe(idleSince);
    const over = { ...head, alerts: [{ ...alert, phase: 'resolved' as const }] };
    expect(judgeIdleVms(over, told(quiet), aViewInput([rule]))[0]?.quietSince).toBe(earlier(noon, hours(1)));
  });

  it('names the author of a keep', () => {
    const keep = {
      kind: 'keep',
      id: 'k',
      author: 'ann',
      reason: 'demo on Monday',
      at: earlier(noon, hours(1)),
      until: later(noon, hours(1)),
      subject: 'project/lab/vm/*',
    } as const;
    const [view] = judgeIdleVms(headWith(), told(quiet), aViewInput([rule], { overrides: [keep] }));
    expect(view).toMatchObject({
      verdict: 'breached',
      protectedBecause: expect.stringContaining('kept by ann'),
    });
  });
});
