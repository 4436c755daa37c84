import { describe, expect, it } from 'vitest';
import { findProtectionReason } from '../../../lib/decide/actions/protection.ts';
import { findSilenceReason } from '../../../lib/decide/alerts/suppress.ts';
import { answer } from '../../../lib/jobs/overrides/answer.ts';
import { keep } from '../../../lib/jobs/overrides/keep.ts';
import { order } from '../../../lib/jobs/overrides/order.ts';
import type { OverrideOutcome } from '../../../lib/jobs/overrides/override-outcome.ts';
import { unkeep } from '../../../lib/jobs/overrides/revoke.ts';
import { silence } from '../../../lib/jobs/overrides/silence.ts';
import { findSubject } from '../../../lib/jobs/queries/find-subject.ts';
import { ConnectionName } from '../../../lib/model/connection-name.ts';
import { ProjectId, projectTarget, RuleName, Subject, toTarget } from '../../../lib/model/ids.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import { aHead, anObservation, aVm, lab, noon } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { ada, announced, ledgerWith, tomorrow } from './a-fleet.ts';

const named = (id: string, name: string, more: Parameters<typeof aVm>[0] = {}) =>
  aVm({ id, metadata: { name }, ...more });
const subjectOf = (id: string) => Subject.parse(`project/lab/vm/${id}`);
const euLab = projectTarget(ConnectionName.parse('eu'), ProjectId.parse('lab'));
const headOf = (target: typeof lab, ...resources: ReturnType<typeof aVm>[]) =>
  aHead({ seq: 1, target, polledAt: noon, observation: anObservation({ resources }) });

/** Pods with IDs that are hard to remember: two are called "sweep", in two connections, and one has the ID of another's name. */
const heads = [
  {
    ...headOf(
      lab,
      named('k3x9', 'trainer'),
      named('p0q1', 'sweep'),
      named('z7z7', 'k3x9'),
      named('old1', 'server', { activity: 'gone' }),
      named('new1', 'server'),
    ),
    alerts: ['k3x9', 'p0q1'].map((id) => announced(undefined, undefined, subjectOf(id))),
  },
  headOf(euLab, named('e5e5', 'sweep'), named('u1u1', 'far')),
];

type Place = (ledger: Ledger, asked: string) => Promise<OverrideOutcome>;
const commands: Readonly<Record<string, Place>> = {
  keep: (ledger, asked) => keep(ledger, { ...ada(), asked, until: tomorrow }),
  silence: (ledger, asked) => silence(ledger, { ...ada(), asked: `*/${asked}`, until: tomorrow }),
  stop: (ledger, asked) => order(ledger, { ...ada(), asked, action: 'stop' }),
  approve: (ledger, asked) => answer(ledger, { ...ada(), asked, verdict: 'approved', rule: null }),
  deny: (ledger, asked) => answer(ledger, { ...ada(), asked, verdict: 'denied', rule: null }),
};

describe.each(Object.entries(commands))('%s', (_, place) => {
  it.each(['trainer', 'lab/trainer'])('accepts the name that people gave the resource: %s', async (asked) => {
    const ledger = await ledgerWith(heads);
    const placed = await place(ledger, asked);
    expect(placed).toMatchObject({ kind: 'placed' });
    expect('says' in placed && placed.says).toContain('VM trainer (k3x9) in project lab');
    expect(JSON.stringify(await ledger.overrides(noon))).toContain(subjectOf('k3x9'));
  });

  it('refuses a name of two resources, even where only one of them has an announced action', async () => {
    const ledger = await ledgerWith(heads);
    expect(await place(ledger, 'sweep')).toEqual({
      kind: 'ambiguous',
      because: '2 resources are named "sweep"; use an ID',
      choices: ['project/lab/vm/p0q1', 'project@eu/lab/vm/e5e5'],
    });
    expect(await ledger.overrides(noon)).toEqual([]);
  });

  it('refuses an unknown name', async () => {
    const told = await place(await ledgerWith(heads), 'trainr');
    expect(told.kind).toBe('unknown');
  });
});

describe('a glob over names', () => {
  const pod = named('p0q1', 'sweep');
  const input = { target: lab, resource: pod, policy: aPolicy({ protect: [] }), now: noon };

  it.each(['swee*', 'lab/vm/sw*', 'lab/*/swee?'])('keeps resources with such a name: %s', async (asked) => {
    const ledger = await ledgerWith(heads.slice(0, 1));
    expect(await keep(ledger, { ...ada(), asked, until: tomorrow })).toMatchObject({ kind: 'placed' });
    const overrides = await ledger.overrides(noon);
    expect(findProtectionReason({ ...input, overrides })).toContain('kept by ada');
    expect(findProtectionReason({ ...input, resource: named('k3x9', 'trainer'), overrides })).toBe(null);
  });

  it('silences the alerts of resources with such a name', async () => {
    const ledger = await ledgerWith(heads.slice(0, 1));
    await silence(ledger, { ...ada(), asked: '*/swee*', until: tomorrow });
    const overrides = await ledger.overrides(noon);
    const about = { rule: RuleName.parse('idle'), subject: subjectOf('p0q1') };
    const silenced = (resource: ReturnType<typeof aVm>) =>
      findSilenceReason({ about, target: toTarget(lab), resource, overrides, now: noon });
    expect(silenced(pod)).toContain('silenced by ada');
    expect(silenced(named('p0q1', 'other'))).toBe(null);
  });
});

describe('a resource is found', () => {
  const found = (asked: string) => {
    const result = findSubject(heads, asked);
    return result.kind === 'found' ? result.subject : result.kind;
  };

  it.each([
    ['an ID before a name', 'k3x9', 'project/lab/vm/k3x9'],
    ['the name of an existing resource, though one that is gone has it too', 'server', 'project/lab/vm/new1'],
    ['a name with its connection', 'lab/sweep (eu)', 'project@eu/lab/vm/e5e5'],
    ['a name in another connection', 'far', 'project@eu/lab/vm/u1u1'],
    // A message's command for what is gone must not reach another resource of that name.
    ['no name for a kind with an ID', 'lab/vm/trainer', 'unknown'],
    ['no name for a full subject', 'project/lab/vm/trainer', 'unknown'],
  ])('by %s', (_, asked, subject) => {
    expect(found(asked)).toBe(subject);
  });

  it('by no other name, but names are suggested', () => {
    const result = findSubject(heads, 'nobody');
    expect(result.kind === 'unknown' && result.names).toContain('trainer');
  });
});

it('a keep ends by the name that it was placed with', async () => {
  const ledger = await ledgerWith(heads);
  await keep(ledger, { ...ada(), asked: 'trainer', until: tomorrow });
  expect(await unkeep(ledger, { ...ada(), asked: 'trainer' })).toMatchObject({ kind: 'revoked' });
});
