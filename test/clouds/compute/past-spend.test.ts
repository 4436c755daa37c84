import { describe, expect, it } from 'vitest';
import { computeCloud } from '../../../lib/clouds/compute/cloud.ts';
import type { CloudClient } from '../../../lib/clouds/http/operation.ts';
import { accountTarget, BillingAccountId, ProjectId } from '../../../lib/model/ids.ts';
import type { ReportedPast } from '../../../lib/model/past-spend.ts';
import { beginPastSpend, periodsDue } from '../../../lib/model/past-spend.ts';
import { hours } from '../../../lib/model/time/time.ts';
import { at } from '../../support/at.ts';
import { lab } from '../../support/builders/observation-builders.ts';
import { aPlatform } from '../../support/clouds/platform.ts';
import { failing, type ScriptedCloud } from '../../support/clouds/scripted-cloud.ts';
import { setClock } from '../../support/set-clock.ts';

const now = at('2026-11-21T14:02:30');
const account = BillingAccountId.parse('main');
const targets = {
  project: { kind: 'project', connection: null, id: lab, project: ProjectId.parse('lab') },
  account: { kind: 'account', connection: null, id: accountTarget(null, account), account },
} as const;
const rows = [{ projectId: 'lab', amount: { value: '1.5' } }];

async function read(
  cloud: CloudClient,
  kind: keyof typeof targets = 'account',
  due = periodsDue(beginPastSpend(now, 'UTC'), now),
): Promise<ReportedPast | null | undefined> {
  const poll = computeCloud(cloud).polls();
  const parts = new Set(kind === 'account' ? (['account'] as const) : (['vms', 'machines'] as const));
  const plan = { parts, fallbacks: new Set<never>(), usage: [], pastSpend: due };
  const terms = { zone: 'UTC', showsAccounts: true, unsupportedLife: hours(24) };
  return (await poll({ target: targets[kind], plan, at: now, account: 'main', known: [], ...terms }))
    .pastSpend;
}

const platform = (listAccountSpend: () => unknown) => aPlatform(setClock(now), { listAccountSpend });
const asks = ({ asked }: ScriptedCloud) => asked.filter((it) => it.startsWith('listAccountSpend')).length;

describe('past spend', () => {
  it.each(['project', 'account'] as const)('is read in order, by day and by hour, for a %s', async (kind) => {
    const due = periodsDue(beginPastSpend(now, 'UTC'), now);
    const past = await read(
      platform(() => rows),
      kind,
    );
    expect(past?.periods.map(({ period }) => period)).toEqual(due);
    expect(past?.periods.every(({ isWhole }) => isWhole)).toBe(true);
    expect(past?.gap).toBeNull();
  });

  it.each(['', undefined])(
    'attributes rows of project %j to no project, and counts as incomplete',
    async (projectId) => {
      const past = await read(
        platform(() => [{ projectId, amount: { value: '7' } }]),
        'project',
      );
      expect(past?.periods[0]?.isWhole).toBe(false);
      expect(past?.periods[0]?.charge.toFixed()).toBe('0');
    },
  );

  it('of a month without rows takes one request', async () => {
    const cloud = platform(() => []);
    expect((await read(cloud))?.periods).toHaveLength(periodsDue(beginPastSpend(now, 'UTC'), now).length);
    expect(asks(cloud)).toBe(2);
  });

  it('of an account is read although a month has far more rows than one request may read', async () => {
    const inner = platform(() => rows);
    const huge: CloudClient = {
      ...inner,
      async list(operation, input, asking) {
        const { startTime, endTime } = input as { startTime?: string; endTime?: string };
        if (startTime !== undefined && endTime !== undefined) {
          const perHour = (Date.parse(endTime) - Date.parse(startTime)) / hours(1);
          asking?.reading?.count('records', perHour * 300, operation.id);
        }
        return inner.list(operation, input, asking);
      },
    };
    expect((await read(huge))?.periods.length).toBeGreaterThan(40);
  });

  it.each(['project', 'account'] as const)('is not asked for in a poll of a %s that fails', async (kind) => {
    const cloud = platform(() => rows);
    const refuse = () => {
      throw failing('forbidden', '403');
    };
    for (const operation of ['listVms', 'listMachines', 'getBillingAccount'] as const)
      cloud.answer(operation, refuse);
    expect(await read(cloud, kind)).toBeNull();
    expect(asks(cloud)).toBe(0);
  });

  it('that is refused is asked for again a quarter of an hour later', async () => {
    const past = await read(
      platform(() => {
        throw failing('forbidden', '403');
      }),
    );
    expect(past).toMatchObject({
      periods: [],
      gap: { isUnsupported: false, until: at('2026-11-21T14:17:30') },
    });
  });
});
