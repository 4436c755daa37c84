import { describe, expect, it } from 'vitest';
import { ClockError } from '../../../lib/clouds/http/clock-error.ts';
import { unsupportedFact } from '../../../lib/clouds/profile.ts';
import { getCloudProfile } from '../../../lib/clouds/profiles.ts';
import type { Fact } from '../../../lib/model/facts/fact.ts';
import type { AccountObservation, ProjectObservation } from '../../../lib/model/facts/observation.ts';
import { priceNow } from '../../../lib/model/facts/resource.ts';
import { hours, minutes } from '../../../lib/model/time/time.ts';
import type { CloudContract } from './cloud-contract.ts';
import { accountOf, type Connected, connected, keysIn, seenOf } from './connected.ts';

type Known = { readonly project: ProjectObservation; readonly account: AccountObservation | null };
const vmIn = ({ project }: Known) => project.resources.find(({ kind }) => kind === 'vm');

/** Reports of each fact whether an observation of a world that has it shows it. */
const isKnown: Readonly<Record<Fact, (known: Known) => boolean>> = {
  'reported spend of projects': ({ project }) => project.spend !== null,
  'reported spend of accounts': ({ account }) => account?.spend != null,
  prices: (known) => vmIn(known)?.price != null,
  'usage of VMs': ({ project }) =>
    project.usage.some(({ points }) => points.some(({ cpu, network }) => cpu !== null || network !== null)),
  metadata: (known) => vmIn(known)?.metadata != null,
  'times of creation': (known) => vmIn(known)?.createdAt != null,
  credit: ({ account }) => account?.creditBalance != null,
  'the state of accounts': ({ account }) => account?.standing === 'active',
  'spend limits of accounts': ({ account }) =>
    account?.burnLimit != null || account?.monthlySpendLimit != null,
  commitments: (known) => vmIn(known)?.committedUntil === null,
};

const observed = async ({ pollProject, pollAccount, simulated }: Connected): Promise<Known> => ({
  project: seenOf(await pollProject()),
  account: simulated.account === null ? null : accountOf(await pollAccount()),
});

/** What a cloud shows of a world in which nothing goes wrong. */
export function describeFacts(contract: CloudContract): void {
  const { hides = [] } = contract;
  const profile = getCloudProfile(contract.name);
  const { effects, signals, facts } = profile;

  describe('an observation', () => {
    it('has its projects and accounts, and all that is in them', async () => {
      const { cloud, simulated, pollProject } = await connected(contract);
      const { projects, accounts, gaps } = await cloud.listTargets();
      expect(projects.map(({ id }) => id)).toContain(simulated.project);
      expect(accounts).toEqual(simulated.account === null ? [] : [simulated.account]);
      expect(gaps).toEqual({ project: [], account: [] });
      const seen = seenOf(await pollProject());
      expect(seen).toMatchObject({ cloud: contract.name, missing: [] });
      expect(keysIn(seen)).toEqual(
        expect.arrayContaining(Object.entries(simulated.ids).map(([kind, id]) => `${kind}/${id}`)),
      );
    });

    it('has every VM, on as many pages as it takes', async () => {
      const { simulated, pollProject } = await connected(contract);
      const more = Array.from({ length: 120 }, (_, index) => `vm/${simulated.addVm(`more-${index}`)}`);
      const keys = keysIn(await pollProject()).filter((key) => more.includes(key));
      expect(new Set(keys).size).toBe(120);
    });

    it.each(Object.entries(facts) as [Fact, (typeof facts)[Fact]][])(
      'has this fact, or declares it unsupported with its reason: %s',
      async (fact, support) => {
        const known = await observed(await connected(contract));
        // One that reports no commitments may show none: its stops would all be refused otherwise.
        if (fact !== 'commitments' || support === 'supported')
          expect(isKnown[fact](known)).toBe(support === 'supported' && !hides.includes(fact));
        if (support !== 'supported') expect(unsupportedFact(profile, fact)).toMatch(/\w{3}.* \w{2}/);
      },
    );

    it('has the current credit of the account', async () => {
      const { simulated, pollAccount } = await connected(contract);
      const account = simulated.account === null ? null : accountOf(await pollAccount());
      expect(account?.creditBalance?.toFixed() ?? null).toBe(simulated.credit());
    });

    it('has the usage of the VM in all supported signals, oldest first and none of the future', async () => {
      const { pollProject, now, simulated } = await connected(contract);
      if (facts['usage of VMs'] !== 'supported') return expect(signals).toEqual([]);
      simulated.clock.advance(hours(1));
      const [usage] = seenOf(await pollProject()).usage;
      const times = usage?.points.map(({ at }) => at) ?? [];
      expect(times.length).toBeGreaterThan(0);
      expect(times).toEqual(times.toSorted((left, right) => left - right));
      expect(times.every((at) => at <= now())).toBe(true);
      // The newest sample may be of a slot that has just begun.
      const [first] = usage?.points ?? [];
      const isHidden = hides.includes('usage of VMs');
      for (const signal of signals) expect(first?.[signal] === null, signal).toBe(isHidden);
    });

    it.each(['running', 'stopped', 'gone'] as const)('has the VM in its state: %s', async (to) => {
      const { simulated, settle, pollProject } = await connected(contract);
      if (to !== 'running') simulated.change('vm', to);
      settle();
      const known: Known = { project: seenOf(await pollProject()), account: null };
      expect(vmIn(known)?.activity ?? 'gone').toBe(to);
    });

    it('has a VM that is being stopped in a transitional state', async () => {
      const { simulated, pollProject } = await connected(contract);
      simulated.change('vm', 'stopped');
      const known: Known = { project: seenOf(await pollProject()), account: null };
      expect(['changing', 'stopped']).toContain(vmIn(known)?.activity);
    });

    it('has the price of the VM while it runs and at rest, which agrees with its profile', async () => {
      const { simulated, settle, pollProject } = await connected(contract);
      const { running, atRest } = simulated.price;
      const before = vmIn({ project: seenOf(await pollProject()), account: null });
      simulated.change('vm', 'stopped');
      settle();
      const after = vmIn({ project: seenOf(await pollProject()), account: null });
      const prices = [before, after].map((vm) => vm && priceNow(vm)?.toFixed());
      expect(prices).toEqual(facts.prices === 'supported' ? [running, atRest] : [undefined, undefined]);
      expect(before?.price?.atRest.toFixed()).toBe(prices[1]);
      const ends = Number(atRest) === 0 ? 'all' : atRest === running ? 'nothing' : 'part';
      expect(effects.stop.vm?.ends).toBe(ends);
    });
  });

  describe('the clock of the cloud', () => {
    it('is found right or wrong, or unknown where its replies have no date', async () => {
      const { cloud, gate, now } = await connected(contract);
      expect(await cloud.seeClock()).toBe('right');
      const dated = (date: string) =>
        gate.set({ after: (reply) => ({ ...reply, headers: { ...reply.headers, date } }) });
      dated(new Date(now() + minutes(20)).toUTCString());
      expect(await cloud.seeClock()).toBeInstanceOf(ClockError);
      await expect(cloud.listTargets()).rejects.toBeInstanceOf(ClockError);
      dated('');
      await expect(cloud.listTargets()).resolves.toBeDefined();
    });
  });
}
