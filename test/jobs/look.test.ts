import { describe, expect, it } from 'vitest';
import { type LookOrder, lookAt } from '../../lib/jobs/look.ts';
import { accountTarget, BillingAccountId, targetOf, VmId } from '../../lib/model/ids.ts';
import { aPlatform } from '../support/platform.ts';
import { type Answers, failing } from '../support/scripted-cloud.ts';
import { setClock } from '../support/set-clock.ts';
import { aHead, aSighting, lab } from '../support/sighting-builders.ts';
import { on } from '../support/timeline.ts';

const everything = { spend: true, volumes: true, usage: [VmId.parse('box')] };
const main = targetOf(accountTarget(BillingAccountId.parse('main')));

async function looked(answers: Answers = {}, overrides: Partial<LookOrder> = {}) {
  const clock = setClock(on('10:00'));
  const cloud = aPlatform(clock, answers);
  const order = {
    target: targetOf(lab),
    plan: everything,
    at: on('10:00'),
    account: null,
    zone: 'UTC',
    ...overrides,
  };
  const { asked, observe } = await lookAt(cloud, order);
  return {
    asked,
    observation: observe(aHead({ sighting: aSighting({ at: on('09:55') }) })),
    questions: cloud.asked,
  };
}
const refuse = () => {
  throw failing('unavailable', '503');
};

describe('a look at a project', () => {
  it('asks what is planned and no more', async () => {
    const whole = await looked();
    expect(whole.asked).toEqual(['vms', 'machines', 'volumes', 'spend', 'usage']);
    expect([...whole.questions].sort()).toEqual([
      'getCurrentSpend lab',
      'listMachines lab',
      'listVms lab',
      'listVolumes lab',
      'monitorVm lab/box',
    ]);
    const least = await looked({}, { plan: { spend: false, volumes: false, usage: [] } });
    expect(least.asked).toEqual(['vms', 'machines']);
    expect(least.questions).toHaveLength(2);
  });

  it.each([
    ['listVms', 'vms'],
    ['listMachines', 'machines'],
    ['listVolumes', 'volumes'],
    ['getCurrentSpend', 'spend'],
    ['monitorVm', 'usage'],
  ] as const)('takes a failed %s for missing %s, and everything else as it came', async (operation, part) => {
    const { observation, asked } = await looked({ [operation]: refuse });
    expect(asked).toContain(part);
    expect(observation).toMatchObject({ kind: 'project', missing: [{ part, because: 'scripted: 503' }] });
    expect(observation.kind === 'project' && [...observation.seen, part].sort()).toEqual([...asked].sort());
  });
});

describe('a look at a billing account', () => {
  it.each([
    ['UTC', '2026-11-01T00:00:00Z'],
    ['America/New_York', '2026-11-01T04:00:00Z'],
    ['Asia/Kolkata', '2026-10-31T18:30:00Z'],
  ])('asks for the spend since the month began in %s', async (zone, from) => {
    const { questions, observation } = await looked({}, { target: main, zone });
    expect(questions).toContain(`listAccountSpend main/${from}/2026-11-21T10:00:00Z`);
    expect(observation).toMatchObject({
      kind: 'account',
      seen: ['account', 'spend'],
      spend: { until: on('10:00') },
    });
  });

  it('takes failed spend for missing, and an account that cannot be read for unseen', async () => {
    const spendless = await looked({ listAccountSpend: refuse }, { target: main });
    expect(spendless.observation).toMatchObject({
      kind: 'account',
      spend: null,
      missing: [{ part: 'spend' }],
    });
    const unseen = await looked({ getBillingAccount: refuse }, { target: main });
    expect(unseen.observation).toEqual({ kind: 'unseen', at: on('10:00'), because: 'scripted: 503' });
  });
});

it('what is no answer of the cloud is thrown', async () => {
  const breaks = () => {
    throw new TypeError('a mistake');
  };
  await expect(looked({ listVms: breaks })).rejects.toThrow(TypeError);
});
