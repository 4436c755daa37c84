import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Activity } from '../../lib/model/facts/resource.ts';
import { toTarget } from '../../lib/model/ids.ts';
import { instant } from '../../lib/model/time/time.ts';
import { judgeSchedule } from '../../lib/rules/schedule/judge.ts';
import { at } from '../support/at.ts';
import { aMachine, anObservation, aVm, aVolume, lab } from '../support/builders/observation-builders.ts';
import { aScheduleRule, aWindow } from '../support/builders/resource-rule-builders.ts';

const judged = (text: string, resource = aVm(), { zone = 'UTC', rule = aScheduleRule() } = {}) =>
  judgeSchedule(rule, {
    target: toTarget(lab),
    observation: anObservation({ at: at(text), resources: [resource] }),
    zone,
  });

const stopped = aVm({ state: 'STOPPED', activity: 'stopped' });

describe('a schedule of Mon-Fri 08:00-19:00', () => {
  it.each([
    ['2026-11-20T18:59:59', aVm(), 'clear', 'its hours began at 2026-11-20 08:00'],
    [
      '2026-11-20T19:00:00',
      aVm(),
      'breached',
      'running outside its hours, which ended at 2026-11-20 19:00; they resume at 2026-11-23 08:00',
    ],
    [
      '2026-11-20T19:00:00',
      aVm({ gpus: 8 }),
      'breached',
      expect.stringContaining('running outside its hours'),
    ],
    ['2026-11-20T19:00:00', aMachine(), 'breached', expect.stringContaining('running outside its hours')],
    ['2026-11-20T19:00:00', stopped, 'clear', 'is not running (STOPPED)'],
    [
      '2026-11-20T19:00:00',
      aVm({ state: 'STARTING', activity: 'changing' }),
      'unknown',
      'is not running (STARTING)',
    ],
    ['2026-11-20T19:00:00', aVm({ state: 'ODD', activity: 'unknown' }), 'unknown', 'is not running (ODD)'],
    ['2026-11-23T08:00:00', stopped, 'clear', 'its hours began at 2026-11-23 08:00'],
  ])('at %s', (text, resource, kind, because) => {
    expect(judged(text, resource)).toMatchObject([{ kind, because }]);
  });

  it('has no verdict on volumes, on what was not seen, nor on what the rule does not match', () => {
    expect(judged('2026-11-20T19:00:00', aVolume())).toEqual([]);
    const observation = anObservation({ at: at('2026-11-20T19:00:00'), seen: ['machines'] });
    expect(judgeSchedule(aScheduleRule(), { target: toTarget(lab), observation, zone: 'UTC' })).toEqual([]);
    const rule = aScheduleRule({ match: { gpus: 8 } });
    expect(judged('2026-11-20T19:00:00', aVm(), { rule })).toEqual([]);
  });

  it('makes an episode of each time outside the hours, which lasts through the window after it', () => {
    const episodes = [
      '2026-11-19T20:00:00',
      '2026-11-20T07:59:00',
      '2026-11-20T08:00:00',
      '2026-11-20T19:00:00',
    ].map((text) => judged(text)[0]?.episode.split('/')[1]);
    const thursday = '2026-11-19T19:00:00Z';
    expect(episodes).toEqual([thursday, thursday, thursday, '2026-11-20T19:00:00Z']);
  });

  it('uses the clocks of the policy', () => {
    const inNewYork = (text: string) => judged(text, aVm(), { zone: 'America/New_York' })[0]?.kind;
    expect([inNewYork('2026-11-20T12:59:59'), inNewYork('2026-11-20T13:00:00')]).toEqual([
      'breached',
      'clear',
    ]);
  });
});

it('a schedule is breached only by running resources, and never in its hours', () => {
  const minute = fc
    .integer({ min: 0, max: 14 * 1_440 })
    .map((count) => instant(Date.UTC(2026, 2, 20) + count * 60_000));
  const windows = fc
    .constantFrom('Mon-Fri 08:00-19:00', 'Sat-Sun 22:00-06:00', 'daily 01:15-02:45')
    .map(aWindow);
  fc.assert(
    fc.property(minute, windows, fc.constantFrom(...Activity.options), (now, window, activity) => {
      const rule = aScheduleRule({ windows: [window] });
      const kindOf = (known: Activity) =>
        judgeSchedule(rule, {
          target: toTarget(lab),
          observation: anObservation({ at: now, resources: [aVm({ activity: known })] }),
          zone: 'Europe/London',
        })[0]?.kind;
      const kind = kindOf(activity);
      if (kind === 'breached') expect(activity).toBe('running');
      expect(kindOf('unknown')).not.toBe('breached');
      expect(kindOf('running') === 'clear').toBe(kindOf('unknown') === 'clear');
    }),
  );
});
