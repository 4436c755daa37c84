import { describe, expect, it } from 'vitest';
import { keep } from '../../../lib/jobs/overrides/keep.ts';
import { unkeep } from '../../../lib/jobs/overrides/revoke.ts';
import { days, hours, later, minutes } from '../../../lib/model/time/time.ts';
import { anObservation, aVm, lab, noon } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { ada, anIntent, announced, fleet, ledgerWith, prod, tomorrow, wordsIn } from './a-fleet.ts';

describe('keep', () => {
  it.each([
    ['lab/train-7b', 'project/lab/*/train-7b'],
    ['lab/vm/train-7b', 'project/lab/vm/train-7b'],
    ['box', 'project/lab/vm/box'],
    ['project/lab/vm/box', 'project/lab/vm/box'],
    ['lab', 'project/lab/*'],
    ['lab/*', 'project/lab/*'],
    ['project/lab', 'project/lab/*'],
    ['l?b', 'project/l?b/*'],
    ['lab/tr*', 'project/lab/*/tr*'],
    ['lab/vm/*', 'project/lab/vm/*'],
    ['*/vm/train-*', 'project/*/vm/train-*'],
    ['train-*', 'project/*/*/train-*'],
    ['lab/to-come-*', 'project/lab/*/to-come-*'],
    ['**', 'project*'],
    ['*', 'project*'],
  ])('of %s keeps %s', async (asked, subject) => {
    const ledger = await ledgerWith();
    const told = await keep(ledger, { ...ada(), asked, until: tomorrow });
    expect(told).toMatchObject({ kind: 'placed', override: { kind: 'keep', subject, until: tomorrow } });
    expect(await ledger.overrides(noon)).toEqual([told.kind === 'placed' && told.override]);
  });

  it.each([
    ['lab/train-7', 'unknown'],
    ['nowhere/*', 'unknown'],
    ['nothing-*', 'unknown'],
    ['account/main', 'unfit'],
    ['main', 'unfit'],
    ['research', 'unfit'],
    ['account/*', 'unfit'],
    ['*a*b*c*d*e', 'unknown'],
    ['*'.padEnd(401, 'a'), 'unfit'],
    ['', 'unknown'],
  ])('of %s is %s and records nothing', async (asked, kind) => {
    const ledger = await ledgerWith();
    expect(await keep(ledger, { ...ada(), asked, until: tomorrow })).toMatchObject({ kind });
    expect(await ledger.overrides(noon)).toEqual([]);
    expect(await wordsIn(ledger)).toEqual([]);
  });

  it('is at most as long as the policy allows, and states that and the cost until then', async () => {
    const ledger = await ledgerWith();
    const policy = aPolicy({ keepAtMost: hours(24) });
    const cost = 'It costs 0.50 USD/h, about 12.00 USD until then.';
    const kept = await keep(ledger, { ...ada({ policy }), asked: 'box', until: later(noon, hours(24)) });
    expect(kept).toMatchObject({ kind: 'placed', remarks: [cost] });
    const shortened = await keep(ledger, {
      ...ada({ policy }),
      asked: 'train-7b',
      until: later(noon, days(7)),
    });
    expect(shortened).toMatchObject({
      kind: 'placed',
      override: { until: later(noon, hours(24)) },
      remarks: expect.arrayContaining([
        'The policy allows a keep of 1 d at most: renew it while it is needed.',
      ]),
    });
  });

  it('of a glob that matches projects and resources is ambiguous, and the choices can be used as they are', async () => {
    const ledger = await ledgerWith([
      ...fleet({ observation: anObservation({ resources: [aVm({ id: 'label' })] }) }),
    ]);
    const asked = await keep(ledger, { ...ada(), asked: 'la*', until: tomorrow });
    expect(asked).toMatchObject({ kind: 'ambiguous', choices: ['project/la*', 'project/*/*/la*'] });
    const choices = asked.kind === 'ambiguous' ? asked.choices : [];
    for (const choice of choices)
      expect(await keep(ledger, { ...ada(), asked: choice, until: tomorrow })).toMatchObject({
        kind: 'placed',
      });
    const kept = (await ledger.overrides(noon)).map((told) => told.kind === 'keep' && told.subject);
    expect(kept.toSorted()).toEqual(['project/*/*/la*', 'project/la*/*']);
  });

  it('repeated replaces the earlier one', async () => {
    const ledger = await ledgerWith();
    await keep(ledger, { ...ada(), asked: 'box', until: tomorrow });
    const bob = { ...ada({ author: 'bob', reason: 'mine too', now: later(noon, minutes(1)) }) };
    const told = await keep(ledger, { ...bob, asked: 'lab/vm/box', until: later(noon, minutes(90)) });
    expect(told).toMatchObject({ kind: 'placed', replaced: [{ author: 'ada' }] });
    expect(told).toMatchObject({
      remarks: expect.arrayContaining(['Replaces the keep of ada, until 2026-11-22 12:00 (UTC): a demo']),
    });
    expect(await ledger.overrides(noon)).toMatchObject([{ author: 'bob', reason: 'mine too' }]);
  });

  it('repeated from its beginning, as after a lost connection, is recorded once', async () => {
    const ledger = await ledgerWith();
    const request = { ...ada(), asked: 'box', until: tomorrow };
    const first = await keep(ledger, request);
    expect(await keep(ledger, request)).toEqual(first);
    expect(await wordsIn(ledger)).toHaveLength(1);
  });

  it('states when it takes effect, and which actions it puts on hold', async () => {
    const ledger = await ledgerWith(
      fleet({ alerts: [announced()], intents: [anIntent({ state: { kind: 'requested', at: noon } })] }),
    );
    const told = await keep(ledger, { ...ada(), asked: 'lab/vm/train-7b', until: tomorrow });
    expect(told).toMatchObject({
      says: 'VM train-7b in project lab is kept until 2026-11-22 12:00 (UTC)',
      effective: later(noon, minutes(3)),
      remarks: [
        'It costs 0.50 USD/h, about 12.00 USD until then.',
        'The stop of VM train-7b in project lab was already requested from the cloud; a keep cannot undo it.',
        'Announced actions on hold: stop of VM train-7b in project lab (forgotten machines).',
      ],
    });
  });

  it('is in the audit log of each project that it covers, with author and reason', async () => {
    const ledger = await ledgerWith();
    await keep(ledger, { ...ada(), asked: 'train-*', until: tomorrow });
    const because = 'resources matching project/*/*/train-* are kept until 2026-11-22 12:00 (UTC): a demo';
    for (const target of [lab, prod])
      expect(await wordsIn(ledger, target)).toEqual([
        { event: 'override-placed', subject: target, because, by: 'ada' },
      ]);
  });

  it('of one resource is in the log under that resource, and not under its project', async () => {
    const ledger = await ledgerWith();
    await keep(ledger, { ...ada(), asked: 'box', until: tomorrow });
    expect(await wordsIn(ledger)).toMatchObject([
      { event: 'override-placed', subject: 'project/lab/vm/box' },
    ]);
    expect(await wordsIn(ledger, prod)).toEqual([]);
  });

  it('records nothing in a dry run', async () => {
    const ledger = await ledgerWith();
    const told = await keep(ledger, { ...ada({ dryRun: true, reason: '' }), asked: 'box', until: tomorrow });
    expect(told).toMatchObject({ kind: 'placed' });
    expect(await ledger.overrides(noon)).toEqual([]);
    expect(await wordsIn(ledger)).toEqual([]);
  });
});

