import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import * as z from 'zod';
import { computeCloud } from '../../../lib/clouds/compute/cloud.ts';
import { connectClient, usualInFlight } from '../../../lib/clouds/http/client.ts';
import { defaultTimeouts } from '../../../lib/clouds/http/exchange.ts';
import { openPool } from '../../../lib/clouds/http/transport.ts';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { act } from '../../../lib/jobs/act/act.ts';
import type { ActPorts, Connection } from '../../../lib/jobs/ports.ts';
import { watch } from '../../../lib/jobs/watch/watch.ts';
import { ConnectionName } from '../../../lib/model/connection-name.ts';
import { Instant } from '../../../lib/model/time/time.ts';
import { dynamoClient } from '../../../lib/record/dynamo-client.ts';
import { dynamoLedger } from '../../../lib/record/dynamo-ledger.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { countUnits } from '../count-units.ts';

/**
 * A process of its own, in which nothing runs but the two functions: what its processor is busy with is
 * what they would pay for. `poll.ts` starts it, and orders each poll.
 */
const [cloudUrls = '', ledgerUrl = '', table = '', rules = '', begins = ''] = process.argv.slice(2);
const clock = virtualClock(Instant.parse(Number(begins)));
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const client = dynamoClient({ region: 'local', endpoint: ledgerUrl, credentials });
const units = countUnits(client);
const policy = readPolicy(rules, 'bench.yaml');
/** Bytes that compression takes off the replies, all of which are ASCII. */
let takenOff = 0;
const connections = cloudUrls.split(',').map((baseUrl, index, all): Connection => {
  const pool = openPool({
    origin: baseUrl,
    hide: (text) => text,
    timeouts: defaultTimeouts,
    inFlight: usualInFlight,
  });
  const cloud = connectClient({
    baseUrl,
    transport: {
      ...pool,
      async carry(...request) {
        const reply = await pool.carry(...request);
        const { 'content-length': length = reply.text.length } = reply.headers;
        takenOff += reply.text.length - Number(length);
        return reply;
      },
    },
    apiKey: 'a-key-of-the-bench',
    clock,
    random: () => 0.5,
    requestsPerMinute: 1e6,
  });
  const name = all.length === 1 ? null : ConnectionName.parse(`connection-${index + 1}`);
  return { name, address: baseUrl, provider: computeCloud(cloud) };
});
const ports: ActPorts = {
  clock,
  connections,
  ledger: dynamoLedger({ client, table }),
  log: () => {},
  notifiers: [{ route: 'sns', send: async () => ({ kind: 'delivered' }) }],
};

let requests = 0;
/** Connections to the cloud that a poll used, and what had gone over each before. */
const used = new Map<Socket, { readonly written: number; readonly read: number }>();
// Made once: a schema that is made for each request takes a twentieth of a poll's time by itself.
const Sent = z.object({ socket: z.instanceof(Socket) });
subscribe('undici:client:sendHeaders', (message) => {
  requests += 1;
  const { socket } = Sent.parse(message);
  // What it is notified of is not written yet.
  if (!used.has(socket)) used.set(socket, { written: socket.bytesWritten, read: socket.bytesRead });
});

/** Of HTTP alone, without what TLS and TCP add. */
function bytesExchanged() {
  let [sent, received] = [0, 0];
  for (const [socket, before] of used) {
    sent += socket.bytesWritten - before.written;
    received += socket.bytesRead - before.read;
  }
  return { sent, received };
}

async function busyWith(job: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await job();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

process.on('message', async (message) => {
  clock.set(z.object({ at: Instant }).parse(message).at);
  requests = 0;
  takenOff = 0;
  used.clear();
  Object.assign(units, { reads: 0, ofHeads: 0, writes: 0 });
  units.byTarget.clear();
  const watching = await busyWith(() => watch(ports, { policy }));
  const acting = await busyWith(() => act(ports, { policy }));
  const peak = process.resourceUsage().maxRSS / 1_024;
  const { byTarget } = units;
  const reads = units.reads - units.ofHeads;
  const exchanged = bytesExchanged();
  process.send?.({
    watching,
    acting,
    peak,
    requests,
    ...exchanged,
    expanded: exchanged.received + takenOff,
    reads,
    writes: [...byTarget],
  });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
