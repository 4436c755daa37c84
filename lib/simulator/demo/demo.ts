import { setTimeout as wait } from 'node:timers/promises';
import { act } from '../../jobs/act/act.ts';
import { watch } from '../../jobs/watch/watch.ts';
import type { Policy } from '../../model/rules/policy.ts';
import { between, later, minutes, type Span, seconds } from '../../model/time/time.ts';
import { renderMessage } from '../../notify/messages/message.ts';
import type { Notifier } from '../../notify/notifier.ts';
import { aborted } from '../../service/serve.ts';
import type { Scenario } from '../scenario.ts';
import { serveDemoDashboard } from './demo-dashboard.ts';
import { demoPolicy } from './demo-policy.ts';
import type { Display, Setting } from './display.ts';
import { newestVerdicts } from './newest-verdicts.ts';
import { type Rig, startRig } from './rig.ts';
import { viewOf } from './screen/view.ts';
import { inWords, takeSteps } from './steps.ts';
import { summaryOf } from './summary.ts';

export type DemoOptions = {
  readonly scenario: Scenario;
  /** Simulated seconds per real second. */
  readonly speed: number;
  /** The length of the scenario to run; `null` until it is stopped. */
  readonly length: Span | null;
  readonly signal: AbortSignal;
  /** `stays`: also after the end of the scenario, until it is stopped. */
  readonly dashboard: 'none' | 'ends' | 'stays';
  readonly display: (setting: Setting) => Display;
};

const pollEvery = minutes(5);
/** Simulated time between `watch` and `act`. */
const actAfter = seconds(2);

/** Runs both jobs on a simulated cloud with a fast clock. */
export async function runDemo(options: DemoOptions): Promise<void> {
  const policy = await demoPolicy();
  const rig = await startRig({ scenario: options.scenario, log: () => {} });
  const dashboard = options.dashboard === 'none' ? null : await serveDemoDashboard(rig, policy);
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
    title: `simulated cloud, scenario "${scenario.name}", seed ${scenario.seed}`,
    hint: `Simulated cloud at ${speed.toLocaleString('en-US')}× real time. Press Ctrl-C to stop.`,
    dashboard: address,
    zone: policy.timezone,
    start,
  });
  const verdicts = newestVerdicts();
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
    await watch(viewer, { policy, onTurn: verdicts.add });
    clock.advance(actAfter);
    await act({ ...editor, notifiers: [notifier] }, { policy });
    polls += 1;
    const heads = await viewer.ledger.heads();
    display.polled(viewOf(heads, { verdicts: verdicts.all(), policy, now: clock.now() }));
  };
  const until = length === null ? null : later(start, length);
  const ended = await takeSteps({ clock, every: pollEvery, until, signal, pace: pacer(speed, signal) }, step);
  const heads = await viewer.ledger.heads();
  const tally = { polls, messages, watched: between(start, clock.now()) };
  const stays = dashboard === 'stays' && address !== null && !signal.aborted;
  const last = stays ? [`The dashboard stays at ${address}. Press Ctrl-C to stop.`] : [];
  display.ended([inWords(ended), ...summaryOf(heads, tally), '', ...next, ...last]);
}

/** Suggestions for after the demo, whose ledger is not kept. */
const next = [
  'To answer such alerts, run the real commands on a simulated cloud: npx spendwatch run --simulate',
  'and in another terminal: npx spendwatch status, spend, idle, explain research/etl-backfill, dashboard,',
  'or any command that an alert shows.',
];

/** Returns a function that waits in real time until the next step is due; not at all on a slower machine. */
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
