import { describe, expect, it } from 'vitest';
import { policyInForce } from '../../../lib/config/policy/policy-in-force.ts';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { SettingsError } from '../../../lib/config/settings/settings-error.ts';
import { changeControl } from '../../../lib/jobs/commit-change.ts';
import {
  forgetLocation,
  policyAtLocation,
  type VersionedText,
} from '../../../lib/jobs/policy/policy-at-location.ts';
import { TargetId } from '../../../lib/model/ids.ts';
import { hours, later, minutes } from '../../../lib/model/time/time.ts';
import { type Ledger, LedgerError, UnreadableError } from '../../../lib/record/ledger.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import { computePolicyNeeds } from '../../../lib/state/policy-needs.ts';
import { at } from '../../support/at.ts';
import { setClock } from '../../support/set-clock.ts';

const start = at('2026-11-21T05:00:00Z');
const location = 'ssm:/spendwatch/policy';
const textOf = (name: string, mode = 'observe') =>
  `version: 1\nmode: ${mode}\nrules:\n  - { name: ${name}, idle: 4h }\n`;
const builtIn = readPolicy(textOf('built in'), 'built.yaml');
const namesIn = ({ rules }: Policy) => rules.map(({ name }) => name);

/** What is at the location, both functions of a deployment, and all that they logged. */
function aDeployment(ledger: Ledger = memoryLedger(), built = builtIn) {
  const clock = setClock(start);
  const logged: string[] = [];
  const log = (event: string) => void logged.push(event);
  const found: { now: VersionedText | Error } = { now: { text: textOf('first'), version: '1' } };
  const read = async () => {
    if (found.now instanceof Error) throw found.now;
    return found.now;
  };
  const checks: { check: (policy: Policy) => void } = { check: () => {} };
  const ports = { ledger, log, clock };
  // A cold start of each function, as for every run.
  const source = () => policyAtLocation(location, built);
  return {
    ledger,
    clock,
    found,
    checks,
    logged,
    act: () => source().adopted(ports, read, (policy) => checks.check(policy)),
    watch: () => source().recorded(ports),
    audit: async () => {
      const lines = await ledger.journal(TargetId.parse('group/everything'), start, later(start, hours(24)));
      return lines.map(({ event, because }) => [event, because]);
    },
  };
}

const mistaken = { text: 'version: 1\nrules:\n  - { name: a, idle: often }\n', version: '2' };
/** Everything that may be wrong at the location. */
const wrongs: readonly (readonly [string, VersionedText | Error, RegExp])[] = [
  ['has a mistake', mistaken, /^ssm:\/spendwatch\/policy:3:22 rules\[0\]\.idle: /],
  ['is empty', { text: '', version: '2' }, /version/],
  ['is not a policy', { text: '"a key, perhaps"', version: '2' }, /not a policy/],
  [
    'cannot be read',
    Object.assign(new Error('arn:aws:sts::1:assumed-role/x is not authorized'), {
      name: 'AccessDeniedException',
    }),
    /^ssm:\/spendwatch\/policy cannot be read \(AccessDeniedException\)$/,
  ],
];

