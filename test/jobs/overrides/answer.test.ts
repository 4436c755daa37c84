import { describe, expect, it } from 'vitest';
import { answer } from '../../../lib/jobs/overrides/answer.ts';
import { keep } from '../../../lib/jobs/overrides/keep.ts';
import { AlertKey, MessageId } from '../../../lib/model/ids.ts';
import { hours, later, minutes } from '../../../lib/model/time/time.ts';
import { lab, noon } from '../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aStop } from '../../support/builders/step-builders.ts';
import { ada, anAlert, anIntent, announced, fleet, ledgerWith, tomorrow, train, wordsIn } from './a-fleet.ts';

const yes = { verdict: 'approved', asked: 'lab/train-7b', rule: null } as const;
const no = { ...yes, verdict: 'denied' } as const;
const waiting = aPolicy({ rules: [anIdleRule({ then: [aStop(hours(1), { approve: hours(4) })] })] });

describe('an answer', () => {
  it.each(['train-7b', 'lab/train-7b', 'lab/vm/train-7b', train])(
    'to %s answers the action announced for it',
    async (asked) => {
      const ledger = await ledgerWith(fleet({ alerts: [announced()] }));
      const told = await answer(ledger, { ...ada(), ...yes, asked });
      expect(told).toMatchObject({
        kind: 'placed',
        says: 'the stop of VM train-7b in project lab (forgotten machines) is approved',
        effective: later(noon, minutes(3)),
      });
      expect(await ledger.overrides(noon)).toMatchObject([
        {
          kind: 'answer',
          verdict: 'approved',
          subject: train,
          announcement: announced().announcement?.message,
        },
      ]);
      expect(await wordsIn(ledger)).toMatchObject([{ event: 'override-placed', subject: train, by: 'ada' }]);
    },
  );

  it.each([
    [
      minutes(10),
      'It will be stopped at 2026-11-21 12:50 (UTC) at the earliest, if the rule still requires it.',
    ],
    [minutes(70), 'It will be stopped after the next poll, if the rule still requires it.'],
  ])('states when the action comes, announced %i ms ago', async (ago, remark) => {
    const ledger = await ledgerWith(fleet({ alerts: [announced(ago)] }));
    expect(await answer(ledger, { ...ada({ policy: waiting }), ...yes })).toMatchObject({
      remarks: [remark],
    });
  });

  it('states that an action whose announcement is not delivered yet comes after the delivery', async () => {
    const { announcement, ...alert } = announced();
    const undelivered = { ...alert, announcement: announcement && { ...announcement, deliveredAt: null } };
    const ledger = await ledgerWith(fleet({ alerts: [undelivered] }));
    expect(await answer(ledger, { ...ada({ policy: waiting }), ...yes })).toMatchObject({
      remarks: [
        'The announcement is not delivered yet; VM train-7b in project lab will be stopped 1 h after its delivery at the earliest.',
      ],
    });
  });

  it('states what still blocks the action, and that the rule requires no approval', async () => {
    const ledger = await ledgerWith(fleet({ alerts: [announced()] }));
    await keep(ledger, { ...ada(), asked: 'lab', until: tomorrow });
    expect(await answer(ledger, { ...ada(), ...yes })).toMatchObject({
      remarks: [
        expect.any(String),
        'It is currently blocked: kept by ada until 2026-11-22T12:00:00Z: a demo.',
        'The rule does not require an approval.',
      ],
    });
  });

  it('can be replaced by another one later, which then holds', async () => {
    const ledger = await ledgerWith(fleet({ alerts: [announced()] }));
    await answer(ledger, { ...ada(), ...yes });
    const bob = ada({ author: 'bob', reason: 'still needed', now: later(noon, minutes(1)) });
    expect(await answer(ledger, { ...bob, ...no })).toMatchObject({
      kind: 'placed',
      replaced: [{ author: 'ada' }],
    });
    expect(await ledger.overrides(noon)).toMatchObject([{ verdict: 'denied', author: 'bob' }]);
  });

  it('that was given already is not recorded again', async () => {
    const ledger = await ledgerWith(fleet({ alerts: [announced()] }));
    await answer(ledger, { ...ada(), ...no });
    expect(await answer(ledger, { ...ada({ author: 'bob' }), ...no })).toMatchObject({
      kind: 'already',
      because: expect.stringContaining('is already denied by ada'),
    });
    expect(await ledger.overrides(noon)).toMatchObject([{ author: 'ada' }]);
  });

  it('repeated from its beginning is the same answer', async () => {
    const ledger = await ledgerWith(fleet({ alerts: [announced()] }));
    const first = await answer(ledger, { ...ada(), ...yes });
    expect(await answer(ledger, { ...ada(), ...yes })).toEqual(first);
  });

  it('comes too late once the action was requested, and not before', async () => {
    const requested = anIntent({ state: { kind: 'requested', at: noon } });
    const late = await ledgerWith(fleet({ alerts: [announced()], intents: [requested] }));
    expect(await answer(late, { ...ada(), ...no })).toMatchObject({ kind: 'already' });
    const ledger = await ledgerWith(fleet({ alerts: [announced()], intents: [anIntent()] }));
    expect(await answer(ledger, { ...ada(), ...no })).toMatchObject({ kind: 'placed' });
  });

  it('needs the rule where several announced an action, and accepts it', async () => {
    const alerts = [announced(), announced(minutes(5), 'too old')];
    const ledger = await ledgerWith(fleet({ alerts }));
    expect(await answer(ledger, { ...ada(), ...yes })).toMatchObject({
      kind: 'ambiguous',
      choices: [
        `${train} --rule "forgotten machines" --action stop`,
        `${train} --rule "too old" --action stop`,
      ],
    });
    const told = await answer(ledger, { ...ada(), ...yes, rule: 'too old' });
    expect(told).toMatchObject({ override: { announcement: alerts[1]?.announcement?.message } });
  });

  it('needs the action where one rule announced two, and accepts it', async () => {
    const [image, deletion] = (['image', 'terminate'] as const).map((step) => {
      const alert = announced();
      const message = MessageId.parse(`${alert.announcement?.message}#${step}`);
      const announcement = alert.announcement && { ...alert.announcement, message };
      return { ...alert, step, key: AlertKey.parse(`${alert.key}/${step}`), announcement };
    });
    if (image === undefined || deletion === undefined) return expect.fail('no alerts');
    const ledger = await ledgerWith(fleet({ alerts: [image, deletion] }));
    expect(await answer(ledger, { ...ada(), ...yes })).toMatchObject({ kind: 'ambiguous' });
    const told = await answer(ledger, { ...ada(), ...yes, action: 'terminate' });
    expect(told).toMatchObject({ override: { announcement: deletion.announcement?.message } });
  });

  it.each([
    ['box', { kind: 'nothing', because: 'No action is announced for "box"' }],
    ['lab/trian-7b', { kind: 'unknown' }],
  ])('to %s, for which nothing is announced, lists the announced actions', async (asked, expected) => {
    const ledger = await ledgerWith(fleet({ alerts: [announced(), anAlert({ rule: 'only told' })] }));
    expect(await answer(ledger, { ...ada(), ...yes, asked })).toMatchObject(expected);
    expect(await answer(ledger, { ...ada(), ...yes, asked: 'box' })).toMatchObject({
      choices: [`${train}: stop of VM train-7b in project lab (forgotten machines)`],
    });
    expect(await ledger.overrides(noon)).toEqual([]);
  });

  it('that denies needs a reason, one that approves does not', async () => {
    const ledger = await ledgerWith(fleet({ alerts: [announced()] }));
    expect(await answer(ledger, { ...ada({ reason: ' ' }), ...no })).toMatchObject({
      kind: 'wrong',
      field: 'reason',
    });
    expect(await answer(ledger, { ...ada({ reason: '' }), ...yes })).toMatchObject({
      override: { reason: 'no reason given' },
    });
    expect(await wordsIn(ledger, lab)).toHaveLength(1);
  });
});