describe('unkeep', () => {
  it.each(['box', 'lab/box', 'project/lab/vm/box'])('ends the keep given as %s', async (asked) => {
    const ledger = await ledgerWith();
    await keep(ledger, { ...ada(), asked: 'lab/box', until: tomorrow });
    const bob = ada({ author: 'bob', reason: 'over', now: later(noon, minutes(1)) });
    expect(await unkeep(ledger, { ...bob, asked })).toMatchObject({ kind: 'revoked', remarks: [] });
    expect(await ledger.overrides(noon)).toEqual([]);
    expect(await wordsIn(ledger)).toMatchObject([
      { event: 'override-placed' },
      { event: 'override-revoked', by: 'bob' },
    ]);
  });

  it('accepts the id as well, even where the resource is gone', async () => {
    const ledger = await ledgerWith();
    const told = await keep(ledger, { ...ada(), asked: 'box', until: tomorrow });
    const id = told.kind === 'placed' ? told.override.id : '';
    const [head] = fleet({ seq: 2, observation: null });
    if (head) await ledger.commit(head);
    expect(await unkeep(ledger, { ...ada(), asked: id })).toMatchObject({ kind: 'revoked' });
  });

  it('states what still keeps the resource', async () => {
    const ledger = await ledgerWith();
    await keep(ledger, { ...ada(), asked: 'box', until: tomorrow });
    await keep(ledger, { ...ada({ author: 'bob' }), asked: 'lab', until: tomorrow });
    expect(await unkeep(ledger, { ...ada(), asked: 'box' })).toMatchObject({
      remarks: [expect.stringContaining('Still kept: resources matching project/lab/* (bob, ')],
    });
  });

  it('of a resource without a keep reports that, and lists the keeps', async () => {
    const ledger = await ledgerWith();
    expect(await unkeep(ledger, { ...ada(), asked: 'box' })).toEqual({
      kind: 'nothing',
      because: 'Nothing is kept',
      choices: [],
    });
    await keep(ledger, { ...ada(), asked: 'lab/data', until: tomorrow });
    expect(await unkeep(ledger, { ...ada(), asked: 'box' })).toMatchObject({
      kind: 'nothing',
      choices: [expect.stringContaining('volume data in project lab is kept')],
    });
    expect(await unkeep(ledger, { ...ada(), asked: 'bax' })).toMatchObject({ kind: 'unknown' });
  });
});