describe('a policy outside of the deployment', () => {
  it('is in force from the first run of act on, with its version in the audit log; before that, the built-in one is', async () => {
    const { act, watch, audit, ledger } = aDeployment();
    expect(namesIn(await watch())).toEqual(['built in']);
    const { policy, policyFault } = await act();
    expect([namesIn(policy), policyFault]).toEqual([['first'], null]);
    expect(namesIn(await watch())).toEqual(['first']);
    expect(await audit()).toEqual([
      ['policy-loaded', `version 1 of ${location} is in force, in place of the built-in policy`],
    ]);
    expect((await ledger.control()).policy).toEqual({
      text: textOf('first'),
      since: start,
      source: { location, version: '1' },
    });
  });

  it('that stays the same writes nothing', async () => {
    const { act, audit, ledger, clock } = aDeployment();
    await act();
    const { seq } = await ledger.control();
    clock.pass(minutes(5));
    await act();
    expect((await ledger.control()).seq).toBe(seq);
    expect(await audit()).toHaveLength(1);
  });

  it('that changes binds act at once, and watch once act has recorded its version', async () => {
    const { act, watch, audit, found, clock } = aDeployment();
    await act();
    found.now = { text: textOf('second'), version: '2' };
    clock.pass(minutes(5));
    expect(namesIn(await watch())).toEqual(['first']);
    expect(namesIn((await act()).policy)).toEqual(['second']);
    expect(namesIn(await watch())).toEqual(['second']);
    expect((await audit()).at(-1)).toEqual([
      'policy-loaded',
      `version 2 of ${location} is in force, in place of version 1`,
    ]);
  });

  it.each(wrongs)(
    'that %s leaves the last good one in force, and the fault states why',
    async (_, wrong, because) => {
      const { act, watch, audit, found, clock } = aDeployment();
      await act();
      found.now = wrong;
      clock.pass(minutes(5));
      const { policy, policyFault } = await act();
      expect(namesIn(policy)).toEqual(['first']);
      expect(policyFault).toMatch(because);
      expect(policyFault).not.toMatch(/assumed-role|perhaps/);
      expect(namesIn(await watch())).toEqual(['first']);
      expect(await audit()).toHaveLength(1);
      found.now = { text: textOf('third'), version: '3' };
      expect((await act()).policyFault).toBeNull();
      expect(namesIn(await watch())).toEqual(['third']);
    },
  );

  it.each(wrongs)(
    'that %s at the very first run leaves the built-in one in force',
    async (_, wrong, because) => {
      const { act, watch, audit, found } = aDeployment();
      found.now = wrong;
      const { policy, policyFault } = await act();
      expect(policy).toBe(builtIn);
      expect(policyFault).toMatch(because);
      expect(await watch()).toBe(builtIn);
      expect(await audit()).toEqual([]);
    },
  );

  it('that names a missing route is a mistake as well', async () => {
    const { act, watch, checks } = aDeployment();
    checks.check = () => {
      throw new SettingsError([{ variable: 'SPENDWATCH_SLACK_URL', message: 'is not set' }]);
    };
    const { policy, policyFault } = await act();
    expect(policy).toBe(builtIn);
    expect(policyFault).toBe(
      `${location} cannot be used in this deployment: SPENDWATCH_SLACK_URL is not set`,
    );
    expect(await watch()).toBe(builtIn);
  });

  it('from another location, or from one machine, does not count as its last good one', async () => {
    const { act, watch, ledger, found } = aDeployment();
    for (const source of [undefined, { location: 's3://elsewhere/policy.yaml', version: '7' }]) {
      const policy = { text: textOf('elsewhere'), since: start, ...(source && { source }) };
      await changeControl(ledger, (control) => ({ ...control, policy }));
      found.now = mistaken;
      expect((await act()).policy).toBe(builtIn);
      expect(await watch()).toBe(builtIn);
    }
  });

  it('is in force for readers of the ledger until the settings no longer name its location', async () => {
    const { act, ledger, logged } = aDeployment();
    await act();
    const log = (event: string) => void logged.push(event);
    const reading = async () =>
      policyInForce({ file: 'own.yaml', read: async () => textOf('of a file') }, await ledger.control());
    expect(namesIn((await reading()).policy)).toEqual(['first']);
    await forgetLocation({ ledger, log });
    expect(namesIn((await reading()).policy)).toEqual(['of a file']);
    const { seq } = await ledger.control();
    await forgetLocation({ ledger, log });
    expect((await ledger.control()).seq).toBe(seq);
  });

  it('is not replaced by an older version that a late run has read', async () => {
    const ledger = memoryLedger();
    const newest = aDeployment(ledger);
    newest.found.now = { text: textOf('third'), version: '3' };
    // The other run comes between the reading of this one and its audit line.
    const record: Ledger['record'] = async (history) => {
      if ((await ledger.control()).policy === null) await newest.act();
      await ledger.record(history);
    };
    const late = aDeployment({ ...ledger, record });
    late.found.now = { text: textOf('second'), version: '2' };
    await late.act();
    expect(namesIn(await late.watch())).toEqual(['third']);
  });

  it('that cannot be recorded binds act all the same, since it may forbid an action', async () => {
    const ledger = memoryLedger();
    const failing = { ...ledger, commitControl: () => Promise.reject(new LedgerError('throttled')) };
    const { act, watch, logged } = aDeployment(failing);
    expect(namesIn((await act()).policy)).toEqual(['first']);
    expect(logged).toEqual(['policy-not-recorded']);
    expect(await watch()).toBe(builtIn);
  });

  it('that this version of spendwatch can no longer read may have forbidden every action (invariants 1, 13)', async () => {
    const enforcing = readPolicy(
      'version: 1\nmode: enforce\nalerts: { approve-by-link: true }\nrules:\n  - { name: built in, idle: 4h, then: [{ stop: after 1h }] }\n',
      'built.yaml',
    );
    expect(computePolicyNeeds(enforcing).stops).toBe(true);
    const { act, watch, ledger, found } = aDeployment(memoryLedger(), enforcing);
    const text = `${textOf('newer')}a-key-of-a-newer-version: true\n`;
    const policy = { text, since: start, source: { location, version: '8' } };
    await changeControl(ledger, (control) => ({ ...control, policy }));
    found.now = { text, version: '8' };
    const acting = await act();
    expect(acting.policyFault).toMatch(/a-key-of-a-newer-version/);
    for (const held of [acting.policy, await watch()]) {
      expect(namesIn(held)).toEqual(['built in']);
      expect([computePolicyNeeds(held).stops, held.approveByLink]).toEqual([false, false]);
    }
  });

  it('gives way to the built-in one where the control record is damaged, which holds the caps too', async () => {
    const damaged = new UnreadableError('the control record is damaged', { because: 'damaged' });
    const { watch } = aDeployment({ ...memoryLedger(), control: () => Promise.reject(damaged) });
    expect(await watch()).toBe(builtIn);
    const cut = aDeployment({
      ...memoryLedger(),
      control: () => Promise.reject(new LedgerError('no answer')),
    });
    await expect(cut.watch()).rejects.toThrow('no answer');
  });
});
