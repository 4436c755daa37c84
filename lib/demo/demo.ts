import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningDashboard, serveDashboard } from '../dashboard/serve-dashboard.ts';
import { act } from '../jobs/act/act.ts';
import { systemClock } from '../jobs/system-clock.ts';
import { watch } from '../jobs/watch/watch.ts';
import { assertNever } from '../model/assert-never.ts';
import { defaultIntervals } from '../model/time/intervals.ts';
import { computeSpan, type Instant, later, minutes, type Span, seconds } from '../model/time/time.ts';
import { renderMessage } from '../notify/messages/message.ts';
import type { Notifier } from '../notify/notifier.ts';
import { aborted } from '../service/serve.ts';
import type { Scenario } from '../simulators/compute/scenario.ts';
import type { VirtualClock } from '../simulators/compute/virtual-clock.ts';
import type { Policy } from '../state/policy.ts';
import { buildStatus } from '../views/status.ts';
import { demoPolicy } from './demo-policy.ts';
import type { DemoPoll, Display, Setting } from './display.ts';
import { type Rig, startRig } from './rig.ts';
import { formatDemoSummary } from './summary.ts';

export type DemoOptions = {
  readonly scenario: Scenario;
  /** Simulated seconds per real second. */
  readonly speed: number;
  /** The simulated time to run; `null` to run until the signal. */
  readonly length: Span | null;
  readonly signal: AbortSignal;
  /** Whether the dashboard is served; `stays` means until the signal, even after the end of the scenario. */
  readonly dashboard: 'none' | 'ends' | 'stays';
  readonly display: (setting: Setting) => Display;
  /** The command that starts spendwatch on this machine. */
  readonly command: string;
};

const pollEvery = minutes(5);
/** Simulated time between `watch` and `act`. */
const actAfter = seconds(2);

/** Runs both jobs on two simulated clouds with a fast clock. */
export async function runDemo(options: DemoOptions): Promise<void> {
  const policy = await demoPolicy();
  const rig = await startRig({ scenario: options.scenario, log: () => {} });
  const dashboard =
    options.dashboard === 'none' ? null : await serveDemoDashboard(rig, policy, options.command);
  try {
    await play(options, rig, policy, dashboard?.address ?? null);
    if (options.dashboard === 'stays') await aborted(options.signal);
  } finally {
    await dashboard?.close();
    await rig.close();
  }
}

async function play(
  { scenario, speed, length, signal, display: open, dashboard }: DemoOptions,
  rig: Rig,
  policy: Policy,
  address: string | null,
) {
  const { clock, viewer, editor } = rig;
  const { start } = scenario;
  const display = open({
    title: `two simulated clouds, scenario "${scenario.name}", seed ${scenario.seed}`,
    hint: `Simulated clouds at ${speed.toLocaleString('en-US')}× real time. Press Ctrl-C to stop.`,
    dashboard: address,
    zone: policy.timezone,
    start,
  });
  let polls = 0;
  let messages = 0;
  const notifier: Notifier = {
    route: 'screen',
    send: async (message) => {
      const { subject, body } = renderMessage(message, { zone: policy.timezone });
      messages += 1;
      display.notified({ at: clock.now(), severity: message.severity, text: subject }, body);
      return { kind: 'delivered' };
    },
  };
  const step = async () => {
    await watch(viewer, { policy });
    clock.advance(actAfter);
    await act({ ...editor, notifiers: [notifier] }, { policy });
    polls += 1;
    await display.polled(await readPolledState(rig, policy));
  };
  const until = length === null ? null : later(start, length);
  const ended = await takeSteps({ clock, every: pollEvery, until, signal, pace: pacer(speed, signal) }, step);
  const heads = await viewer.ledger.heads();
  const tally = { polls, messages, watched: computeSpan(start, clock.now()) };
  const stays = dashboard === 'stays' && address !== null && !signal.aborted;
  const last = stays ? [`The dashboard stays at ${address}. Press Ctrl-C to stop.`] : [];
  display.ended([inWords(ended), ...formatDemoSummary(heads, tally), '', ...nextSteps, ...last]);
}

/** Returns suggestions for after the demo, whose ledger is not kept. */
const nextSteps = [
  'To answer such alerts, run the real commands on a simulated cloud:',
  '  spendwatch run --simulate',
  'Then, in another terminal, from the same folder, run the commands that its output and its alerts show.',
];

/** Returns a function that waits in real time until the next step is due; it does not wait if that time has passed. */
function pacer(speed: number, signal: AbortSignal): () => Promise<void> {
  const stepTakes = pollEvery / speed;
  let due = performance.now() + stepTakes;
  return async () => {
    const rest = due - performance.now();
    due = Math.max(due, performance.now()) + stepTakes;
    if (rest <= 0) return;
    await wait(rest, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  };
}

/** Reads the state after a poll from the ledger, as commands do. */
async function readPolledState({ viewer: { ledger }, clock }: Rig, policy: Policy): Promise<DemoPoll> {
  const now = clock.now();
  const [heads, overrides, control] = await Promise.all([
    ledger.heads(),
    ledger.overrides(now),
    ledger.control(),
  ]);
  const input = { policy, policyFault: null, control, overrides, intervals: defaultIntervals, now };
  return { ...input, ledger, heads, status: buildStatus(heads, input) };
}

/** The interval at which an open page is updated, because polls finish several times a second. */
const every = seconds(1);

/** Serves the dashboard of the simulated cloud, with its buttons enabled. */
const serveDemoDashboard = (
  { viewer, clock }: Rig,
  policy: Policy,
  command: string,
): Promise<RunningDashboard> =>
  serveDashboard({
    ledger: (work) => work(viewer.ledger),
    policy: async () => ({ policy, fault: null }),
    now: clock.now,
    clock: systemClock,
    freshFor: every,
    pollEvery: every,
    intervals: defaultIntervals,
    mayAct: true,
    token: randomBytes(16).toString('base64url'),
    port: 0,
    onBug: console.error,
    command,
  });

/** The settings of a stepwise run. */
export type Steps = {
  readonly clock: VirtualClock;
  readonly every: Span;
  /** The time after which no step begins; `null` to run until the signal. */
  readonly until: Instant | null;
  readonly signal: AbortSignal;
  /** Waits in real time for the rest of a step. */
  readonly pace: () => Promise<void>;
};

export type DemoEnd = 'finished' | 'interrupted';

/**
 * Runs a step at the time of each poll. Simulated time stops while a step works, so that the same seed gives the same
 * run on slow and fast machines.
 */
async function takeSteps(
  { clock, every, until, signal, pace }: Steps,
  step: () => Promise<void>,
): Promise<DemoEnd> {
  let next = clock.now();
  while (until === null || next < until) {
    if (signal.aborted) return 'interrupted';
    clock.set(next);
    await step();
    await pace();
    next = later(next, every);
  }
  return 'finished';
}

export const inWords = (ended: DemoEnd): string => {
  switch (ended) {
    case 'finished':
      return 'Scenario finished.';
    case 'interrupted':
      return 'Stopped.';
    default:
      return assertNever(ended);
  }
};
