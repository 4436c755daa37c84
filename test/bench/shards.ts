import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readPolicy } from '../../lib/config/policy/read-policy.ts';
import { accountTarget, BillingAccountId, ProjectId, projectTarget } from '../../lib/model/ids.ts';
import type { Shard } from '../../lib/model/shard.ts';
import { hours } from '../../lib/model/time/time.ts';
import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import { startEmbeddedLedger } from '../../lib/service/ledger/embedded-ledger.ts';
import { when } from '../../lib/simulators/compute/scenario.ts';
import type { Head } from '../../lib/state/head.ts';
import { countUnits } from './count-units.ts';
import type { Figure } from './figure.ts';
import { pollFleet } from './ledger-fleet.ts';

const table = 'bench';
const [projects, count] = [3_000, 16];
const rules = `version: 1
rules:
  - { name: budget, budget: 50000 USD a month }
  - { name: idle, idle: 4h }
`;

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** What the runs of 16 shards over 3,000 projects of 100 VMs read of heads in one poll, and what those take of memory. */
export async function benchShards(): Promise<Figure[]> {
  const embedded = await startEmbeddedLedger({ table });
  try {
    const units = countUnits(embedded.client);
    const ledger = dynamoLedger({ client: embedded.client, table });
    const policy = readPolicy(rules, 'bench.yaml');
    await pollFleet(ledger, { vms: 100, policy, start: when('2026-03-17T06:00:00Z'), watched: hours(1) });
    const project = await ledger.head(projectTarget(null, ProjectId.parse('lab')));
    const account = await ledger.head(accountTarget(null, BillingAccountId.parse('main')));
    if (project === undefined || account === undefined) throw new TypeError('no head');
    for (let nth = 0; nth < projects; nth += 1)
      await ledger.commit({ ...project, seq: 1, target: projectTarget(null, ProjectId.parse(`p-${nth}`)) });
    const read = async (shard?: Shard) => {
      units.reads = 0;
      const before = heap();
      const heads: readonly Head[] = await ledger.heads(shard);
      return { units: units.reads, memory: heap() - before, heads: heads.length };
    };
    const all = await read();
    const shards: Awaited<ReturnType<typeof read>>[] = [];
    for (let index = 0; index < count; index += 1) shards.push(await read({ index, count }));
    const others = shards.slice(1);
    const inOthers = others.reduce((sum, one) => sum + one.units, 0);
    const largest = Math.max(...others.map(({ memory }) => memory));
    const [first] = shards;
    // Watch of the first shard, its sweep, and the look of the second at the first.
    const perPoll = 2 * all.units + inOthers + (first?.units ?? 0);
    return [
      { what: `read units: all of ${projects} heads, for the first shard`, figure: `${all.units}` },
      {
        what: `read units: ${count} shards and what acts, a poll`,
        figure: `${perPoll}, were ${2 * count * all.units}`,
      },
      { what: 'memory of all heads, in the first shard', figure: megabytes(all.memory) },
      { what: 'memory of the heads of another shard, at the most', figure: megabytes(largest) },
    ];
  } finally {
    await embedded.close();
  }
}

function heap(): number {
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed;
}
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
