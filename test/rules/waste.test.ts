import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partOf } from '../../lib/model/facts/observation.ts';
import { Activity, type Resource, ResourceKind } from '../../lib/model/facts/resource.ts';
import { toTarget } from '../../lib/model/ids.ts';
import { money } from '../../lib/model/money/money.ts';
import { days, earlier, hours, later, minutes } from '../../lib/model/time/time.ts';
import type { Verdict } from '../../lib/rules/verdict.ts';
import { judgeWaste } from '../../lib/rules/waste/judge.ts';
import type { WasteRule } from '../../lib/rules/waste/terms.ts';
import { anObservation, aVm, lab, noon } from '../support/builders/observation-builders.ts';
import { aWasteRule } from '../support/builders/resource-rule-builders.ts';
import { runs } from '../support/tier.ts';

const allSeen = Object.values(partOf);

function judged(resource: Resource, rule: WasteRule = aWasteRule(), seen = allSeen): readonly Verdict[] {
  const observation = anObservation({ seen: [...seen], resources: [resource] });
  return judgeWaste(rule, { target: toTarget(lab), observation, zone: 'UTC' });
}

/** The breach, or else the verdict of the worst kind. */
function told(verdicts: readonly Verdict[]): string {
  const [breach, ...others] = verdicts.filter(({ kind }) => kind === 'breached');
  expect(others).toEqual([]);
  if (breach?.kind === 'breached' && breach.figures.kind === 'waste') return breach.figures.condition;
  return verdicts.some(({ kind }) => kind === 'unknown') ? 'unknown' : (verdicts[0]?.kind ?? 'nothing');
}

const stopped = { state: 'STOPPED', activity: 'stopped' } as const;
const failed = { state: 'FAILED', activity: 'failed' } as const;
const changing = { state: 'UPDATING', activity: 'changing' } as const;
const disk = { kind: 'disk', price: null, sizeGib: 100 } as const;
const image = { kind: 'image', price: null, sizeGib: 50 } as const;
const volume = { kind: 'volume', sizeGib: 100, usedGib: 40 } as const;

