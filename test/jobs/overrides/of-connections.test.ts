import { describe, expect, it } from 'vitest';
import { findPauseReason, findProtectionReason } from '../../../lib/decide/actions/protection.ts';
import { keep } from '../../../lib/jobs/overrides/keep.ts';
import { pause } from '../../../lib/jobs/overrides/pause.ts';
import { silence } from '../../../lib/jobs/overrides/silence.ts';
import { ConnectionName } from '../../../lib/model/connection-name.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { aHead, anObservation, aVm, lab, noon } from '../../support/builders/observation-builders.ts';
import { ada, anAlert, fleet, ledgerWith, tomorrow } from './a-fleet.ts';

const euLab = projectTarget(ConnectionName.parse('eu'), ProjectId.parse('lab'));
const train = aVm({ id: 'train-7b' });

/** The fleet, and a project of the same name under the connection "eu". */
const ledger = () =>
  ledgerWith([
    ...fleet({ alerts: [anAlert()] }),
    aHead({ seq: 1, target: euLab, polledAt: noon, observation: anObservation({ resources: [train] }) }),
  ]);

it('a keep of everything also covers a connection that is added after it', async () => {
  const told = await keep(await ledgerWith(fleet()), { ...ada(), asked: '*', until: tomorrow });
  const overrides = told.kind === 'placed' ? [told.override] : [];
  const asked = { policy: { protect: [] }, overrides, target: euLab, resource: train, now: noon };
  expect(findProtectionReason(asked)).not.toBeNull();
});

describe('where two connections have a project of the same name', () => {
  it.each([
    ['project@eu/lab/*', 'project@eu/lab/*', [euLab]],
    ['project@eu/lab', 'project@eu/lab/*', [euLab]],
    ['lab/train-7b (eu)', 'project@eu/lab/vm/train-7b', [euLab]],
    ['project@*/lab/tr*', 'project@?*/lab/*/tr*', [euLab]],
    ['project/lab/*', 'project/lab/*', [lab]],
    ['project/lab/vm/train-7b', 'project/lab/vm/train-7b', [lab]],
    ['*', 'project*', [lab, euLab]],
  ])('a keep of %s keeps %s', async (asked, subject, kept) => {
    const told = await keep(await ledger(), { ...ada(), asked, until: tomorrow });
    expect(told).toMatchObject({ kind: 'placed', override: { subject } });
    const overrides = told.kind === 'placed' ? [told.override] : [];
    const policy = { protect: [] };
    const isKept = [lab, euLab].filter(
      (target) => findProtectionReason({ policy, overrides, target, resource: train, now: noon }) !== null,
    );
    expect(isKept).toEqual(kept);
  });

  it.each([
    ['project@eu/lab', { connection: 'eu', project: 'lab' }, [euLab]],
    ['project@eu/*', { connection: 'eu', project: '*' }, [euLab]],
    ['lab (eu)', { connection: 'eu', project: 'lab' }, [euLab]],
    ['project/lab', { connection: '', project: 'lab' }, [lab]],
    ['*', {}, [lab, euLab]],
  ])('a pause of %s holds there and nowhere else', async (asked, globs, paused) => {
    const told = await pause(await ledger(), { ...ada(), asked, until: tomorrow });
    expect(told).toMatchObject({ kind: 'placed', override: globs });
    const overrides = told.kind === 'placed' ? [told.override] : [];
    expect(
      [lab, euLab].filter((target) => findPauseReason({ overrides, target, now: noon }) !== null),
    ).toEqual(paused);
  });

  it.each(['lab', 'l?b', 'lab/train-7b'])(
    '%s alone is ambiguous, and the choices name the connection',
    async (asked) => {
      const told = await keep(await ledger(), { ...ada(), asked, until: tomorrow });
      expect(told).toMatchObject({ kind: 'ambiguous' });
      expect(
        told.kind === 'ambiguous' && told.choices.some((choice) => choice.startsWith('project@eu/')),
      ).toBe(true);
    },
  );

  it('a silence of one leaves the alerts of the other', async () => {
    const told = await silence(await ledger(), { ...ada(), asked: '*/project@eu/lab', until: tomorrow });
    expect(told).toMatchObject({
      kind: 'placed',
      says: expect.stringContaining('project lab (eu)'),
      override: { alerts: { match: { connection: 'eu', project: 'lab' } } },
      remarks: expect.arrayContaining(['No matching alert is firing.']),
    });
  });
});

it('overrides for the unnamed connection are stored without a connection, where there is no other', async () => {
  const alone = await ledgerWith();
  const paused = await pause(alone, { ...ada(), asked: 'lab', until: tomorrow });
  expect(paused.kind === 'placed' && Object.keys(paused.override)).not.toContain('connection');
  const silenced = await silence(alone, { ...ada(), asked: '*/lab', until: tomorrow });
  expect(silenced).toMatchObject({ override: { alerts: { match: { project: 'lab' } } } });
  expect(silenced.kind === 'placed' && JSON.stringify(silenced.override)).not.toContain('connection');
});
