import { describe, expect, it } from 'vitest';
import { failIfBlind } from '../../../lib/jobs/blind-run.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { hours } from '../../../lib/model/time/time.ts';
import { type Ledger, LedgerError, UnreadableError } from '../../../lib/record/ledger.ts';
import { unreadableHead } from '../../../lib/state/head.ts';
import { aFreshnessRule } from '../../support/builders/account-rule-builders.ts';
import { aHead, anObservation } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { failing } from '../../support/clouds/scripted-cloud.ts';
import { on } from '../../support/timeline.ts';
import { aSkewedMachine } from '../watch/a-skewed-machine.ts';
import { anActor } from './an-actor.ts';

const other = projectTarget(null, ProjectId.parse('other'));
const heard = { hearsBlindness: true };
const rejected = { failedPolls: 2, failedBecause: 'listProjects: the cloud rejected the API key (401)' };
const seen = aHead({ polledAt: on('10:00'), observation: anObservation({ at: on('10:00') }) });
const unseen = aHead({ ...rejected, polledAt: on('10:00') });

/** A ledger with one more record, which cannot be read while it is damaged. */
const withDamage = (inner: Ledger, isDamaged = () => true): Ledger => ({
  ...inner,
  heads: async () => [...(await inner.heads()), ...(isDamaged() ? [unreadableHead(other, 'damaged')] : [])],
});

describe('invariant 18: a run that finds spendwatch blind, without any rule', () => {
  it('reports once for all targets that a key is rejected, over every route, and ends as an error', async () => {
    const heads = [unseen, aHead({ ...unseen, target: other })];
    const actor = await anActor(heads, { ...heard, policy: aPolicy({ rules: [] }) });
    await actor.run('10:00');
    expect(actor.sent).toEqual([]);
    const report = await actor.run('10:14');
    expect(() => failIfBlind(report.blind)).toThrow(
      /none of 2 targets can be polled: .*rejected the API key/,
    );
    const last = await actor.run('10:15');
    expect(actor.sent.map(({ id }) => id)).toEqual([
      'blind/sight#2026-11-21T10:00:00Z#1',
      'blind/watcher#2026-11-21T10:15:00Z#1',
    ]);
    expect(actor.told[0]).toMatchObject({ severity: 'critical', rule: 'spendwatch' });
    expect(last.blind).toHaveLength(2);
  });

  it('reports the end as well where the run that reported the beginning was cut off', async () => {
    let isDamaged = true;
    let isCutOff = false;
    const actor = await anActor([seen], {
      ...heard,
      worsen: (inner) => ({
        ...withDamage(inner, () => isDamaged),
        commitControl: async (control) => {
          isCutOff ||= actor.sent.length > 0 && isDamaged;
          if (isCutOff && isDamaged) throw new LedgerError('it cannot be reached');
          return inner.commitControl(control);
        },
      }),
    });
    await actor.run('10:00');
    expect(isCutOff).toBe(true);
    isDamaged = false;
    await actor.run('10:05');
    expect(actor.sent.map(({ id }) => id)).toEqual([
      'blind/records#2026-11-21T10:00:00Z#1',
      'blind/records#2026-11-21T10:00:00Z#resolved',
    ]);
  });

  it('leaves a rejected key to the freshness rule where there is one', async () => {
    const actor = await anActor([unseen], { ...heard, policy: aPolicy({ rules: [aFreshnessRule()] }) });
    await actor.run('10:00');
    expect((await actor.run('10:10')).blind).toEqual([]);
    expect(actor.sent).toEqual([]);
  });

  it('sends again what a route did not deliver, under the same id, and no other route gets it twice', async () => {
    const actor = await anActor([seen], {
      ...heard,
      worsen: (inner) => withDamage(inner),
    });
    actor.broken.set('mail', { kind: 'failed', because: 'no' });
    await actor.run('10:00');
    expect(actor.sent).toEqual([]);
    actor.broken.clear();
    await actor.run('10:05');
    await actor.run('10:10');
    expect(actor.sent.map(({ id }) => id)).toEqual(['blind/records#2026-11-21T10:00:00Z#1']);
  });

  it('notifies a route without a known receiver, such as a log, no more often than any other', async () => {
    let isDamaged = true;
    const actor = await anActor([seen], {
      ...heard,
      worsen: (inner) => withDamage(inner, () => isDamaged),
    });
    actor.broken.set('log', { kind: 'unconfirmed' });
    for (const time of ['10:00', '10:05']) await actor.run(time, ['log']);
    expect(actor.order).toEqual(['send log']);
    isDamaged = false;
    for (const time of ['10:08', '10:12']) await actor.run(time, ['log']);
    expect(actor.order).toEqual(['send log', 'send log']);
  });

  it('reports a control record that cannot be read in the first poll of each hour, since nothing can be recorded', async () => {
    const damaged = () =>
      Promise.reject(new UnreadableError('the control record cannot be read', { because: 'damaged' }));
    const actor = await anActor([seen], { ...heard, worsen: (inner) => ({ ...inner, control: damaged }) });
    expect((await actor.run('10:02')).blind).toEqual(['the control record cannot be read']);
    await actor.run('10:07');
    expect(actor.sent.map(({ id }) => id)).toEqual(['blind/records#2026-11-21T10:00:00Z#1']);
  });

  it('does not report a ledger that is throttled once', async () => {
    const throttled = () => Promise.reject(new LedgerError('throttled'));
    const actor = await anActor([seen], { ...heard, worsen: (inner) => ({ ...inner, control: throttled }) });
    expect((await actor.run('10:02')).blind).toEqual([]);
  });

  it('reports a wrong clock anew although a route that is gone never delivered the end of the last one', async () => {
    const machine = aSkewedMachine({ policy: aPolicy({ rules: [] }) });
    await machine.watch('10:00');
    await machine.watch('10:05', hours(2));
    await machine.act('10:05', hours(2));
    const { seq, blind, ...control } = await machine.ledger.control();
    const heardByOthers = blind.map((spell) => ({ ...spell, notified: [...spell.notified, 'gone'] }));
    await machine.ledger.commitControl({ ...control, seq: seq + 1, blind: heardByOthers });
    await machine.watch('10:10');
    await machine.act('10:10');
    await machine.watch('10:15', hours(2));
    await machine.watch('10:20');
    for (const time of ['10:20', '10:25']) await machine.act(time);
    expect(machine.sent.map(({ id }) => id)).toEqual([
      'blind/clock#2026-11-21T10:05:00Z#1',
      'blind/clock#2026-11-21T10:05:00Z#resolved',
      'blind/clock#2026-11-21T10:20:00Z#1',
      'blind/clock#2026-11-21T10:20:00Z#resolved',
    ]);
  });

  it('finds no poll late while its clock is reported as wrong and the time is not confirmed', async () => {
    let isReachable = true;
    const machine = aSkewedMachine({
      policy: aPolicy({ rules: [aFreshnessRule()] }),
      isReachable: () => isReachable,
    });
    const alerts = async () => (await machine.ledger.heads()).flatMap((head) => head.alerts);
    await machine.watch('10:00');
    await machine.watch('10:05', hours(25));
    await machine.act('10:05', hours(25));
    await machine.watch('10:10');
    isReachable = false;
    await machine.act('10:15', hours(25));
    expect(await alerts()).toEqual([]);
    isReachable = true;
    await machine.watch('10:20');
    await machine.act('10:20');
    isReachable = false;
    await machine.act('11:20');
    expect(await alerts(), 'told where the clock was confirmed since').toHaveLength(1);
  });

  it('does not report a policy file or a key as restored because a clock is wrong', async () => {
    const machine = aSkewedMachine();
    const faults = { policyFault: 'a mistake in line 3', keyFault: 'no such file' };
    const titles = () => machine.sent.map(({ notifications: [first] }) => first?.incident?.split('#')[0]);
    await machine.watch('10:00');
    await machine.act('10:00', undefined, faults);
    expect(titles()).toEqual(['blind/policy', 'blind/acting-key']);
    await machine.watch('10:05', hours(2));
    await machine.act('10:05', hours(2), faults);
    expect(titles()).toEqual(['blind/policy', 'blind/acting-key', 'blind/clock']);
  });
});

