import { ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { later, minutes } from '../../lib/model/time/time.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import type { Head } from '../../lib/state/head.ts';
import { aFleet, aHeadOf } from '../support/builders/fleet-builders.ts';
import { noon } from '../support/builders/observation-builders.ts';
import { aBudgetRule, anIdleRule, aPolicy } from '../support/builders/policy-builders.ts';
import type { Lab } from './a-lab.ts';

/** So many projects of so many VMs each, and a budget for every one; the smaller half are over it. */
export async function manyProjects(projects: number, vms: number): Promise<Lab> {
  const ledger = memoryLedger();
  for (let index = 0; index < projects; index += 1) await ledger.commit(headOf(index, vms));
  const limit = '31000';
  return {
    ledger,
    policy: aPolicy({ rules: [anIdleRule(), aBudgetRule({ limit })] }),
    now: later(noon, minutes(2)),
  };
}

const headOf = (index: number, vms: number): Head => ({
  ...aHeadOf(aFleet(vms, (vm) => `vm-${index}-${vm}`)),
  target: projectTarget(null, ProjectId.parse(`project-${String(index).padStart(4, '0')}`)),
  seq: 1,
  polledAt: noon,
});
