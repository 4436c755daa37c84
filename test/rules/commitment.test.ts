import { expect, it } from 'vitest';
import { ResourceId, toTarget } from '../../lib/model/ids.ts';
import { hourlyPrice } from '../../lib/model/money/money.ts';
import { hours, later, milliseconds } from '../../lib/model/time/time.ts';
import { judgeCommitment } from '../../lib/rules/commitment/judge.ts';
import { anObservation, aVm, lab, noon } from '../support/builders/observation-builders.ts';
import { aCommitmentRule } from '../support/builders/resource-rule-builders.ts';

const judged = (vm: Parameters<typeof aVm>[0], rule = aCommitmentRule()) =>
  judgeCommitment(rule, {
    target: toTarget(lab),
    observation: anObservation({ seen: ['vms', 'machines', 'clusters', 'volumes'], resources: [aVm(vm)] }),
    zone: 'Europe/London',
  });

const day = 24;
const inHours = (count: number) => ({ committedUntil: later(noon, hours(count)) });

it.each([
  [31 * day, 'clear', undefined, undefined],
  [30 * day, 'breached', -30, 'info'],
  [7 * day + 1, 'breached', -30, 'info'],
  [7 * day, 'breached', -7, 'warning'],
  [day, 'breached', -1, 'warning'],
  [1, 'breached', -1, 'warning'],
  [0, 'clear', undefined, undefined],
  [-1, 'clear', undefined, undefined],
])('a commitment that ends in %d hours is %s at level %s', (left, kind, level, severity) => {
  expect(judged(inHours(left))).toMatchObject([
    { kind, ...(level !== undefined && { level }), ...(severity !== undefined && { severity }) },
  ]);
});

it('the reason states when a commitment ends, on the clocks of the policy', () => {
  const [verdict] = judged({ committedUntil: later(noon, milliseconds(6 * 86_400_000 + 5_400_000)) });
  expect(verdict?.because).toBe('commitment ends in 6 d 1 h, at 2026-11-27 13:30');
  expect(verdict?.episode).toBe('2026-11-01T12:00:00Z/2026-11-27T13:30:00Z');
});

it('a renewed commitment is an episode of its own, and a resource without one is clear', () => {
  const [short, longer] = [inHours(5), inHours(6)].map((vm) => judged(vm)[0]?.episode);
  expect(short).not.toBe(longer);
  expect(judged({ committedUntil: null })).toMatchObject([{ kind: 'clear', because: 'has no commitment' }]);
});

it('a commitment whose end the platform does not show is unknown, neither ended nor near its end', () => {
  expect(judged({ committedUntil: 'unknown' })).toMatchObject([
    { kind: 'unknown', because: 'counts as committed: the platform does not show when its commitment ends' },
  ]);
});

it.each([
  ['the price of a VM', 'vm', '2', [], '2'],
  ['that of a machine', 'machine', '160', [], '160'],
  ['that of a volume', 'volume', '0.5', [], '0.5'],
  ["a cluster's own and its machines'", 'cluster', '1', ['80', '80'], '161'],
  ["its machines' where it has none beside them", 'cluster', '0', ['80', '80'], '160'],
  ['unknown where the resource has none', 'vm', null, [], null],
  ['unknown where a machine has none', 'cluster', '0', ['80', null], null],
  ['unknown where the cluster itself has none', 'cluster', null, ['80'], null],
] as const)('20. the price of what ends is %s', (_, kind, price, machines, whole) => {
  const committed = aVm({ kind, id: 'train', price, ...inHours(5) });
  const members = machines.map((each, index) =>
    aVm({ kind: 'cluster-machine', id: `m-${index}`, cluster: committed.id, price: each }),
  );
  const others = [aVm({ kind: 'cluster-machine', id: 'of-another', cluster: ResourceId.parse('other') })];
  const [verdict] = judgeCommitment(aCommitmentRule(), {
    target: toTarget(lab),
    observation: anObservation({
      seen: ['vms', 'machines', 'clusters', 'volumes'],
      resources: [committed, ...members, ...others],
    }),
    zone: 'UTC',
  });
  expect(verdict?.figures).toMatchObject({ price: whole === null ? null : hourlyPrice(whole) });
});

it.each([
  ['vm', 1],
  ['machine', 1],
  ['cluster', 1],
  ['volume', 1],
  ['cluster-machine', 0],
  ['disk', 0],
] as const)('a %s has %d verdicts', (kind, count) => {
  expect(judged({ kind, ...inHours(5) })).toHaveLength(count);
});

const expiring = (left: number) => ({ expiresAt: later(noon, hours(left)) });
it.each([
  [31 * day, 'clear', undefined, undefined],
  [30 * day, 'breached', -30, 'warning'],
  [7 * day + 1, 'breached', -30, 'warning'],
  [7 * day, 'breached', -7, 'critical'],
  [day + 1, 'breached', -7, 'critical'],
  [day, 'breached', -1, 'critical'],
  [0, 'breached', -1, 'critical'],
  [-1, 'breached', -1, 'critical'],
])(
  '8. a VM that expires in %d hours is %s at level %s, whatever its commitment',
  (left, kind, level, severity) => {
    const [commitment, expiry, ...others] = judged({ ...inHours(40 * day), ...expiring(left) });
    expect(others).toEqual([]);
    expect(commitment).toMatchObject({ kind: 'clear', figures: { of: 'commitment' } });
    expect(expiry).toMatchObject({
      kind,
      ...(level !== undefined && { level }),
      ...(severity !== undefined && { severity }),
      figures: { of: 'expiry' },
    });
  },
);

it('8. a postponed expiry is an episode of its own, and a VM without one has no verdict on it', () => {
  const [[, sooner], [, later]] = [judged(expiring(5)), judged(expiring(6))];
  expect(sooner?.episode).not.toBe(later?.episode);
  expect(judged({})).toHaveLength(1);
});

it('levels rise as the end comes nearer, whatever the thresholds are', () => {
  const levelAt = (left: number, within = aCommitmentRule().within) => {
    const [verdict] = judged(inHours(left), aCommitmentRule({ within }));
    return verdict?.kind === 'breached' ? verdict.level : null;
  };
  expect(levelAt(20)).toBeGreaterThan(Number(levelAt(100)));
  expect(levelAt(20)).toBe(levelAt(20, [hours(48), hours(24)]));
});
