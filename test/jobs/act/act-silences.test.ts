import { describe, expect, it } from 'vitest';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { LedgerError } from '../../../lib/record/ledger.ts';
import { aFreshnessRule } from '../../support/builders/account-rule-builders.ts';
import { aHead, anObservation } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { on } from '../../support/timeline.ts';
import { anActor } from './an-actor.ts';

const policy = aPolicy({ rules: [aFreshnessRule()] });
const other = projectTarget(null, ProjectId.parse('other'));

/** Last polled at this time. */
const polled = (clock: string, target = aHead().target) =>
  aHead({ target, polledAt: on(clock), observation: anObservation({ at: on(clock) }) });

describe('a run that finds a missed heartbeat', () => {
  it('raises it on one target and sends it at once (invariant 15)', async () => {
    const actor = await anActor([polled('10:00'), polled('10:00', other)], { policy });
    expect(await actor.run('10:15')).toMatchObject({ delivered: 1 });
    await actor.run('10:20');
    expect(actor.sent.map(({ id, at }) => [id, at])).toEqual([
      ['project/lab#sight#watcher#2026-11-21T10:15:00Z#new-warning', on('10:15')],
    ]);
    expect(await actor.head()).toMatchObject({ polledAt: on('10:00'), alerts: [{ phase: 'firing' }] });
  });

  it('reports a single target whose turns fail', async () => {
    const actor = await anActor([polled('10:00'), polled('10:14', other)], { policy });
    await actor.run('10:15');
    expect(actor.sent.map(({ id }) => id)).toEqual([
      'project/lab#sight#target#2026-11-21T10:15:00Z#new-warning',
    ]);
  });

  it('does nothing while polls go on, or where no rule asks for it', async () => {
    const seen = await anActor([polled('10:00')], { policy });
    await seen.run('10:14');
    const unasked = await anActor([polled('10:00')]);
    await unasked.run('10:50');
    expect([seen.order, unasked.order]).toEqual([[], []]);
  });

  it('reports it even if it cannot read the silences', async () => {
    const actor = await anActor([polled('10:00')], {
      policy,
      worsen: (inner) => ({ ...inner, overrides: () => Promise.reject(new LedgerError('throttled')) }),
    });
    await actor.run('10:15');
    expect(actor.sent).toHaveLength(1);
    expect(actor.lines[0]).toContain('silences-not-read LedgerError: throttled');
  });

  it('goes on with the rest when the alert cannot be stored', async () => {
    const actor = await anActor([polled('10:00')], {
      policy,
      worsen: (inner) => ({ ...inner, commit: () => Promise.reject(new LedgerError('throttled')) }),
    });
    expect(await actor.run('10:15')).toMatchObject({ delivered: 0 });
    expect(actor.lines[0]).toContain('silence-not-raised project/lab LedgerError: throttled');
    expect(actor.sent).toEqual([]);
  });
});
