import { describe, expect, it } from 'vitest';
import { pause } from '../../../lib/jobs/overrides/pause.ts';
import { resume } from '../../../lib/jobs/overrides/revoke.ts';
import { minutes } from '../../../lib/model/time/time.ts';
import { lab, noon } from '../../support/builders/observation-builders.ts';
import { ada, anIntent, announced, fleet, ledgerWith, main, prod, tomorrow, wordsIn } from './a-fleet.ts';

describe('pause', () => {
  it.each([
    ['**', undefined],
    ['*', undefined],
    ['lab', 'lab'],
    ['project/lab', 'lab'],
    ['pr*', 'pr*'],
  ])('of %s covers projects %s', async (asked, project) => {
    const ledger = await ledgerWith();
    const told = await pause(ledger, { ...ada(), asked, until: tomorrow });
    expect(told).toMatchObject({ kind: 'placed', override: { kind: 'pause' } });
    expect(await ledger.overrides(noon)).toHaveLength(1);
    expect(told.kind === 'placed' && told.override.kind === 'pause' && told.override.project).toBe(project);
  });

  it.each([
    ['lab/box', 'unfit'],
    ['main', 'unfit'],
    ['lob', 'unknown'],
  ])('of %s is %s', async (asked, kind) => {
    const ledger = await ledgerWith();
    expect(await pause(ledger, { ...ada(), asked, until: tomorrow })).toMatchObject({ kind });
    expect(await ledger.overrides(noon)).toEqual([]);
  });

  it('states which actions are on hold, and which are too late to pause', async () => {
    const begun = anIntent({ state: { kind: 'requested', at: noon } });
    const ledger = await ledgerWith(fleet({ alerts: [announced()], intents: [begun] }));
    expect(await pause(ledger, { ...ada(), asked: '*', until: tomorrow })).toMatchObject({
      says: 'all actions are paused until 2026-11-22 12:00 (UTC); alerts are still sent',
      remarks: [
        '1 announced action on hold: stop of VM train-7b in project lab (forgotten machines).',
        'The stop of VM train-7b in project lab was already requested from the cloud; a pause cannot undo it.',
      ],
    });
    expect(await pause(ledger, { ...ada(), asked: 'prod', until: tomorrow })).toMatchObject({
      remarks: ['No announced actions are affected.'],
    });
  });

  it('of everything is in the audit log of every target', async () => {
    const ledger = await ledgerWith();
    await pause(ledger, { ...ada(), asked: '*', until: tomorrow });
    for (const target of [lab, prod, main]) expect(await wordsIn(ledger, target)).toHaveLength(1);
  });
});

describe('resume', () => {
  it('ends the pause that is named, and no other', async () => {
    const ledger = await ledgerWith();
    await pause(ledger, { ...ada(), asked: '*', until: tomorrow });
    await pause(ledger, { ...ada(), asked: 'lab', until: tomorrow });
    expect(await resume(ledger, { ...ada(), asked: 'lab' })).toMatchObject({
      kind: 'revoked',
      remarks: [expect.stringContaining('Still paused: all actions (ada, ')],
    });
    expect(await resume(ledger, { ...ada(), asked: '*' })).toMatchObject({
      kind: 'revoked',
      remarks: [],
    });
    expect(await ledger.overrides(noon)).toEqual([]);
    expect(await resume(ledger, { ...ada(), asked: '*' })).toEqual({
      kind: 'nothing',
      because: 'Nothing is paused',
      choices: [],
    });
  });

  it('names the pause there is where another one was meant', async () => {
    const ledger = await ledgerWith();
    await pause(ledger, { ...ada(), asked: 'lab', until: tomorrow });
    expect(await resume(ledger, { ...ada(), asked: '*' })).toMatchObject({
      kind: 'nothing',
      choices: [expect.stringContaining('actions in project lab are paused, by ada')],
    });
  });

  it('states what is due then', async () => {
    const ledger = await ledgerWith(fleet({ alerts: [announced(minutes(70))] }));
    await pause(ledger, { ...ada(), asked: '*', until: tomorrow });
    expect(await resume(ledger, { ...ada(), asked: '*' })).toMatchObject({
      remarks: [expect.stringContaining('stop of VM train-7b in project lab')],
    });
  });
});
