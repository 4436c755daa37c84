import { onTestFinished } from 'vitest';
import type { ActionOrder, Cloud, PollPlan } from '../../../lib/clouds/cloud.ts';
import { connectClient } from '../../../lib/clouds/http/client.ts';
import { partMeanings } from '../../../lib/clouds/part-meanings.ts';
import type { ActionKind } from '../../../lib/model/action-kind.ts';
import {
  type AccountObservation,
  Part,
  type PollResult,
  type ProjectObservation,
} from '../../../lib/model/facts/observation.ts';
import { toResourceKey } from '../../../lib/model/facts/resource.ts';
import { accountTarget, projectTarget, ResourceId, type Target, VmId } from '../../../lib/model/ids.ts';
import type { Outcome } from '../../../lib/model/outcome.ts';
import { hours, later, seconds } from '../../../lib/model/time/time.ts';
import type { ActedOn, CloudContract, SimulatedCloud } from './cloud-contract.ts';
import { aGate } from './gate.ts';

/** The image that an action makes. */
export const imageId = ResourceId.parse('spendwatch-made');

export type Connected = Awaited<ReturnType<typeof connected>>;

/** Connects a cloud to its simulator over HTTP, through a gate. All of it is closed after the test. */
export async function connected({ name, open, simulate }: CloudContract) {
  const simulated = await simulate();
  onTestFinished(simulated.close);
  const gate = await aGate(simulated.url, simulated.clock.now);
  const clock = {
    now: simulated.clock.now,
    sleep: async (span: Parameters<SimulatedCloud['clock']['advance']>[0]) => simulated.clock.advance(span),
  };
  const lines: string[] = [];
  const openWith = (apiKey: string): Cloud => {
    const log = (event: string) => void lines.push(event);
    const options = { baseUrl: gate.url, apiKey, clock, random: () => 0.5, log, mindsClock: true };
    const client = connectClient(options);
    onTestFinished(client.close);
    return open(client);
  };
  const cloud = openWith(simulated.key);
  const { project, account } = simulated;
  const parts = partMeanings[name];

  /** Polls a target for all that its cloud has of it. */
  async function poll(target: Exclude<Target, { kind: 'group' }>, before: ProjectObservation | null) {
    const wanted = new Set(Part.options.filter((part) => part in parts[target.kind]));
    const vm = simulated.ids.vm;
    const usage = target.kind === 'project' && vm !== undefined ? [VmId.parse(vm)] : [];
    const plan: PollPlan = { parts: wanted, fallbacks: new Set(), usage, pastSpend: [] };
    const known = before?.resources ?? [];
    const showsAccounts = account !== null;
    const terms = { zone: 'UTC', showsAccounts, unsupportedLife: hours(24), known };
    const { observe } = await cloud.polls()({ target, plan, at: clock.now(), account, ...terms });
    return observe({ observation: before, usageUntil: null, deferredUsage: null, samplings: [] });
  }

  return {
    simulated,
    gate,
    cloud,
    lines,
    openWith,
    /** Passes the time until what was changed is done. */
    settle: () => simulated.clock.advance(simulated.settled),
    pollProject: (before: ProjectObservation | null = null): Promise<PollResult> =>
      poll({ kind: 'project', connection: null, id: projectTarget(null, project), project }, before),
    pollAccount(): Promise<PollResult> | null {
      return account === null
        ? null
        : poll({ kind: 'account', connection: null, id: accountTarget(null, account), account }, null);
    },
    act(
      kind: ActionKind,
      of: ActedOn,
      check: ActionOrder['check'] = () => ({ kind: 'go' }),
    ): Promise<Outcome> {
      const resource = { kind: of, id: simulated.ids[of] ?? '' };
      const order = {
        kind,
        project,
        resource,
        image: kind === 'image' ? imageId : null,
        because: 'a test',
        rereadWithin: seconds(4),
        check,
      };
      return cloud.action(order, clock.now);
    },
    now: clock.now,
    inAnHour: () => later(clock.now(), hours(1)),
  };
}

/** Returns the observation of a project. @throws TypeError for anything else. */
export function seenOf(result: PollResult): ProjectObservation {
  if (result.kind !== 'project') throw new TypeError(`no observation: ${JSON.stringify(result)}`);
  return result;
}

export function accountOf(result: PollResult | null): AccountObservation {
  if (result?.kind !== 'account') throw new TypeError(`no observation: ${JSON.stringify(result)}`);
  return result;
}

export const keysIn = (result: PollResult): string[] =>
  seenOf(result).resources.map(toResourceKey).toSorted();
