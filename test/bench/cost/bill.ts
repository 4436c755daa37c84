import { usualInFlight } from '../../../lib/clouds/http/client.ts';
import { atOnce } from '../../../lib/clouds/http/retry/rate-limiter.ts';
import type { Fleet } from './fleet.ts';
import type { Prices } from './prices.ts';

/** What cannot be measured without an AWS account, or is a matter of choice; stated with the figures. */
export const assumed = {
  polls: (30.4375 * 24 * 60) / 5,
  memoryGib: 0.5,
  /** Of a core, at 512 MB of the 1,769 MB that make a whole one. */
  core: 512 / 1_769,
  /** Seconds of a warm run that are spent on waiting for the ledger and the first lists, one after the other. */
  overhead: 0.15,
  /** Of the cloud's answer, in seconds. */
  latency: 0.05,
  inFlight: usualInFlight,
  /** What DynamoDB adds to each item. */
  itemBytes: 100,
  /** Lines of the audit log, of a project and day, and the bytes of one. */
  audits: 2,
  auditBytes: 400,
  logBytes: 1_500,
  messages: 300,
  /** Reads of the API keys of a connection: by both functions, every 15 minutes. */
  keyReads: 2 * 30.4375 * 24 * 4,
  /** Lambda begins a function anew after an hour or two, and charges for it. */
  starts: 2 * 30.4375 * 16,
  startTakes: 0.8,
  alarmedMetrics: 8,
} as const;

/** What TCP/IP and TLS 1.3 add to HTTP, in bytes; the connections of a run are gone before the next. */
export const wire = {
  /** Headers of IP and TCP with its timestamps, of every packet. */
  packet: 20 + 32,
  /** A TLS record's header, type and tag, of every request. */
  record: 5 + 1 + 16,
  /** What a packet of a reply holds; every second one is acknowledged by a packet of its own. */
  segment: 1_448,
  /** Of a new connection: its opening and end, the client's hello and finish, and acknowledgements of the certificates. */
  connection: 1_200,
  /** Connections that a run may open: the pool's. */
  connections: 2 * usualInFlight,
} as const;

/** Bytes that a poll sends out of AWS, which are the only ones that are charged. */
export function bytesOut(projects: number, fleet: Fleet): number {
  const { requests, sent, received } = fleet;
  const asked = requests(projects);
  const acknowledged = received(projects) / wire.segment / 2;
  return (
    sent(projects) +
    asked * (wire.packet + wire.record) +
    acknowledged * wire.packet +
    Math.min(asked, fleet.connections * wire.connections) * wire.connection
  );
}

/** How long a run of `watch` takes, in seconds: requests continue while it computes. */
export function runTakes(projects: number, fleet: Fleet, requestsPerMinute: number): number {
  const requests = fleet.requests(projects);
  const answering = (requests * assumed.latency) / assumed.inFlight;
  const pace = atOnce(requestsPerMinute);
  const starts = Array.from({ length: Math.ceil(requests) }, () => pace.next(0));
  const sending = (starts.at(-1) ?? 0) / 1e6;
  return assumed.overhead + Math.max(answering, sending, fleet.watching(projects) / assumed.core);
}

/** A month in dollars, in the order of the table. */
export function bill(
  prices: Prices,
  projects: number,
  fleet: Fleet,
  requestsPerMinute: number,
): Map<string, number> {
  const { polls, memoryGib, core, overhead } = assumed;
  const million = 1_000_000;
  const acting = overhead + fleet.acting(projects) / core;
  const seconds = polls * (runTakes(projects, fleet, requestsPerMinute) + acting);
  const gigabytes = fleet.kept(projects) / 1e9;
  return new Map([
    ['DynamoDB writes', ((polls * fleet.writes(projects)) / million) * prices.writes],
    ['DynamoDB reads', ((polls * fleet.reads(projects)) / million) * prices.reads],
    ['DynamoDB storage', gigabytes * prices.storage],
    ['point-in-time recovery', gigabytes * prices.recovery],
    ['data transfer out', ((polls * bytesOut(projects, fleet)) / 1e9) * prices.transfer],
    [
      'Lambda',
      (seconds + assumed.starts * assumed.startTakes) * memoryGib * prices.compute +
        ((polls * 2) / million) * prices.invocations,
    ],
    [
      'schedule, messages, keys and logs',
      (polls / million) * prices.schedules +
        (assumed.messages / million) * (prices.publishes + prices.mails) +
        ((fleet.connections * assumed.keyReads) / million) * prices.decrypts +
        ((polls * 2 * assumed.logBytes) / 1e9) * prices.logs,
    ],
    [`alarms (${assumed.alarmedMetrics} metrics)`, assumed.alarmedMetrics * prices.alarm],
  ]);
}
