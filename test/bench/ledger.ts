import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { connectCloud } from '../../lib/cloud/client.ts';
import { readPolicy } from '../../lib/config/read-policy.ts';
import { watch } from '../../lib/jobs/watch.ts';
import { startEmbeddedLedger } from '../../lib/local/embedded-ledger.ts';
import { happens, newVm, when } from '../../lib/local/simulator/scenario.ts';
import { serveSimulator } from '../../lib/local/simulator/serve.ts';
import { createWorld } from '../../lib/local/simulator/world/world.ts';
import { virtualClock } from '../../lib/local/virtual-clock.ts';
import { ProjectId, projectTarget, TargetId } from '../../lib/model/ids.ts';
import { days, earlier, hours, later, minutes } from '../../lib/model/time.ts';
import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import type { Figure } from './figure.ts';

const table = 'bench';
const vms = 100;
const watched = hours(6);
const pollEvery = minutes(5);
const start = when('2026-03-17T06:00:00Z');
const lab = projectTarget(ProjectId.parse('lab'));

const policy = readPolicy(
  `
version: 1
rules:
  - { name: budget, budget: 50000 USD a month }
  - { name: idle, idle: 4h, then: [{ stop: after 1h }] }
`,
  'bench.yaml',
);

type Units = { reads: number; writes: number };

/** What DynamoDB would charge for, as the server reckons it, for real polls of a real project. */
export async function benchLedger(): Promise<Figure[]> {
  const embedded = await startEmbeddedLedger({ table });
  const units = countUnits(embedded.client);
  try {
    const ledger = dynamoLedger({ client: embedded.client, table });
    const polls = await pollProject(ledger);
    // The project and its account.
    const targets = 2;
    const perPoll = { reads: units.reads / polls, writes: units.writes / polls / targets };
    const spent = async (read: () => Promise<unknown>): Promise<number> => {
      units.reads = 0;
      await read();
      return units.reads;
    };
    const end = later(start, watched);
    const month = await spent(() => ledger.meters(lab, 'hour', earlier(end, days(30)), end));
    const day = await spent(() => ledger.sightings(lab, earlier(end, days(1)), end));
    const head = await ledger.head(lab);
    if (!head) throw new TypeError('no head');
    const count = 1_000;
    for (let project = 0; project < count; project += 1) {
      await ledger.commit({ ...head, seq: 1, target: TargetId.parse(`project/p-${project}`) });
    }
    const all = await spent(() => ledger.heads());
    return [
      {
        what: `write units a target and poll, ${vms} VMs, over ${watched / hours(1)} hours`,
        figure: perPoll.writes.toFixed(2),
        goal: '≤ 2.2',
      },
      { what: 'read units a poll of the same, heads and history', figure: perPoll.reads.toFixed(2) },
      {
        what: `read units: latest of everything, ${count} projects x ${vms} VMs`,
        figure: String(all),
        goal: '≤ 300',
      },
      {
        what: `read units: ${watched / hours(1)} hours of one project by hour`,
        figure: String(month),
        goal: '≤ 2 for 30 days',
      },
      { what: `read units: ${watched / hours(1)} hours of one project by poll`, figure: String(day) },
    ];
  } finally {
    await embedded.close();
  }
}

async function pollProject(ledger: ReturnType<typeof dynamoLedger>): Promise<number> {
  const clock = virtualClock(start);
  const before = '2026-02-27T08:00:00Z';
  const fleet = Array.from({ length: vms }, (_, index) =>
    newVm(before, 'lab', `vm-${index}`, {
      workload: index % 20 === 0 ? { kind: 'abandoned' } : { kind: 'web' },
    }),
  );
  const events = [
    happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
    happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
    ...fleet,
  ];
  const world = createWorld({ seed: 1, clock, events });
  const simulator = await serveSimulator({ world, keys: [{ key: 'bench', role: 'viewer' }] });
  const cloud = connectCloud({
    baseUrl: simulator.url,
    apiKey: 'bench',
    clock,
    random: () => 0.5,
    requestsPerMinute: 1e6,
  });
  let polls = 0;
  for (let at = start; at < later(start, watched); at = later(at, pollEvery), polls += 1) {
    clock.set(at);
    await watch({ clock, cloud, ledger, log: () => {} }, { policy });
  }
  await cloud.close();
  await simulator.close();
  return polls;
}

/** Asks the server with every request what it consumed, and adds it up. */
function countUnits(client: DynamoDBClient): Units {
  const units: Units = { reads: 0, writes: 0 };
  client.middlewareStack.add(
    (next, context) => async (given) => {
      const input = { ...given.input, ReturnConsumedCapacity: 'TOTAL' };
      const result = await next({ ...given, input });
      const consumed =
        'ConsumedCapacity' in result.output ? [result.output.ConsumedCapacity ?? []].flat() : [];
      const sum = consumed.reduce(
        (total, used) => total + (('CapacityUnits' in used && used.CapacityUnits) || 0),
        0,
      );
      if (/Query|Get/.test(String(context.commandName))) units.reads += sum;
      else units.writes += sum;
      return result;
    },
    { step: 'initialize', name: 'countUnits' },
  );
  return units;
}
