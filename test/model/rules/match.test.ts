import { describe, expect, it } from 'vitest';
import { ConnectionName } from '../../../lib/model/connection-name.ts';
import {
  accountTarget,
  BillingAccountId,
  ProjectId,
  projectTarget,
  toTarget,
} from '../../../lib/model/ids.ts';
import {
  fitsGlob,
  matchesResource,
  matchesTarget,
  mayMatchResource,
  mayProtectResource,
  protectsResource,
} from '../../../lib/model/rules/match.ts';
import { days } from '../../../lib/model/time/time.ts';
import { aMachine, aVm, noon } from '../../support/builders/observation-builders.ts';

const lab = toTarget(projectTarget(null, ProjectId.parse('research-lab')));
const main = toTarget(accountTarget(null, BillingAccountId.parse('main')));

describe('a glob', () => {
  it.each([
    ['*', '', true],
    ['*', 'anything at/all', true],
    ['research-*', 'research-', true],
    ['research-*', 'research-lab', true],
    ['research-*', 'a-research-lab', false],
    ['*-bastion', 'eu-bastion', true],
    ['*-bastion', 'eu-bastion-2', false],
    ['vm-??', 'vm-01', true],
    ['vm-??', 'vm-1', false],
    ['vm-??', 'vm-001', false],
    ['a*c*e', 'abcde', true],
    ['a*c*e', 'aec', false],
    ['prod', 'prod', true],
    ['prod', 'PROD', false],
    ['', '', true],
    ['', 'x', false],
    // Characters with a meaning in a regular expression stand for themselves here.
    ['a.b', 'a.b', true],
    ['a.b', 'axb', false],
    ['(a|b)+$', '(a|b)+$', true],
    ['[ab]', 'a', false],
    ['a\\b', 'a\\b', true],
    ['^a', 'a', false],
    ['two*lines', 'two\nlines', true],
  ])('%j on %j: %s', (glob, name, fits) => {
    expect(fitsGlob(glob, name)).toBe(fits);
  });
});

describe('a match on names', () => {
  const pod = aVm({ id: 'k3x9', metadata: { name: 'sweep-1' } });
  const unread = aVm({ id: 'k3x9', metadata: null });

  it.each([
    ['sweep-*', true],
    // Where there is a name, the id does not count as one.
    ['k3x9', false],
    ['SWEEP-*', false],
  ])('%s matches the name that people gave: %s', (name, fits) => {
    expect(matchesResource({ name }, lab, pod, noon)).toBe(fits);
  });

  it('matches no rule while the name cannot be read, but may protect', () => {
    expect(matchesResource({ name: '*' }, lab, unread, noon)).toBe(false);
    expect(mayMatchResource({ name: 'other' }, lab, unread, noon)).toBe(true);
    expect(mayProtectResource({ name: 'other' }, lab, unread, noon)).toBe(true);
    expect(protectsResource({ name: 'Sweep 1' }, lab, pod, noon)).toBe(true);
  });
});

describe('a match on targets', () => {
  it.each([
    [{}, true, false],
    [{ project: '*' }, true, false],
    [{ project: 'research-*' }, true, false],
    [{ project: 'prod-*' }, false, false],
    [{ account: '*' }, false, true],
    [{ account: 'main' }, false, true],
    [{ account: 'other' }, false, false],
    [{ project: '*', account: '*' }, true, true],
    [{ project: 'prod-*', account: 'main' }, false, true],
    [{ project: 'research-*', account: 'other' }, true, false],
  ])('%j: the project %s, the account %s', (match, project, account) => {
    expect(matchesTarget(match, lab)).toBe(project);
    expect(matchesTarget(match, main)).toBe(account);
  });
});

