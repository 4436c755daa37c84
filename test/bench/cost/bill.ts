import type { Prices } from './prices.ts';

/** What was measured of one poll. */
export type Measured = {
  /** Write units of a target. */
  readonly writes: number;
  /** Read units of everything, of so many projects. */
  readonly reads: ReadonlyMap<number, number>;
  /** Seconds of CPU for a project, on one core of this machine. */
  readonly cpu: number;
};

/** What cannot be measured without an AWS account; stated with the figures. */
export const assumed = {
  polls: (30.4375 * 24 * 60) / 5,
  memoryGib: 0.5,
  /** Seconds from the invocation to the first request, of a function that is warm. */
  overhead: 0.15,
  latency: 0.05,
  /** Requests for a project and poll: its VMs each time, its monitor samples now and then. */
  requests: 3,
  inFlight: 16,
  /** Of a core, at 512 MB of the 1,769 MB that make a whole one. */
  core: 512 / 1_769,
  logBytes: 1_500,
  /** Of history, a target, when nothing is older than it is kept. */
  historyMb: 20,
  messages: 300,
} as const;

/** A month in dollars, in the order of the table. */
export function bill(
  prices: Prices,
  projects: number,
  { writes, reads, cpu }: Measured,
): Map<string, number> {
  const { polls, memoryGib, overhead, latency, requests, inFlight, core } = assumed;
  const targets = projects + 1;
  const waiting = (projects * requests * latency) / inFlight;
  const watching = overhead + waiting + (projects * cpu) / core;
  const acting = overhead + (projects * cpu) / core / 20;
  const gigabytes = (targets * assumed.historyMb) / 1_000;
  const million = 1_000_000;
  // Each run of both functions reads all heads.
  const readUnits = polls * 2 * (reads.get(projects) ?? 0);
  return new Map([
    ['DynamoDB writes', ((polls * targets * writes) / million) * prices.writes],
    ['DynamoDB reads', (readUnits / million) * prices.reads],
    ['DynamoDB storage and point-in-time recovery', gigabytes * (prices.storage + prices.recovery)],
    [
      'Lambda',
      polls * (watching + acting) * memoryGib * prices.compute + ((polls * 2) / million) * prices.invocations,
    ],
    [
      'schedule, messages and logs',
      (polls / million) * prices.schedules +
        (assumed.messages / million) * prices.publishes +
        ((polls * 2 * assumed.logBytes) / 1e9) * prices.logs,
    ],
    ['the key of the topic', prices.key],
    ['alarms (9)', 9 * prices.alarm],
    ['metrics (10) and dashboard', 10 * prices.metric + prices.dashboard],
  ]);
}
