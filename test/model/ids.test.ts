import { describe, expect, it } from 'vitest';
import { subjectOf } from '../../lib/model/facts/resource.ts';
import {
  accountTarget,
  BillingAccountId,
  ProjectId,
  projectTarget,
  ResourceId,
  TargetId,
  targetOf,
} from '../../lib/model/ids.ts';
import { stableHash } from '../../lib/model/stable-hash.ts';

describe('a target', () => {
  it.each(['ml-infra', 'Project With Spaces', 'a/b', 'account', 'project/x'])(
    'keeps the project id %j',
    (name) => {
      const project = ProjectId.parse(name);
      expect(targetOf(projectTarget(project))).toEqual({ kind: 'project', id: `project/${name}`, project });
    },
  );

  it.each(['main', 'project/x'])('keeps the account id %j', (name) => {
    const account = BillingAccountId.parse(name);
    expect(targetOf(accountTarget(account))).toEqual({ kind: 'account', id: `account/${name}`, account });
  });

  it.each(['', 'project/', 'account/', 'ml-infra', 'vm/x', ' project/x'])('is never %j', (text) => {
    expect(TargetId.safeParse(text).success).toBe(false);
  });
});

describe('a subject', () => {
  it('tells a VM from a machine of the same id, and one project from another', () => {
    const id = ResourceId.parse('box');
    const [lab, shop] = [ProjectId.parse('lab'), ProjectId.parse('shop')];
    expect(subjectOf(lab, { kind: 'vm', id })).toBe('project/lab/vm/box');
    expect(subjectOf(lab, { kind: 'machine', id })).toBe('project/lab/machine/box');
    expect(subjectOf(shop, { kind: 'vm', id })).toBe('project/shop/vm/box');
  });
});

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
