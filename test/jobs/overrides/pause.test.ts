import { describe, expect, it } from 'vitest';
import { pause } from '../../../lib/jobs/overrides/pause.ts';
import { resume } from '../../../lib/jobs/overrides/revoke.ts';
import { minutes } from '../../../lib/model/time/time.ts';
import { lab, noon } from '../../support/observation-builders.ts';
import { ada, anIntent, announced, fleet, ledgerWith, main, prod, tomorrow, wordsIn } from './a-fleet.ts';

describe('pause', () => {
  it.each([
    [null, undefined],
    ['*', undefined],
    ['lab', 'lab'],
    ['project/lab', 'lab'],
    ['pr*', 'pr*'],
  ])('of %s is for projects %s', async (asked, project) => {
    const ledger = await ledgerWith();
    const told = await pause(ledger, { ...ada(), asked, until: tomorrow });
    expect(told).toMatchObject({ kind: 'told', override: { kind: 'pause' } });
    expect(await ledger.overrides(noon)).toHaveLength(1);
    expect(told.kind === 'told' && told.override.kind === 'pause' && told.override.project).toBe(project);
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

  it('says what waits meanwhile, and what it comes too late for', async () => {
    const begun = anIntent({ state: { kind: 'requested', at: noon } });
    const ledger = await ledgerWith(fleet({ alerts: [announced()], intents: [begun] }));
    expect(await pause(ledger, { ...ada(), asked: null, until: tomorrow })).toMatchObject({
      says: 'nothing is done anywhere until 2026-11-22 12:00 (UTC); alerts are said all the same',
      remarks: [
        'What was announced waits meanwhile, 1 act: stop of VM train-7b in project lab (forgotten machines).',
        'The stop of VM train-7b in project lab has been asked of the cloud already: a pause cannot take that back.',
      ],
    });
    expect(await pause(ledger, { ...ada(), asked: 'prod', until: tomorrow })).toMatchObject({
      remarks: ['Nothing that was announced waits there now.'],
    });
  });

  it('of everything stands in the audit log of every target', async () => {
    const ledger = await ledgerWith();
    await pause(ledger, { ...ada(), asked: null, until: tomorrow });
    for (const target of [lab, prod, main]) expect(await wordsIn(ledger, target)).toHaveLength(1);
  });
});

describe('resume', () => {
  it('ends the pause of what is named, and of nothing else', async () => {
    const ledger = await ledgerWith();
    await pause(ledger, { ...ada(), asked: null, until: tomorrow });
    await pause(ledger, { ...ada(), asked: 'lab', until: tomorrow });
    expect(await resume(ledger, { ...ada(), asked: 'lab' })).toMatchObject({
      kind: 'taken-back',
      remarks: [expect.stringContaining('It is paused all the same: nothing is done anywhere, by ada')],
    });
    expect(await resume(ledger, { ...ada(), asked: null })).toMatchObject({
      kind: 'taken-back',
      remarks: [],
    });
    expect(await ledger.overrides(noon)).toEqual([]);
    expect(await resume(ledger, { ...ada(), asked: null })).toEqual({
      kind: 'nothing',
      because: 'Nothing is paused',
      choices: [],
    });
  });

  it('says which pause there is when there is another', async () => {
    const ledger = await ledgerWith();
    await pause(ledger, { ...ada(), asked: 'lab', until: tomorrow });
    expect(await resume(ledger, { ...ada(), asked: null })).toMatchObject({
      kind: 'nothing',
      choices: [expect.stringContaining('nothing is done in project lab, by ada')],
    });
  });

  it('says what is due then', async () => {
    const ledger = await ledgerWith(fleet({ alerts: [announced(minutes(70))] }));
    await pause(ledger, { ...ada(), asked: null, until: tomorrow });
    expect(await resume(ledger, { ...ada(), asked: null })).toMatchObject({
      remarks: [expect.stringContaining('stop of VM train-7b in project lab')],
    });
  });
});