describe('a match on resources', () => {
  const vm = aVm({
    id: 'train-7b',
    gpus: 2,
    gpuModel: 'NVIDIA H100',
    dataCenter: 'gb-london-1',
    createdBy: 'ada@example.com',
    metadata: { env: 'staging', owner: 'ada' },
  });

  it.each([
    [{}, true],
    [{ kind: 'vm' }, true],
    [{ kind: 'machine' }, false],
    [{ id: 'train-*' }, true],
    [{ id: 'eval-*' }, false],
    [{ name: 'train-*' }, true],
    [{ name: 'eval-*' }, false],
    [{ gpus: 2 }, true],
    [{ gpus: 0 }, false],
    [{ metadata: { env: 'stag*' } }, true],
    [{ metadata: { env: 'stag*', owner: 'ada' } }, true],
    [{ metadata: { env: 'stag*', owner: 'bob' } }, false],
    [{ metadata: { team: '*' } }, false],
    [{ metadata: {} }, true],
    [{ gpuModel: '*H100*' }, true],
    [{ gpuModel: 'H100' }, false],
    [{ dataCenter: 'gb-*' }, true],
    [{ dataCenter: 'us-*' }, false],
    [{ createdBy: 'ada@*' }, true],
    [{ createdBy: 'bob@*' }, false],
    [{ olderThan: days(19) }, true],
    [{ olderThan: days(20) }, false],
    [{ olderThan: days(19), gpuModel: '*A100*' }, false],
    [{ project: 'prod-*', id: 'train-*' }, false],
    [{ account: 'main' }, false],
  ] as const)('%j: %s', (match, fits) => {
    expect(matchesResource(match, lab, vm, noon)).toBe(fits);
  });

  it('never matches by metadata that the platform does not show, nor by properties that every object has', () => {
    const hidden = aVm({ metadata: null });
    expect(matchesResource({ metadata: { env: '*' } }, lab, hidden, noon)).toBe(false);
    expect(matchesResource({ metadata: { constructor: '*' } }, lab, vm, noon)).toBe(false);
  });

  const untold = aVm({ gpus: 2, createdAt: null, metadata: null });

  it.each([
    [{ gpuModel: '*' }],
    [{ dataCenter: '*' }],
    [{ createdBy: '*' }],
    [{ olderThan: days(1) }],
    [{ metadata: { env: '*' } }],
  ])('%j never matches what the platform does not report, but may match it', (match) => {
    expect(matchesResource(match, lab, untold, noon)).toBe(false);
    expect(mayMatchResource(match, lab, untold, noon)).toBe(true);
    expect(mayMatchResource({ ...match, id: 'other' }, lab, untold, noon)).toBe(false);
  });

  it('cannot match what is reported otherwise, or what a resource cannot have', () => {
    expect(mayMatchResource({ gpuModel: '*A100*' }, lab, vm, noon)).toBe(false);
    expect(mayMatchResource({ gpuModel: '*' }, lab, aVm({ gpus: 0 }), noon)).toBe(false);
    expect(mayMatchResource({ olderThan: days(30) }, lab, vm, noon)).toBe(false);
    expect(mayMatchResource({ metadata: { env: '*' } }, lab, aMachine(), noon)).toBe(false);
    expect(mayMatchResource({ dataCenter: 'gb-*' }, lab, vm, noon)).toBe(true);
  });
});

describe('a match of connections', () => {
  const eu = toTarget(projectTarget(ConnectionName.parse('eu'), ProjectId.parse('research-lab')));

  it.each([
    [{}, true, true],
    [{ connection: 'eu' }, true, false],
    [{ connection: 'e*', project: 'research-*' }, true, false],
    [{ connection: '*' }, true, true],
    [{ connection: '' }, false, true],
    [{ connection: 'us' }, false, false],
    [{ connection: 'eu', project: 'shop' }, false, false],
  ])(
    '%j matches the connections that it names, and the one without a name if it is empty',
    (match, ofEu, ofNone) => {
      expect([matchesTarget(match, eu), matchesTarget(match, lab)]).toEqual([ofEu, ofNone]);
    },
  );
});
