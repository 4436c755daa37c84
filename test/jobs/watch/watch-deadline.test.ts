import { expect, it } from 'vitest';
import { computeCloud } from '../../../lib/clouds/compute/cloud.ts';
import type { CloudClient } from '../../../lib/clouds/http/operation.ts';
import { raiseMissedHeartbeats } from '../../../lib/jobs/act/raise-missed-heartbeats.ts';
import { unnamedConnection } from '../../../lib/jobs/ports.ts';
import { watch } from '../../../lib/jobs/watch/watch.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import { minutes, seconds } from '../../../lib/model/time/time.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { aFreshnessRule } from '../../support/builders/account-rule-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { aPlatform } from '../../support/clouds/platform.ts';
import { on } from '../../support/timeline.ts';

const projects = Array.from({ length: 150 }, (_, number) => ({ id: `p${String(number).padStart(3, '0')}` }));
const policy = aPolicy({ rules: [aFreshnessRule()] });

/** Polls 150 projects of a cloud that takes a minute to list the VMs of each, 64 at once; a run has 100 seconds. */
function aSlowFleet() {
  const clock = virtualClock(on('10:00'));
  const quick = aPlatform(clock, { listProjects: () => projects, listBillingAccounts: () => [] });
  const cloud: CloudClient = {
    call: quick.call,
    async list(operation, input) {
      if (operation.id === 'listVms') {
        await clock.sleep(minutes(1));
      }
      return quick.list(operation, input);
    },
  };
  const ledger = memoryLedger();
  const lines: string[] = [];
  const log = (event: string, details = {}) => void lines.push([event, ...Object.values(details)].join(' '));
  const ports = { clock, connections: [unnamedConnection(computeCloud(cloud))], ledger, log };
  const within = seconds(100);
  return {
    ports,
    lines,
    async run(time: string) {
      clock.set(on(time));
      const end = new AbortController();
      void clock.sleep(within).then(() => end.abort());
      const { targets } = await watch(ports, { policy, until: end.signal });
      const of = (kind: string) =>
        targets.filter((target) => target.kind === kind).map(({ target }) => target);
      return { turned: of('turned'), left: of('left'), failed: of('failed') };
    },
  };
}

it('a run ends at its deadline, reports what was left, and records nothing half-read (invariant 1)', async () => {
  const fleet = aSlowFleet();
  const { turned, left, failed } = await fleet.run('10:00');
  expect([turned.length, left.length, failed.length]).toEqual([64, 86, 0]);
  const heads = await fleet.ports.ledger.heads();
  expect(heads.map(({ target }) => target).sort()).toEqual(turned.toSorted());
  expect(heads.every(({ failedPolls }) => failedPolls === 0)).toBe(true);
  expect(fleet.lines).toEqual([expect.stringMatching(/^targets-left 86 project\/p064 never /)]);
});

it('a run begins with what was left, so that every target is polled in turn (invariant 11)', async () => {
  const fleet = aSlowFleet();
  const first = await fleet.run('10:00');
  const second = await fleet.run('10:05');
  const third = await fleet.run('10:10');
  expect(first.left).toEqual(expect.arrayContaining(second.turned));
  expect(new Set([...first.turned, ...second.turned, ...third.turned]).size).toBe(projects.length);
  // The last 22 that were never polled, and then those that were polled first.
  expect(third.turned.slice(22).every((target) => first.turned.includes(target))).toBe(true);
});

it('a target that stays unpolled for three polls causes an alert (invariant 15)', async () => {
  const fleet = aSlowFleet();
  await fleet.run('10:00');
  // All but the last target of the first run are polled from now on.
  const { ledger } = fleet.ports;
  const heads = await ledger.heads();
  for (const head of heads.slice(1)) await ledger.commit({ ...head, seq: 2, polledAt: on('10:14') });
  fleet.ports.clock.set(on('10:17'));
  const acting = { ...fleet.ports, notifiers: [] };
  const raised = await raiseMissedHeartbeats(acting, policy, defaultIntervals, await ledger.heads());
  expect(raised.flatMap(({ outbox }) => outbox.map(({ id }) => id))).toEqual([
    expect.stringMatching(/^project\/p000#sight#target#/),
  ]);
});

it('a run without a deadline polls every target', async () => {
  const fleet = aSlowFleet();
  const { targets } = await watch(fleet.ports, { policy });
  expect(targets.every(({ kind }) => kind === 'turned')).toBe(true);
});