describe('waste', () => {
  it.each<[Parameters<typeof aVm>[0], string]>([
    [{}, 'clear'],
    [stopped, 'stopped-vm'],
    [{ ...stopped, state: 'SUSPENDED', price: null }, 'stopped-vm'],
    [changing, 'unknown'],
    [{ ...changing, transitionalSince: earlier(noon, minutes(59)) }, 'unknown'],
    [{ ...changing, transitionalSince: earlier(noon, minutes(60)) }, 'transitional'],
    [{ ...changing, transitionalSince: earlier(noon, minutes(60)), price: '0' }, 'unknown'],
    [{ ...changing, transitionalSince: earlier(noon, minutes(60)), price: null }, 'transitional'],
    [{ ...disk, ...changing, transitionalSince: earlier(noon, days(2)) }, 'unknown'],
    [{ ...volume, ...changing, transitionalSince: earlier(noon, days(2)) }, 'transitional'],
    [{ kind: 'network', ...changing, transitionalSince: earlier(noon, days(2)) }, 'unknown'],
    [{ state: 'ODD', activity: 'unknown' }, 'unknown'],
    [{ state: 'DELETED', activity: 'gone' }, 'nothing'],
    [failed, 'failed'],
    [{ ...failed, price: null }, 'unknown'],
    [{ ...failed, price: '0' }, 'clear'],
    [{ kind: 'machine', state: 'OFF', activity: 'stopped' }, 'powered-off'],
    [{ kind: 'machine', state: 'ON' }, 'clear'],
    [{ kind: 'cluster-machine', state: 'OFF', activity: 'stopped', price: '0' }, 'powered-off'],
    [{ kind: 'machine', ...failed }, 'failed'],
    [{ kind: 'cluster-machine', ...failed }, 'failed'],
    [{ kind: 'cluster-machine', ...failed, price: '0' }, 'failed'],
    [{ kind: 'cluster' }, 'clear'],
    [{ kind: 'cluster', ...failed, price: '0' }, 'failed'],
    [{ kind: 'network', ...failed }, 'failed'],
    [{ kind: 'network', inUse: false }, 'clear'],
    [{ ...disk, state: 'READY', activity: 'stopped', inUse: false }, 'detached-disk'],
    [{ ...disk, state: 'ATTACHED', inUse: true }, 'clear'],
    [{ ...disk, state: 'DISABLED', activity: 'stopped', inUse: null }, 'unknown'],
    [{ ...disk, ...failed, inUse: null }, 'failed'],
    [{ ...image, state: 'READY', inUse: false }, 'unused-image'],
    [{ ...image, state: 'READY', inUse: true }, 'clear'],
    [{ ...image, state: 'READY', inUse: null }, 'unknown'],
    [volume, 'untouched-volume'],
    [{ ...volume, usedGib: null }, 'unknown'],
    [{ ...volume, ...changing, usedGib: null }, 'unknown'],
    [{ kind: 'bucket', usedGib: null }, 'unknown'],
    [{ ...volume, ...changing }, 'unknown'],
    [{ ...volume, ...failed }, 'failed'],
    [{ ...volume, ...failed, usedGib: null }, 'failed'],
  ])('of %j: %s', (resource, expected) => {
    expect(told(judged(aVm(resource)))).toBe(expected);
  });

  it('reports how long it has been in transitional states and what that cost, as far as polls saw it there', () => {
    const since = earlier(noon, hours(12));
    const hung = aVm({ ...changing, price: '6.4', transitionalSince: since });
    const transitional = (resource: Resource, rule = aWasteRule()) =>
      judged(resource, rule).find(({ episode }) => episode.endsWith('/transitional'));
    expect(transitional(hung)).toMatchObject({
      kind: 'breached',
      hasLasted: true,
      because: 'is UPDATING, in transitional states for 12 h (limit 1 h); about 76.80 USD in that time',
      figures: { transitional: { since, lasted: hours(12), cost: money('76.8') } },
    });
    const unseen = { ...hung, seenAt: later(since, minutes(5)) };
    expect(transitional(unseen)).toMatchObject({ kind: 'clear' });
    expect(transitional({ ...hung, activity: 'unknown' })).toMatchObject({ kind: 'unknown' });
    expect(transitional(hung, aWasteRule({ transitional: hours(13) }))).toMatchObject({ kind: 'clear' });
    expect(transitional(hung, aWasteRule({ transitional: null }))).toBeUndefined();
  });

  it('has no verdict on what this poll did not show, so that its alert stays', () => {
    const seen = allSeen.filter((part) => part !== 'disks');
    const detached = aVm({ ...disk, state: 'READY', activity: 'stopped', inUse: false });
    expect(judged(detached, aWasteRule(), seen)).toEqual([]);
  });

  it('is judged only by the conditions that the rule names, and where the rule matches', () => {
    const only = (condition: WasteRule['conditions'][number]) =>
      aWasteRule({ conditions: [condition], transitional: null });
    expect(judged(aVm(stopped), only('failed'))).toMatchObject([{ kind: 'clear' }]);
    expect(judged(aVm(stopped), only('detached-disk'))).toEqual([]);
    expect(judged(aVm(stopped), aWasteRule({ match: { id: 'other' } }))).toEqual([]);
  });

  it('is a new episode when a volume changes in size, or when another volume has its name', () => {
    const episodeOf = (change: Parameters<typeof aVm>[0]) =>
      judged(aVm({ ...volume, ...change })).find(({ kind }) => kind === 'breached')?.episode;
    expect(episodeOf({})).toBe('2026-11-01T12:00:00Z/untouched-volume/40');
    expect(episodeOf({ usedGib: 41 })).toBe('2026-11-01T12:00:00Z/untouched-volume/41');
    expect(episodeOf({ createdAt: noon })).not.toBe(episodeOf({}));
  });

  it('includes a volume that nothing mounts, where the rule has no condition for that', () => {
    const rule = aWasteRule({ conditions: ['untouched-volume'], transitional: null });
    expect(judged(aVm({ ...volume, inUse: false }), rule)).toMatchObject([{ kind: 'breached' }]);
  });

  it('states what it costs, or how large it is', () => {
    expect(judged(aVm({ ...stopped, committedUntil: noon }))[0]?.figures).toMatchObject({
      kind: 'waste',
      condition: 'stopped-vm',
      price: aVm().price?.running,
      committedUntil: noon,
    });
    expect(judged(aVm({ ...disk, state: 'READY', activity: 'stopped', inUse: false }))[0]).toMatchObject({
      severity: 'info',
      figures: { price: null, sizeGib: 100 },
    });
  });
});

const anyResource = fc.record({
  kind: fc.constantFrom(...ResourceKind.options),
  activity: fc.constantFrom(...Activity.options),
  price: fc.constantFrom('0', '0.5', null),
  inUse: fc.constantFrom(true, false, null),
  usedGib: fc.constantFrom(0, 40, null),
});

it('an unknown fact never makes waste (invariant 1)', () => {
  const missing = fc.subarray(['activity', 'inUse', 'usedGib'] as const);
  fc.assert(
    fc.property(anyResource, missing, (known, forgotten) => {
      const lesser = { ...known };
      if (forgotten.includes('activity')) lesser.activity = 'unknown';
      if (forgotten.includes('inUse')) lesser.inUse = null;
      if (forgotten.includes('usedGib')) lesser.usedGib = null;
      const [before, after] = [known, lesser].map((resource) => told(judged(aVm(resource))));
      const conditions: readonly (string | undefined)[] = aWasteRule().conditions;
      if (conditions.includes(after)) expect(before).toBe(after);
    }),
    runs(500),
  );
});
