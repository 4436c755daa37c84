import { ProjectId, ResourceId, RuleName, VmId } from '../../lib/model/ids.ts';
import {
  computeSpan,
  earliest,
  hours,
  type Instant,
  instant,
  later,
  milliseconds,
  minutes,
  type Span,
} from '../../lib/model/time/time.ts';
import type { Policy } from '../../lib/state/policy.ts';
import { aBudgetRule } from '../support/builders/policy-builders.ts';
import { anImage, aStart, aStop, aTerminate } from '../support/builders/step-builders.ts';
import { noRates } from './draw/draw-faults.ts';
import { type FaultPlan, faultAt } from './engine/faults.ts';
import type { Violation } from './oracle/violation.ts';
import { type RunOptions, simulate } from './run.ts';
import type { Scenario } from './scenario.ts';

const start = instant(Date.UTC(2026, 9, 24, 12, 7));
const project = ProjectId.parse('research');

const policy: Policy = {
  version: 1,
  timezone: 'Europe/London',
  protect: [{ kind: 'younger-than', age: hours(2) }],
  caps: { perRun: 2, perDay: 5, share: 100 },
  inUse: 15,
  attribute: ['team', 'owner'],
  businessHours: [],
  digest: null,
  keepAtMost: null,
  rules: [
    aBudgetRule({ name: 'a project', limit: '40', at: [50, 100] }),
    {
      kind: 'idle',
      name: RuleName.parse('forgotten machines'),
      match: {},
      mode: 'enforce',
      window: hours(1),
      gpuWindow: hours(1),
      percentile: 95,
      cpuBelow: 10,
      networkBelow: 50 * 1_024,
      diskBelow: 100 * 1_024,
      guestPing: 'answered',
      logins: 'counted',
      gpuBelow: 5,
      coolOff: hours(6),
      repeat: hours(4),
      then: [
        aStop(minutes(30)),
        anImage({ after: hours(2), notice: minutes(30) }),
        aTerminate({ after: hours(4), notice: minutes(30) }),
      ],
    },
    aBudgetRule({ name: 'together', limit: '30', at: [50, 100], shared: true, period: { kind: 'day' } }),
    {
      kind: 'schedule',
      name: RuleName.parse('office hours'),
      match: { id: 'restless*' },
      for: minutes(0),
      repeat: hours(4),
      mode: 'enforce',
      then: [aStop(minutes(30)), aStart()],
      windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: 540, until: 1_170 }],
    },
    {
      kind: 'waste',
      name: RuleName.parse('waste'),
      match: {},
      for: hours(1),
      repeat: null,
      mode: 'enforce',
      then: [],
      conditions: ['stopped-vm', 'untouched-volume'],
      transitional: null,
    },
    {
      kind: 'runway',
      name: RuleName.parse('credit'),
      match: { account: '*' },
      for: minutes(0),
      repeat: hours(4),
      then: [],
      thresholds: [hours(12), hours(6)],
    },
    {
      kind: 'freshness',
      name: RuleName.parse('sight'),
      match: {},
      for: minutes(0),
      repeat: null,
      then: [],
      unseen: minutes(15),
      spend: hours(4),
    },
  ],
  routes: null,
  approveByLink: false,
};

/**
 * A day with every event: budgets are crossed, credit runs low and is topped up, VMs are stopped, imaged, deleted and
 * started again, people silence, order and pause, and summer time ends.
 */
export const everydayScenario = (poll: Span): Scenario => ({
  seed: 5,
  start,
  span: hours(24),
  quiet: hours(5),
  poll,
  projects: [project],
  vms: (['abandoned', 'restless'] as const).map((habit) => ({
    project,
    id: VmId.parse(`${habit}-vm`),
    habit,
    price: 1_234_567_891n,
    vcpus: 4,
    gpus: 0,
    metadata: {},
    committedFor: null,
    createdAfter: minutes(-90),
  })),
  things: [
    {
      kind: 'volume',
      project,
      id: ResourceId.parse('data'),
      price: 98_765_432n,
      createdAfter: minutes(100),
      deletedAfter: hours(15),
      createdBy: null,
      image: null,
      changes: [],
      commitments: [],
      fillings: [{ after: minutes(100), gib: 12 }],
    },
  ],
  account: {
    paymentTerms: 'PAYMENT_TERMS_PREPAID',
    credit: 60_000_000_000n,
    topUps: [{ after: hours(14), nanos: 200_000_000_000n }],
    recharge: null,
    states: [],
    hourlyLimit: null,
    monthlyLimit: null,
  },
  silences: [
    {
      id: 'silence',
      alerts: { rule: 'forgotten*' },
      after: hours(5),
      lasts: hours(3),
      withdrawnAfter: hours(2),
    },
  ],
  overrides: [
    {
      id: 'order',
      override: { kind: 'order', action: 'start', subject: 'project/research/vm/restless-vm' },
      after: hours(3.2),
      lasts: hours(3),
      withdrawnAfter: null,
    },
    { id: 'pause', override: { kind: 'pause' }, after: hours(16), lasts: hours(2), withdrawnAfter: hours(1) },
  ],
  answering: { approve: 0, deny: 0, within: hours(1) },
  closings: [],
  policies: [{ from: start, policy }],
  faults: { rates: noRates, outages: [], quietFrom: later(start, hours(19)) },
  ticks: { missing: 0, late: 0, duplicate: 0, actLag: milliseconds(0) },
  hasLatency: false,
  skew: milliseconds(0),
  sampleLag: milliseconds(0),
  routes: ['sns'],
  isOldPlatform: false,
  meddling: 0,
  blindSpells: [],
  spells: [],
});

export const singleFaults = ['crash-before', 'crash-after', 'lost-answer'] as const;
export type SingleFault = (typeof singleFaults)[number];
export type SingleFailure = {
  readonly index: number;
  readonly fault: SingleFault;
  readonly violation: Violation;
};

/** The time after a fault within which everything must recover, and which is checked. */
const aftermath = hours(5);

export type EveryIo = RunOptions & {
  readonly ways?: readonly SingleFault[];
  /** The number of I/Os of which each fault breaks one, each a different one. */
  readonly oneIn?: number;
};

/**
 * Runs the day once for every I/O in it and every fault, each until some hours after the fault, and returns the runs
 * that broke anything.
 */
export async function atEveryIo(
  scenario: Scenario,
  { ways = singleFaults, oneIn = 1, ...options }: EveryIo = {},
) {
  const times: Instant[] = [];
  const note: FaultPlan = (_io, index, now) => {
    times[index] = now;
    return null;
  };
  const whole = await simulate(scenario, { ...options, faults: note });
  const failures: SingleFailure[] = [];
  let runs = 0;
  for (const [index, at] of times.entries()) {
    const until = earliest(later(at, aftermath), later(scenario.start, scenario.span));
    const faults = { ...scenario.faults, quietFrom: later(at, milliseconds(1)) };
    const cut = { ...scenario, span: computeSpan(scenario.start, until), faults };
    for (const fault of ways) {
      if ((index + singleFaults.indexOf(fault)) % oneIn !== 0) continue;
      const { violations } = await simulate(cut, {
        replayOneIn: 1_000,
        ...options,
        faults: faultAt(index, fault),
      });
      runs += 1;
      const [violation] = violations;
      if (violation !== undefined) failures.push({ index, fault, violation });
    }
  }
  return { whole, runs, failures };
}
