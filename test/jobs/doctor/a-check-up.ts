import { expect } from 'vitest';
import type { Cloud } from '../../../lib/clouds/cloud.ts';
import { computeCloud } from '../../../lib/clouds/compute/cloud.ts';
import type { ReplyNote } from '../../../lib/clouds/http/reply-note.ts';
import { type Diagnosis, diagnose } from '../../../lib/jobs/doctor/diagnose.ts';
import { examine } from '../../../lib/jobs/doctor/examine.ts';
import type { Finding } from '../../../lib/jobs/doctor/finding.ts';
import type { CheckOrder } from '../../../lib/jobs/doctor/survey-targets.ts';
import { unnamedConnection } from '../../../lib/jobs/ports.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import { earlier, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import type { SignalSource } from '../../../lib/observe/signals/signals.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { aBudgetRule, anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aSample, aWireSpend, aWireVm } from '../../support/builders/wire-builders.ts';
import { type Answers, scriptedCloud } from '../../support/clouds/scripted-cloud.ts';
import { recordingClock } from '../../support/recording-clock.ts';

export const aReply = (overrides: Partial<ReplyNote> = {}): ReplyNote => ({
  operation: 'listVms',
  sentAt: noon,
  took: milliseconds(50),
  status: 200,
  date: noon,
  limits: {},
  ...overrides,
});

const samples = [20, 15, 10, 5, 0].map((ago) => aSample(earlier(noon, minutes(ago))));

/** A platform that offers everything, with a VM in each of its projects. */
export const aGoodCloud = (...projects: readonly string[]): Answers => ({
  getUser: () => ({ emailAddress: 'ana@example.com' }),
  listPermissions: () => ({
    projectPermissions: projects.map((projectId) => ({
      projectId,
      role: 'VIEWER',
      userEmail: 'ana@example.com',
    })),
  }),
  listProjects: () => projects.map((id) => ({ id, billingAccountId: 'main' })),
  listBillingAccounts: () => [{ id: 'main' }],
  getBillingAccount: () => ({ id: 'main', state: 'STATE_ACTIVE' }),
  listVms: ({ projectId }) => [{ ...aWireVm(), projectId }],
  getVm: () => ({ VM: aWireVm() }),
  monitorVm: () => samples,
  listMachines: () => [],
  listClusters: () => [],
  listVolumes: () => [],
  listDisks: () => [],
  listBuckets: () => [],
  listInvoices: () => [],
  listAccountTransactions: () => [],
  listImages: () => [],
  listNetworks: () => [],
  getCurrentSpend: ({ id }) => aWireSpend({ projectId: String(id) }),
  listAccountSpend: () => [],
});

/** Budgets and stops of idle VMs. */
export const wholePolicy = aPolicy({ rules: [aBudgetRule(), anIdleRule()] });

type Circumstances = Partial<CheckOrder> & {
  readonly replies?: readonly ReplyNote[];
  readonly signals?: readonly SignalSource[];
  /** Changes the cloud, such as the capabilities that it declares. */
  readonly own?: (provider: Cloud) => Cloud;
};

/** A check-up of a cloud that answers by script: with the requests, and the findings. */
export async function aCheckUp(
  answers: Answers,
  { replies = [aReply()], signals = [], own = (provider) => provider, ...asked }: Circumstances = {},
) {
  const cloud = scriptedCloud(answers);
  const provider = own(computeCloud(cloud));
  const policy = asked.policy ?? wholePolicy;
  const intervals = defaultIntervals;
  const found = await examine(
    { clock: recordingClock(noon), connection: unnamedConnection(provider), signals },
    { policy, intervals, projects: [], sample: 3, ...asked },
  );
  const examination = found ?? expect.fail('no check-up');
  const { profile } = provider;
  const standard = {
    profile,
    policy,
    every: minutes(5),
    requestsPerMinute: 600,
    inFlight: 16,
  };
  const diagnosis = diagnose(examination, replies, standard);
  return { asked: cloud.asked, examination, diagnosis, finding: (id: string) => findingOf(diagnosis, id) };
}

function findingOf({ findings }: Diagnosis, id: string): Finding {
  const found = findings.find((finding) => finding.id === id);
  if (found === undefined) throw new Error(`nothing was found of ${id}`);
  return found;
}
