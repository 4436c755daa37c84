import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AttributeValue, paginateScan } from '@aws-sdk/client-dynamodb';
import { build } from 'esbuild';
import * as z from 'zod';
import { buildOptions } from '../../../bin/build-functions.ts';
import { earlier, hours, type Instant, isoInstant, later, minutes } from '../../../lib/model/time/time.ts';
import { startEmbeddedLedger } from '../../../lib/service/ledger/embedded-ledger.ts';
import { happens, newVm, when } from '../../../lib/simulators/compute/scenario.ts';
import { serveSimulator } from '../../../lib/simulators/compute/serve.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../../lib/simulators/compute/world/world.ts';
import { itemSize } from '../../support/item-size.ts';
import { sized } from '../scale.ts';

const Polled = z.object({
  watching: z.number(),
  acting: z.number(),
  requests: z.number(),
  /** Bytes of HTTP, to the cloud and from it. */
  sent: z.number(),
  received: z.number(),
  /** The bytes from it as they would be without compression. */
  expanded: z.number(),
  /** But those of all heads. */
  reads: z.number(),
  writes: z.array(z.tuple([z.string(), z.number()])),
});
export type Polled = z.infer<typeof Polled>;

/** What a fleet's polls came to, and the bytes of each kind of item that they left. */
export type Polls = {
  readonly polls: readonly Polled[];
  /** By kind of target and of item: "project observed". */
  readonly bytes: ReadonlyMap<string, readonly number[]>;
};

const table = 'bench';
const vms = sized(100, 10);
const before = '2026-02-27T08:00:00Z';
const start = when('2026-03-17T06:00:00Z');
const owners = ['ann', 'bob', 'cem', 'dee', 'eve'];
/**
 * What comes before is not measured: a process that is not warm, first polls, first alerts, and rounds of samples of
 * which some have more than others. Ten days later a poll writes as much as then.
 */
const warmUp = sized(8, 0);
const step = sized(minutes(5), minutes(15));
/** After less than this, no hour of it is closed. */
const measured = hours(3);

/** Both functions over real HTTP, beside a cloud for each connection and a ledger in another process than theirs. */
export async function pollProjects(
  projects: number,
  rules: string,
  unmeasuredHours = warmUp,
  connections = 1,
): Promise<Polls> {
  const begun = later(start, hours(unmeasuredHours));
  const clock = virtualClock(start);
  const names = Array.from({ length: projects / connections }, (_, nth) => `lab-${nth}`);
  const events = [
    happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
    ...names.map((id) => happens(before, { kind: 'create-project', id, account: 'main' })),
    ...names.flatMap((id) => Array.from({ length: vms }, (_, nth) => aVm(id, nth))),
  ];
  const simulators = await Promise.all(
    Array.from({ length: connections }, () =>
      serveSimulator({
        world: createWorld({ seed: 1, clock, events }),
        keys: [{ key: 'a-key-of-the-bench', role: 'viewer' }],
      }),
    ),
  );
  const ledger = await startEmbeddedLedger({ table });
  const given = [simulators.map(({ url }) => url).join(), ledger.endpoint, table, rules, String(start)];
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-bench-'));
  const functions = fork(await bundleIn(folder), given, { execArgv: [] });
  const ended = once(functions, 'exit');
  try {
    await once(functions, 'message');
    const polls: Polled[] = [];
    for (const at of pollTimes(begun)) {
      clock.set(at);
      functions.send({ at });
      const [reply] = await Promise.race([once(functions, 'message'), ended]);
      if (at >= begun) polls.push(Polled.parse(reply));
    }
    const bytes = new Map<string, number[]>();
    for await (const { Items = [] } of paginateScan({ client: ledger.client }, { TableName: table }))
      for (const item of Items.filter((one) => isoInstant(begun) <= (writtenAt(one) ?? isoInstant(begun))))
        bytes.set(kindOf(item), [...(bytes.get(kindOf(item)) ?? []), itemSize(item)]);
    return { polls, bytes };
  } finally {
    functions.disconnect();
    await ended;
    await ledger.close();
    await Promise.all(simulators.map((simulator) => simulator.close()));
    await rm(folder, { recursive: true });
  }
}

/**
 * Returns when to poll: up to an hour before what is measured only every 15 minutes, for usage is asked for no more often,
 * and what comes before matters by what it leaves.
 */
function pollTimes(begun: Instant): Instant[] {
  const times: Instant[] = [];
  const end = later(begun, measured);
  for (let at = start; at < end; at = later(at, at < earlier(begun, hours(1)) ? minutes(15) : step))
    times.push(at);
  return times;
}

/** Bundles the functions with the options of the deployed ones: tsx, which runs the bench, names every closure at run time. */
async function bundleIn(folder: string): Promise<string> {
  const outfile = join(folder, 'functions.cjs');
  await build({ ...buildOptions, entryPoints: [join(import.meta.dirname, 'functions.ts')], outfile });
  return outfile;
}

const aVm = (project: string, nth: number) =>
  newVm(before, project, `vm-${nth}`, {
    workload: nth % 20 === 0 ? { kind: 'abandoned' } : { kind: 'web' },
    metadata: { owner: owners[nth % owners.length] ?? '' },
  });

/** Heads are of the end. */
const writtenAt = ({ sk }: Readonly<Record<string, AttributeValue>>): string | undefined =>
  /#(\d{4}-[^#]*)/.exec(sk?.S ?? '')?.[1];

function kindOf({ pk, sk }: Readonly<Record<string, AttributeValue>>): string {
  const [partition = '', sort = ''] = [pk?.S, sk?.S];
  const ofHead = partition.startsWith('shard#');
  const [target = ''] = (ofHead ? sort : partition).split(/[@/]/);
  const [kind = ''] = ofHead ? ['head'] : sort.split('#');
  return `${target} ${kind}`;
}