describe('invariant 18: a project that keeps answering 403, without any rule', () => {
  const shop = { id: 'shop', billingAccountId: 'main' };
  /** Both jobs each hour, from 10:00 for 30 hours; returns the ids of all notifications. */
  async function hours30(
    projectsAt: (hour: number) => readonly object[],
    refusedAt: (hour: number) => boolean,
    refusal: 'forbidden' | 'not-found' = 'forbidden',
  ) {
    let hour = 0;
    const vmsOrMachines = ({ projectId }: Readonly<Record<string, unknown>>) => {
      if (projectId === 'shop' && refusedAt(hour))
        throw failing(refusal, `${refusal} (${refusal === 'forbidden' ? 403 : 404})`);
      return [];
    };
    const machine = aSkewedMachine({
      policy: aPolicy({ rules: [] }),
      answers: {
        listProjects: () => [{ id: 'lab', billingAccountId: 'main' }, ...projectsAt(hour)],
        listVms: vmsOrMachines,
        listMachines: vmsOrMachines,
      },
    });
    const blind: string[] = [];
    for (; hour < 30; hour += 1) {
      const time = `${hour < 14 ? 21 : 22} ${String((10 + hour) % 24).padStart(2, '0')}:00`;
      await machine.watch(time);
      blind.push(...(await machine.act(time)).blind);
    }
    return { blind, told: machine.sent.map(({ id }) => id) };
  }

  it('is reported once after a day, and once when it is seen; no run ends as an error because of it', async () => {
    const { blind, told } = await hours30(
      () => [shop],
      (hour) => hour < 28,
    );
    expect(told).toEqual([
      'blind/targets#2026-11-22T10:00:00Z#1',
      'blind/targets#2026-11-22T10:00:00Z#resolved',
    ]);
    expect(blind).toEqual([]);
  });

  it('is reported too where it is no longer listed, as after a lost role, but not where it is not found', async () => {
    const unlistedFrom20 = (refusal: 'forbidden' | 'not-found') =>
      hours30(
        (hour) => (hour < 20 ? [shop] : []),
        () => true,
        refusal,
      );
    expect((await unlistedFrom20('forbidden')).told).toEqual(['blind/targets#2026-11-22T10:00:00Z#1']);
    expect((await unlistedFrom20('not-found')).told).toEqual([]);
  });
});
