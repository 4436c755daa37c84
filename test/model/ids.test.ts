import { describe, expect, it } from 'vitest';
import { ConnectionName } from '../../lib/model/connection-name.ts';
import { toResourceSubject } from '../../lib/model/facts/resource.ts';
import {
  accountTarget,
  BillingAccountId,
  ProjectId,
  projectTarget,
  ResourceId,
  TargetId,
  toTarget,
} from '../../lib/model/ids.ts';
import { stableHash } from '../../lib/model/stable-hash.ts';

describe('a target', () => {
  it.each(['ml-infra', 'Project With Spaces', 'a/b', 'account', 'project/x'])(
    'keeps the project id %j',
    (name) => {
      const project = ProjectId.parse(name);
      expect(toTarget(projectTarget(null, project))).toEqual({
        kind: 'project',
        connection: null,
        id: `project/${name}`,
        project,
      });
    },
  );

  it.each(['main', 'project/x'])('keeps the account id %j', (name) => {
    const account = BillingAccountId.parse(name);
    expect(toTarget(accountTarget(null, account))).toEqual({
      kind: 'account',
      connection: null,
      id: `account/${name}`,
      account,
    });
  });

  it.each(['lab', 'a/b', 'x@y', 'project@us/x'])('of a connection keeps the ids %j of its cloud', (name) => {
    const eu = ConnectionName.parse('eu-1');
    const [project, account] = [ProjectId.parse(name), BillingAccountId.parse(name)];
    expect(toTarget(projectTarget(eu, project))).toEqual({
      ...{ kind: 'project', connection: eu, id: `project@eu-1/${name}`, project },
    });
    expect(toTarget(accountTarget(eu, account))).toEqual({
      ...{ kind: 'account', connection: eu, id: `account@eu-1/${name}`, account },
    });
    expect(toTarget(projectTarget(null, project)).id).toBe(`project/${name}`);
  });

  it.each([
    '',
    'project/',
    'account/',
    'ml-infra',
    'vm/x',
    ' project/x',
    'project@/x',
    'project@EU/x',
    'group@eu/x',
  ])('is never %j', (text) => {
    expect(TargetId.safeParse(text).success).toBe(false);
  });
});

describe('a subject', () => {
  it('distinguishes a VM from a machine of the same id, and one project from another', () => {
    const id = ResourceId.parse('box');
    const [lab, shop] = [TargetId.parse('project/lab'), TargetId.parse('project/shop')];
    expect(toResourceSubject(lab, { kind: 'vm', id })).toBe('project/lab/vm/box');
    expect(toResourceSubject(lab, { kind: 'machine', id })).toBe('project/lab/machine/box');
    expect(toResourceSubject(shop, { kind: 'vm', id })).toBe('project/shop/vm/box');
  });
});

it.each(['eu', 'eu-1', '0'])('the name of a connection may be %j', (name) => {
  expect(ConnectionName.safeParse(name).success).toBe(true);
});

it.each(['', '-', 'eu-', '-eu', 'EU', 'e_u', 'a/b', 'a@b', 'é', 'a'.repeat(41)])(
  'the name of a connection is never %j',
  (name) => {
    expect(ConnectionName.safeParse(name).success).toBe(false);
  },
);

describe('the stable hash', () => {
  it.each([
    // Reference values of FNV-1a with 32 bits.
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('of %j is %i', (text, hash) => {
    expect(stableHash(text)).toBe(hash);
  });
});
