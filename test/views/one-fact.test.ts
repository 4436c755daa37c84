import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resourceRows } from '../../lib/dashboard/data/rows.ts';
import { VmId } from '../../lib/model/ids.ts';
import { free, sumPrices } from '../../lib/model/money/money.ts';
import type { Head } from '../../lib/state/head.ts';
import { listBlindSpots } from '../../lib/views/blind-spots.ts';
import { createCellFormatter } from '../../lib/views/columns/column.ts';
import { vmColumns } from '../../lib/views/columns/vm-columns.ts';
import { judgeIdleVms } from '../../lib/views/idle.ts';
import { buildInventory } from '../../lib/views/inventory.ts';
import { listMetrics } from '../../lib/views/metrics/metrics.ts';
import { buildStatus } from '../../lib/views/status.ts';
import { findUnjudgedVms } from '../../lib/views/unjudged.ts';
import { judgeAllWaste } from '../../lib/views/waste.ts';
import { aHead, anObservation, aVm, noon } from '../support/builders/observation-builders.ts';
import { anIdleRule } from '../support/builders/policy-builders.ts';
import { aWasteRule } from '../support/builders/resource-rule-builders.ts';
import { anAlert, aViewInput } from '../support/builders/view-builders.ts';
import { runs } from '../support/tier.ts';

const idle = anIdleRule();
const rules = fc.constantFrom(
  [],
  [idle],
  [anIdleRule({ match: { gpus: 0 } })],
  [aWasteRule()],
  [idle, aWasteRule({ match: { id: 'm1' } })],
);
const machine = fc.record({
  kind: fc.constantFrom('vm' as const, 'machine' as const),
  isOn: fc.boolean(),
  gpus: fc.constantFrom(0, 8),
  isKnown: fc.boolean(),
  isIdle: fc.boolean(),
  price: fc.constantFrom('0.5', '4.52', '22.98', null),
});
type Machine = typeof machine extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function labOf(machines: readonly Machine[]): Head {
  const resources = machines.map(({ kind, isOn, gpus, price }, at) =>
    aVm({
      ...{ id: `m${at}`, kind, gpus, price },
      ...(isOn ? {} : { state: 'STOPPED', activity: 'stopped' as const }),
    }),
  );
  const known = machines.flatMap(({ kind, isKnown }, at) => (kind === 'vm' && isKnown ? [at] : []));
  const found = machines.flatMap((one, at) => (one.kind === 'vm' && one.isOn && one.isIdle ? [at] : []));
  return aHead({
    observation: anObservation({ resources }),
    signalsKnownAt: Object.fromEntries(known.map((at) => [VmId.parse(`m${at}`), { gpus: noon }])),
    alerts: found
      .filter((at) => machines[at]?.gpus === 0 || machines[at]?.isKnown)
      .map((at) => anAlert({ rule: idle.name, subject: `project/lab/vm/m${at}` })),
  });
}

const everywhere = (check: (heads: readonly [Head], input: ReturnType<typeof aViewInput>) => void) =>
  fc.assert(
    fc.property(fc.array(machine, { maxLength: 5 }), rules, (machines, policy) =>
      check([labOf(machines)], aViewInput(policy)),
    ),
    runs(150),
  );

describe('Over random fleets and policies, all views of a VM agree', () => {
  it('on what is idle and waste: status, dashboard, metrics, vms and waste', () => {
    everywhere((heads, input) => {
      const { spare } = buildStatus(heads, input);
      const found = buildInventory(heads[0], [], input, new Map()).filter(
        ({ idleSince }) => idleSince !== null,
      );
      const wasted = judgeAllWaste(heads, input).filter(({ state }) => state === 'waste');
      const counted = new Map([...found, ...wasted].map(({ subject, resource }) => [subject, resource]));
      expect(spare.rate).toEqual(sumPrices([...counted.values()].map(({ price }) => price?.running ?? free)));
      expect(spare.idle.count + spare.waste.count).toBe(counted.size);
      expect(found.length).toBe(spare.idle.count);
      const metric = listMetrics(heads, input.policy, noon).find(({ name }) => /idle_and_waste/.test(name));
      const shown = metric?.samples.reduce((sum, { value }) => sum + value, 0) ?? Number.NaN;
      expect(shown).toBeCloseTo(spare.rate.toNumber(), 9);
    });
  });

  it('on what is billed at rest, which counts under any rules, so that no stop lowers the figure', () => {
    everywhere((heads, input) => {
      const [head] = heads;
      const before = buildStatus(heads, input).spare;
      const resources = head.observation?.kind === 'project' ? head.observation.resources : [];
      for (const one of resources) {
        const stopped = { ...one, state: 'STOPPED', activity: 'stopped' as const };
        const others = resources.map((other) => (other === one ? stopped : other));
        const rest = aHead({ ...head, observation: anObservation({ resources: others }) });
        const after = buildStatus([rest], input).spare;
        expect(after.rate.gte(before.rate)).toBe(true);
        expect(
          judgeAllWaste([rest], input).some(
            ({ resource, state }) => resource === stopped && state === 'waste',
          ),
        ).toBe(true);
      }
    });
  });

  it('on what cannot be judged: the notice, blind spots, idle and the dashboard name the same VMs', () => {
    everywhere((heads, input) => {
      const unjudged = findUnjudgedVms(heads, input)?.vms.map(({ subject }) => subject) ?? [];
      const spots = listBlindSpots(heads, input).flatMap(({ subject, because }) =>
        subject === undefined ? [] : [{ subject, because }],
      );
      expect(spots.map(({ subject }) => subject)).toEqual(unjudged);
      for (const { because } of spots) expect(because).toMatch(/no GPU metrics.*; to judge a VM/);
      const { condition } = buildStatus(heads, input);
      expect(condition.notices.some(({ kind }) => kind === 'unjudged')).toBe(unjudged.length > 0);
      const views = judgeIdleVms(heads[0], [], input);
      for (const { subject, verdict } of views)
        expect(verdict === 'suspect').toBe(unjudged.includes(subject));
      const fleet = buildInventory(heads[0], [], input, new Map());
      for (const subject of unjudged) {
        const row = fleet.find((known) => known.subject === subject);
        expect(row?.hasUnknownGpus).toBe(true);
        expect(row?.idleSince).toBeNull();
      }
    });
  });

  it('on how each machine is shown: the table of VMs and the rows of the dashboard', () => {
    everywhere((heads, input) => {
      const reading = { now: input.now, zone: 'UTC' };
      for (const row of buildInventory(heads[0], [], input, new Map())) {
        const text = createCellFormatter(vmColumns, row, reading);
        const { state, price, size, remark } = resourceRows(reading)(row);
        expect([state, price, size, remark.text]).toEqual(
          (['state', 'usdAnHour', 'size', 'remark'] as const).map(text),
        );
      }
    });
  });
});
