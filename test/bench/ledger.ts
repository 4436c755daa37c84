import { readPolicy } from '../../lib/config/policy/read-policy.ts';
import { sumSpend } from '../../lib/jobs/queries/spend-by.ts';
import { ProjectId, projectTarget, TargetId } from '../../lib/model/ids.ts';
import { findPeriod } from '../../lib/model/time/period.ts';
import { days, earlier, hours, later, minutes } from '../../lib/model/time/time.ts';
import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import { type Ledger, nothingWritten } from '../../lib/record/ledger.ts';
import { startEmbeddedLedger } from '../../lib/service/ledger/embedded-ledger.ts';
import { when } from '../../lib/simulators/compute/scenario.ts';
import { countUnits, type Units } from './count-units.ts';
import type { Figure } from './figure.ts';
import { pollFleet } from './ledger-fleet.ts';
import { sized } from './scale.ts';

const table = 'bench';
const watched = sized(hours(6), hours(2.5));
const start = when('2026-03-17T06:00:00Z');
const end = later(start, watched);
const lab = projectTarget(null, ProjectId.parse('lab'));

const sampled = readPolicy(
  `version: 1
rules:
  - { name: budget, budget: 50000 USD a month }
  - { name: idle, idle: 4h, then: [{ stop: after 1h }] }
`,
  'bench.yaml',
);

/** What DynamoDB would charge for reads, as the server computes it, of real polls of real projects. */
export async function benchLedger(): Promise<Figure[]> {
  return withLedger(async (ledger, units) => {
    await pollFleet(ledger, { vms: 100, policy: sampled, start, watched });
    const head = await ledger.head(lab);
    if (!head?.meters || !head.observation) throw new TypeError('no head');
    const [hour] = await ledger.meters(lab, 'hour', start, end);
    if (!hour) throw new TypeError('no hour');
    const spent = async (read: () => Promise<unknown>): Promise<string> => {
      units.reads = 0;
      await read();
      return String(units.reads);
    };
    const figures: Figure[] = [];
    let project = 0;
    for (const count of sized([10, 100, 1_000], [10])) {
      for (; project < count; project += 1) {
        await ledger.commit({ ...head, seq: 1, target: TargetId.parse(`project/p-${project}`) });
      }
      const targets = Array.from({ length: count }, (_, nth) => TargetId.parse(`project/p-${nth}`));
      const from = head.meters.month.since;
      figures.push(
        {
          what: `read units: latest of everything, ${count} projects x 100 VMs`,
          figure: await spent(() => ledger.heads()),
          ...(count === 1_000 && { goal: '≤ 300' }),
        },
        {
          what: `read units: month to date of ${count} projects by kind and owner`,
          figure: await spent(() =>
            sumSpend(ledger, { targets, from, until: head.observation?.at ?? from, by }),
          ),
          ...(count === 1_000 && { goal: 'the same query' }),
        },
      );
    }
    const past = findPeriod('month', earlier(start, days(60)), 'UTC');
    for (let at = past.from; at < past.until; at = later(at, hours(1))) {
      const meters = [{ ...hour, period: findPeriod('hour', at, 'UTC'), since: at }];
      if (findPeriod('day', at, 'UTC').from === at) {
        meters.push({ ...head.meters.day, period: findPeriod('day', at, 'UTC'), since: at });
      }
      await ledger.record({ ...nothingWritten, target: lab, meters });
    }
    const told = await ledger.samplings(lab, later(start, hours(1)), end);
    for (let nth = 0; nth < 96; nth += 1) {
      const sampling = told[nth % told.length];
      const at = later(past.from, minutes(15 * nth));
      if (sampling) await ledger.record({ ...nothingWritten, target: lab, sampling: { ...sampling, at } });
    }
    const firstDay = later(past.from, days(1));
    return [
      ...figures,
      {
        what: 'read units: a month of one project by day',
        figure: await spent(() => ledger.meters(lab, 'day', past.from, past.until)),
        goal: '≤ 2',
      },
      {
        what: 'read units: a month of one project by hour',
        figure: await spent(() => ledger.meters(lab, 'hour', past.from, past.until)),
      },
      {
        what: 'read units: 24 hours of the use of every VM of a project (one query has all)',
        figure: await spent(() => ledger.samplings(lab, past.from, firstDay)),
      },
    ];
  });
}

const by = [
  { kind: 'tag', tag: 'kind' },
  { kind: 'metadata', key: 'owner' },
] as const;

async function withLedger<T>(use: (ledger: Ledger, units: Units) => Promise<T>): Promise<T> {
  const embedded = await startEmbeddedLedger({ table });
  const units = countUnits(embedded.client);
  try {
    return await use(dynamoLedger({ client: embedded.client, table }), units);
  } finally {
    await embedded.close();
  }
}
