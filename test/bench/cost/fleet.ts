import { assumed } from './bill.ts';
import type { Polled, Polls } from './poll.ts';

/** What a poll of so many projects of 100 VMs, and of one billing account for each connection, comes to. */
export type Fleet = {
  readonly connections: number;
  readonly requests: (projects: number) => number;
  /** Bytes of HTTP, to the cloud and from it. */
  readonly sent: (projects: number) => number;
  readonly received: (projects: number) => number;
  /** The same from a cloud that does not compress its replies. */
  readonly expanded: (projects: number) => number;
  /** Units. */
  readonly writes: (projects: number) => number;
  readonly reads: (projects: number) => number;
  /** Seconds of one core of this machine. */
  readonly watching: (projects: number) => number;
  readonly acting: (projects: number) => number;
  /** Bytes, once nothing is older than it is kept. */
  readonly kept: (projects: number) => number;
  readonly writesOfProject: number;
  readonly writesOfAccount: number;
  /** Bytes of history that a project's poll leaves: observations and usage samples. */
  readonly left: number;
};

/** Draws a line through a few projects and more of them: what each adds, and what comes once. */
export function fleetOf(
  few: readonly [number, Polls],
  more: readonly [number, Polls],
  connections = 1,
): Fleet {
  const line = (figure: (polls: Polls) => number) => {
    const [from, to] = [figure(few[1]), figure(more[1])];
    const each = (to - from) / (more[0] - few[0]);
    return (projects: number) => Math.max(0, from + (projects - few[0]) * each);
  };
  const mean = (figure: (polled: Polled) => number) =>
    line(({ polls }) => polls.reduce((sum, polled) => sum + figure(polled), 0) / polls.length);
  const writesOf = (kind: string) => {
    const { polls } = more[1];
    const all = polls.flatMap(({ writes }) =>
      writes.filter(([target]) => new RegExp(`^${kind}[@/]`).test(target)),
    );
    const targets = new Set(all.map(([target]) => target)).size;
    return all.reduce((sum, [, units]) => sum + units, 0) / polls.length / targets;
  };
  const [writesOfProject, writesOfAccount] = [writesOf('project'), writesOf('account')];
  const [project, account] = [keptOf('project', more[1]), keptOf('account', more[1])];
  const seconds = (time: (projects: number) => number) => (projects: number) => time(projects) / 1_000;
  return {
    requests: mean(({ requests }) => requests),
    sent: mean(({ sent }) => sent),
    received: mean(({ received }) => received),
    expanded: mean(({ expanded }) => expanded),
    connections,
    writes: (projects) => projects * writesOfProject + connections * writesOfAccount,
    reads: readsOf(
      mean(({ reads }) => reads),
      bytesOf('project head', more[1]),
    ),
    watching: seconds(mean(({ watching }) => watching)),
    acting: seconds(mean(({ acting }) => acting)),
    kept: (projects) => projects * project + connections * account,
    writesOfProject,
    writesOfAccount,
    left: leftOf('project', more[1]),
  };
}

/** Partitions that the heads are spread over, and who reads all of them in a poll: `watch`, and `act`. */
const [partitions, readers] = [16, 2];
/** What one unit reads of what was just written. */
const unit = 4_096;

/** Few heads do not fill the unit that each partition takes at least, so theirs are computed from their bytes. */
const readsOf = (others: (projects: number) => number, head: number) => (projects: number) =>
  others(projects) + readers * partitions * Math.ceil((Math.ceil(projects / partitions) * head) / unit);

function bytesOf(kind: string, { bytes }: Polls): number {
  const sizes = bytes.get(kind) ?? [];
  if (sizes.length === 0) throw new Error(`nothing was kept of ${kind}`);
  return sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
}

/** What a poll of one target leaves of samples and use, with what DynamoDB adds to each item. */
function leftOf(target: string, { bytes, polls }: Polls): number {
  const targets = bytes.get(`${target} head`)?.length ?? 0;
  const sizes = ['observed', 'use'].flatMap((kind) => bytes.get(`${target} ${kind}`) ?? []);
  return sizes.reduce((sum, size) => sum + size + assumed.itemBytes, 0) / polls.length / targets;
}

/** As `lib/record/retention.ts` has it; days and months are of the size of hours. */
function keptOf(target: string, polls: Polls): number {
  const sized = (kind: string) => bytesOf(`${target} ${kind}`, polls) + assumed.itemBytes;
  const days = 5 * 366;
  const logged = target === 'project' ? assumed.audits * days * (assumed.auditBytes + assumed.itemBytes) : 0;
  return sized('head') + 35 * 288 * leftOf(target, polls) + (400 * 24 + days + 60) * sized('hour') + logged;
}
