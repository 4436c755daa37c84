import { describe, expect, it } from 'vitest';
import type { Cloud } from '../../lib/clouds/cloud.ts';
import { computeCloud } from '../../lib/clouds/compute/cloud.ts';
import type { Resource } from '../../lib/model/facts/resource.ts';
import { stableHash } from '../../lib/model/stable-hash.ts';
import { computeSpan, earlier, hours, type Instant, minutes, seconds } from '../../lib/model/time/time.ts';
import type { Rule } from '../../lib/rules/terms.ts';
import { withoutPastSpend } from '../support/clouds/without-past-spend.ts';
import { withHeads, withOrders } from './bugs/plant.ts';
import { cutScenario } from './cut.ts';
import { drawScenario } from './draw/draw-scenario.ts';
import { type RunOptions, simulate } from './run.ts';

const disk = 'its local disks';
const shift = hours(3);

/** Reports whether the stop of a VM erases its disks: of one in three always, of another in every other shift. */
function erases(id: string, at: Instant): boolean {
  const kind = stableHash(id) % 3;
  return kind === 1 || (kind === 2 && Math.floor(at / shift) % 2 === 1);
}

/** The cloud, whose VMs show that. */
const erasingCloud = (inner: Cloud): Cloud => {
  const told = (it: Resource, at: Instant): Resource =>
    it.kind === 'vm' && it.activity !== 'gone'
      ? { ...it, erasedByStop: erases(it.id, at) ? disk : null }
      : it;
  return {
    ...inner,
    askedBy: (terms) => erasingCloud(inner.askedBy(terms)),
    polls() {
      const poll = inner.polls();
      return async (order) => {
        const polled = await poll(order);
        return {
          ...polled,
          observe(before) {
            const seen = polled.observe(before);
            if (seen.kind !== 'project') return seen;
            return { ...seen, resources: seen.resources.map((it) => told(it, it.seenAt)) };
          },
        };
      };
    },
    action: (order, now) =>
      inner.action(
        {
          ...order,
          check: (reread, at) => order.check({ ...reread, resource: told(reread.resource, at) }, at),
        },
        now,
      ),
  };
};

const accepting = (rule: Rule): Rule => {
  if (rule.kind === 'budget')
    return {
      ...rule,
      then: rule.then.map((step) => (step.kind === 'stop' ? { ...step, mayErase: true } : step)),
    };
  if (rule.kind !== 'idle' && rule.kind !== 'schedule' && rule.kind !== 'lifetime') return rule;
  return {
    ...rule,
    then: rule.then.map((step) => (step.kind === 'stop' ? { ...step, mayErase: true } : step)),
  };
};
const allAccept = withOrders((orders) => ({
  ...orders,
  policy: { ...orders.policy, rules: orders.policy.rules.map(accepting) },
}));

/** Runs seeds with their own faults, and returns the stops of VMs that erased their disks, and of all others. */
async function stopsOf(planted: RunOptions, seeds: readonly number[]) {
  const erasing: { readonly id: string; readonly at: Instant }[] = [];
  let others = 0;
  for (const seed of seeds)
    await simulate(cutScenario(drawScenario(seed), { hours: 48 }), {
      ...planted,
      isUnwatched: true,
      jobs: { ...planted.jobs, provider: (cloud) => erasingCloud(withoutPastSpend(computeCloud(cloud))) },
      observers: [
        {
          acted({ action, on, hadEffect, askedAt: at }) {
            if (!hadEffect || action !== 'stop' || on.kind !== 'vm') return;
            // What was read again is a few seconds old when the stop is asked for.
            if (erases(on.id, at) && erases(on.id, earlier(at, seconds(5)))) erasing.push({ id: on.id, at });
            else others += 1;
          },
        },
      ],
    });
  return { erasing, others };
}

/** Stops so soon after the disks appeared that nobody can have been notified of them: no grace is shorter. */
const unannounced = (stops: Awaited<ReturnType<typeof stopsOf>>['erasing']) =>
  stops.filter(
    ({ id, at }) => stableHash(id) % 3 === 2 && computeSpan(0 as Instant, at) % shift < minutes(15),
  );

const seeds = [1, 2, 3, 18];

describe('Stops that erase something, under random faults', () => {
  it('are not carried out where no rule accepts them, by rule or by order, while other stops are', async () => {
    const { erasing, others } = await stopsOf({}, seeds);
    expect(erasing).toEqual([]);
    expect(others).toBeGreaterThan(0);
  });

  it('are carried out where rules accept them, and never sooner than they can have been announced', async () => {
    const { erasing } = await stopsOf(allAccept, seeds);
    expect(erasing.length).toBeGreaterThan(0);
    expect(unannounced(erasing)).toEqual([]);
  });

  it('break an invariant where an announcement counts for more than it named', async () => {
    const named = withHeads((head) => ({
      ...head,
      alerts: head.alerts.map((alert) =>
        alert.announcement === null
          ? alert
          : { ...alert, announcement: { ...alert.announcement, erases: disk } },
      ),
      intents: head.intents.map((intent) => ({ ...intent, erases: disk })),
    }));
    const { erasing } = await stopsOf({ jobs: { ...allAccept.jobs, ...named.jobs } }, seeds);
    expect(unannounced(erasing)).not.toEqual([]);
  });
});
