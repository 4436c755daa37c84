import { describe, expect, it } from 'vitest';
import { newSpell } from '../../../lib/decide/own-health/blind-spells.ts';
import { keep } from '../../../lib/jobs/overrides/keep.ts';
import { order } from '../../../lib/jobs/overrides/order.ts';
import { pause } from '../../../lib/jobs/overrides/pause.ts';
import { revoke } from '../../../lib/jobs/overrides/revoke.ts';
import { hours, later, minutes } from '../../../lib/model/time/time.ts';
import { firstControl } from '../../../lib/state/control.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { containerDisk, withErasingVm } from '../../support/erasing-vm.ts';
import { ada, anIntent, fleet, ledgerWith, tomorrow, train, wordsIn } from './a-fleet.ts';

const stop = { action: 'stop', asked: 'lab/box' } as const;
const box = 'project/lab/vm/box';

describe('an order', () => {
  it('to stop a VM is recorded for an hour, and states that the VM is still billed', async () => {
    const ledger = await ledgerWith();
    const told = await order(ledger, { ...ada(), ...stop });
    expect(told).toMatchObject({
      kind: 'placed',
      says: 'VM box in project lab will be stopped after the next poll; the order expires at 2026-11-21 13:00 (UTC)',
      effective: later(noon, minutes(3)),
      remarks: [
        'It costs 0.50 USD/h, 12.00 USD a day, 365.00 USD a month.',
        'A stop by itself saves nothing: a stopped VM is billed in full until it is deleted.',
      ],
    });
    expect(await ledger.overrides(noon)).toMatchObject([
      { kind: 'order', action: 'stop', subject: box, until: later(noon, hours(1)), author: 'ada' },
    ]);
    expect(await wordsIn(ledger)).toMatchObject([{ event: 'override-placed', subject: box, by: 'ada' }]);
  });

  it('of a stop that erases something states that, and is recorded once its author has named it', async () => {
    const ledger = await ledgerWith();
    await withErasingVm(ledger, 'box');
    const foreseen = await order(ledger, { ...ada({ dryRun: true }), ...stop });
    expect(foreseen).toMatchObject({
      kind: 'placed',
      override: { erases: containerDisk },
      remarks: [
        'It costs 0.50 USD/h, 12.00 USD a day, 365.00 USD a month.',
        'A stop saves nothing and erases its container disk.',
      ],
    });
    for (const erases of [undefined, '', 'its boot disk'])
      expect(await order(ledger, { ...ada(), ...stop, erases })).toEqual({
        kind: 'held',
        because:
          'the stop of VM box in project lab erases its container disk; name that to confirm it: --erases "its container disk"',
      });
    expect(await ledger.overrides(noon)).toEqual([]);
    await order(ledger, { ...ada(), ...stop, erases: ` ${containerDisk}` });
    expect(await ledger.overrides(noon)).toMatchObject([{ kind: 'order', erases: containerDisk }]);
  });

  it('means the VM where a disk has the same name', async () => {
    const ledger = await ledgerWith();
    expect(await order(ledger, { ...ada(), action: 'stop', asked: 'train-7b' })).toMatchObject({
      override: { subject: train },
    });
  });

  it('lasts for two polls where these are far apart', async () => {
    const ledger = await ledgerWith();
    const told = await order(ledger, { ...ada({ pollEvery: hours(1) }), ...stop });
    expect(told).toMatchObject({ override: { until: later(noon, hours(2)) } });
  });

  it.each([
    ['stop', 'lab/resting', 'VM resting in project lab is already OFF, last seen 2026-11-21 12:00 (UTC)'],
    ['start', 'lab/box', 'VM box in project lab is already ACTIVE, last seen 2026-11-21 12:00 (UTC)'],
  ] as const)('to %s %s is so already', async (action, asked, because) => {
    const ledger = await ledgerWith();
    expect(await order(ledger, { ...ada(), action, asked })).toEqual({ kind: 'already', because });
    expect(await ledger.overrides(noon)).toEqual([]);
  });

  it('is refused while the key for actions is lost', async () => {
    const ledger = await ledgerWith();
    const blind = [newSpell({ matter: 'acting-key', because: 'no such file' }, noon)];
    await ledger.commitControl({ ...firstControl, seq: 1, blind });
    const since = 'the API key for actions has been unavailable since 2026-11-21 12:00 (UTC): no such file';
    expect(await order(ledger, { ...ada(), ...stop })).toEqual({
      kind: 'held',
      because: `VM box in project lab cannot be ordered to stop: ${since}`,
    });
    expect(await ledger.overrides(noon)).toEqual([]);
  });

  it.each([
    ['prod/web', 'the policy protects it'],
    ['lab/kept-there', 'its metadata says spendwatch: keep'],
    ['lab/train-7b', 'kept by ada until 2026-11-22T12:00:00Z: a demo'],
    ['prod/train-8b', 'paused by ada until 2026-11-22T12:00:00Z: a demo'],
  ])('to stop %s is held at once, because %s', async (asked, because) => {
    const ledger = await ledgerWith();
    await keep(ledger, { ...ada(), asked: 'lab/train-7b', until: tomorrow });
    await pause(ledger, { ...ada(), asked: 'prod', until: tomorrow });
    expect(await order(ledger, { ...ada(), action: 'stop', asked })).toMatchObject({
      kind: 'held',
      because: expect.stringContaining(because),
    });
    expect((await ledger.overrides(noon)).map(({ kind }) => kind).toSorted()).toEqual(['keep', 'pause']);
  });

  it('is recorded without a policy too, and states what could not be checked', async () => {
    const ledger = await ledgerWith();
    expect(
      await order(ledger, { ...ada({ policy: null }), action: 'stop', asked: 'prod/web' }),
    ).toMatchObject({
      kind: 'placed',
      remarks: expect.arrayContaining([expect.stringContaining('Not checked against a policy')]),
    });
  });

  it.each([
    ['lab/data', 'unfit'],
    ['lab', 'unfit'],
    ['main', 'unfit'],
    ['lab/boxx', 'unknown'],
    ['lab/*', 'unknown'],
  ])('to stop %s is %s', async (asked, kind) => {
    const ledger = await ledgerWith();
    expect(await order(ledger, { ...ada({ policy: aPolicy() }), action: 'stop', asked })).toMatchObject({
      kind,
    });
    expect(await ledger.overrides(noon)).toEqual([]);
  });

  it('given twice is recorded once; given again after it was taken up, it is another one', async () => {
    const ledger = await ledgerWith();
    const first = await order(ledger, { ...ada(), ...stop });
    const soon = { ...ada({ now: later(noon, minutes(1)) }), ...stop };
    expect(await order(ledger, soon)).toMatchObject({
      kind: 'already',
      because: expect.stringContaining('is already ordered to stop by ada'),
    });
    const id = first.kind === 'placed' ? first.override.id : '';
    for (const head of fleet({ seq: 2, orders: [{ id, until: later(noon, hours(1)), failedBecause: null }] }))
      if (head.seq === 2) await ledger.commit(head);
    const again = await order(ledger, soon);
    expect(again).toMatchObject({ kind: 'placed' });
    expect(again.kind === 'placed' && again.override.id).not.toBe(id);
  });

  it('replaces the opposite order', async () => {
    const ledger = await ledgerWith();
    await order(ledger, { ...ada(), ...stop });
    const [head] = fleet({ seq: 2 });
    const observation = head?.observation;
    if (head && observation?.kind === 'project')
      await ledger.commit({
        ...head,
        observation: {
          ...observation,
          resources: observation.resources.map((it) => ({
            ...it,
            state: 'OFF',
            activity: 'stopped' as const,
          })),
        },
      });
    const bob = ada({ author: 'bob', now: later(noon, minutes(1)) });
    expect(await order(ledger, { ...bob, action: 'start', asked: 'lab/box' })).toMatchObject({
      kind: 'placed',
      remarks: ["ada's order to stop it is revoked."],
    });
    expect(await ledger.overrides(noon)).toMatchObject([{ action: 'start', author: 'bob' }]);
  });

  it('to start a VM that is yet to be stopped revokes the order to stop', async () => {
    const ledger = await ledgerWith();
    await order(ledger, { ...ada(), ...stop });
    const bob = ada({ author: 'bob', now: later(noon, minutes(1)) });
    expect(await order(ledger, { ...bob, action: 'start', asked: 'lab/box' })).toMatchObject({
      kind: 'revoked',
      override: { action: 'stop', author: 'ada' },
      remarks: ['It stays ACTIVE.'],
    });
    expect(await ledger.overrides(noon)).toEqual([]);
    expect(await wordsIn(ledger)).toMatchObject([
      { event: 'override-placed' },
      { event: 'override-revoked', subject: box, by: 'bob' },
    ]);
  });

  it('states that an action is already under way, or that polls fail', async () => {
    const ledger = await ledgerWith(
      fleet({ intents: [anIntent()], failedPolls: 2, failedBecause: 'no answer' }),
    );
    expect(await order(ledger, { ...ada(), action: 'stop', asked: 'train-7b' })).toMatchObject({
      kind: 'already',
      because: 'The stop of VM train-7b in project lab is already in progress: quiet for four hours',
    });
    expect(await order(ledger, { ...ada(), ...stop })).toMatchObject({
      remarks: expect.arrayContaining([
        'Polls are failing (no answer): the order waits for a successful poll.',
      ]),
    });
  });

  it('is not recorded while another action is under way, even where the VM is still in the wanted state', async () => {
    const ledger = await ledgerWith(fleet({ intents: [anIntent()] }));
    expect(await order(ledger, { ...ada(), action: 'start', asked: 'train-7b' })).toEqual({
      kind: 'held',
      because: 'The stop of VM train-7b in project lab is in progress: order it after that is done',
    });
    expect(await ledger.overrides(noon)).toEqual([]);
  });

  it('can be revoked while it is not taken up', async () => {
    const ledger = await ledgerWith();
    const told = await order(ledger, { ...ada(), ...stop });
    const id = told.kind === 'placed' ? told.override.id : '';
    const [head] = fleet({ seq: 2, orders: [{ id, until: later(noon, hours(1)), failedBecause: null }] });
    if (head) await ledger.commit(head);
    expect(await revoke(ledger, { ...ada(), asked: id })).toMatchObject({
      kind: 'nothing',
      because: 'The order is already being carried out: VM box in project lab is ordered to stop',
    });
    const [free] = fleet({ seq: 3 });
    if (free) await ledger.commit(free);
    expect(await revoke(ledger, { ...ada(), asked: id })).toMatchObject({ kind: 'revoked' });
    expect(await revoke(ledger, { ...ada(), asked: id })).toMatchObject({ kind: 'nothing' });
  });
});
