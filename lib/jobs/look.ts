import { getBillingAccount } from '../cloud/contract/billing-accounts.ts';
import { listMachines } from '../cloud/contract/machines.ts';
import { getCurrentSpend, listAccountSpend } from '../cloud/contract/spend.ts';
import { listVms, monitorVm } from '../cloud/contract/vms.ts';
import { listVolumes } from '../cloud/contract/volumes.ts';
import { CloudError } from '../cloud/errors.ts';
import type { Cloud, InputOf, ItemOf, ListOperation, Operation, ReplyOf } from '../cloud/operation.ts';
import { assertNever } from '../model/assert-never.ts';
import type { Head } from '../model/head.ts';
import type { BillingAccountId, ProjectId, Target, VmId } from '../model/ids.ts';
import type { Observation, Part } from '../model/observation.ts';
import { periodAt } from '../model/period.ts';
import { type Instant, isoInstant } from '../model/time.ts';
import { observeAccount } from '../observe/account.ts';
import type { Answer } from '../observe/answer.ts';
import type { LookPlan } from '../observe/plan-look.ts';
import { observeProject } from '../observe/project.ts';

/** What the cloud answered at one instant, and the parts that it was asked for. */
export type Looked = {
  readonly at: Instant;
  readonly asked: readonly Part[];
  /** With a head for what was not asked or not answered: the newest, which may not be the one that was known. */
  observe(head: Head): Observation;
};

/** How a look is made: at what, with which questions, when, and by whose calendar. */
export type LookOrder = {
  readonly target: Target;
  readonly plan: LookPlan;
  readonly at: Instant;
  readonly account: string | null;
  readonly zone: string;
};

/** Asks the cloud about a target. A question that fails is part of the observation, never thrown. */
export function lookAt(cloud: Cloud, order: LookOrder): Promise<Looked> {
  switch (order.target.kind) {
    case 'project':
      return lookAtProject(cloud, order, order.target);
    case 'account':
      return lookAtAccount(cloud, order, order.target);
    default:
      return assertNever(order.target);
  }
}

async function lookAtProject(
  cloud: Cloud,
  { plan, at, account }: LookOrder,
  { project }: Extract<Target, { kind: 'project' }>,
): Promise<Looked> {
  const [vms, machines, volumes, spend, usage] = await Promise.all([
    ask(cloud, listVms, { projectId: project }),
    ask(cloud, listMachines, { projectId: project }),
    plan.volumes ? ask(cloud, listVolumes, { projectId: project }) : null,
    plan.spend ? askOne(cloud, getCurrentSpend, { id: project }) : null,
    askUsage(cloud, project, plan.usage),
  ]);
  const asked: Part[] = ['vms', 'machines'];
  if (plan.volumes) asked.push('volumes');
  if (plan.spend) asked.push('spend');
  if (plan.usage.length > 0) asked.push('usage');
  function observe({ sighting, usageUntil }: Head): Observation {
    const look = { at, account, vms, machines, volumes, spend, usage, usageUntil };
    return observeProject(look, sighting?.kind === 'project' ? sighting : null);
  }
  return { at, asked, observe };
}

async function askUsage(cloud: Cloud, projectId: ProjectId, vms: readonly VmId[]) {
  const answers = await Promise.all(
    vms.map(async (id) => [id, await ask(cloud, monitorVm, { projectId, id })] as const),
  );
  return new Map(answers);
}

async function lookAtAccount(
  cloud: Cloud,
  { plan, at, zone }: LookOrder,
  { account }: Extract<Target, { kind: 'account' }>,
): Promise<Looked> {
  const [answer, spend] = await Promise.all([
    askOne(cloud, getBillingAccount, { id: account }),
    plan.spend ? askSpend(cloud, account, periodAt('month', at, zone).from, at) : null,
  ]);
  const asked: Part[] = plan.spend ? ['account', 'spend'] : ['account'];
  return { at, asked, observe: () => observeAccount({ at, account: answer, spend }) };
}

async function askSpend(cloud: Cloud, billingAccountId: BillingAccountId, from: Instant, until: Instant) {
  const period = { startTime: isoInstant(from), endTime: isoInstant(until) };
  return { rows: await ask(cloud, listAccountSpend, { billingAccountId, ...period }), from, until };
}

async function ask<O extends ListOperation>(
  cloud: Cloud,
  operation: O,
  input: InputOf<O>,
): Promise<Answer<readonly ItemOf<O>[]>> {
  try {
    const { items, flaws } = await cloud.list(operation, input);
    return { kind: 'answered', value: items, flaws };
  } catch (error) {
    return failed(error);
  }
}

async function askOne<O extends Operation>(
  cloud: Cloud,
  operation: O,
  input: InputOf<O>,
): Promise<Answer<ReplyOf<O>>> {
  try {
    return { kind: 'answered', value: await cloud.call(operation, input), flaws: [] };
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): { readonly kind: 'failed'; readonly because: string } {
  if (error instanceof CloudError) return { kind: 'failed', because: error.message };
  throw error;
}
