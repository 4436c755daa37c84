import { Subject } from '../../../lib/model/ids.ts';
import {
  days,
  earlier,
  hours,
  type Instant,
  instant,
  later,
  minutes,
  type Span,
} from '../../../lib/model/time/time.ts';
import { pushAllowance } from '../../../lib/observe/push/push-allowance.ts';
import { receivePush } from '../../../lib/observe/push/receive-push.ts';
import { mintToken } from '../../../lib/observe/push/token.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import { type Random, seededRandom } from '../engine/seeded-random.ts';
import type { Scenario, VmPlan } from '../scenario.ts';

const secret = 'the secret of the simulated fleet, 32+';
const isEnough = 2;

/** The use of a machine's GPUs in a minute, in percent. */
export type Minute = { readonly at: Instant; readonly uses: readonly number[] };

/** The behaviours of a machine's agent. */
const manners = [
  'honest',
  'late',
  'stops',
  'repeats',
  'loses a GPU',
  'wrong clock',
  'forges',
  'is copied',
] as const;

type Agent = {
  readonly machine: Subject;
  readonly manner: (typeof manners)[number];
  readonly random: Random;
  readonly begins: Instant;
  /** Where it stands in its four hours when it begins: machines that fall to 0 together are a fault of their source. */
  readonly phase: Span;
  waiting: Minute[];
  next: Instant;
  sent: Minute[];
};

export type GpuAgents = {
  /** Measures and sends everything due by now. */
  until(now: Instant): Promise<void>;
  /** Returns a machine's own minutes, accepted with its own token. */
  taken(machine: string): ReadonlyMap<Instant, readonly number[]>;
};

type AgentOptions = {
  readonly receiverClock?: ((now: Instant, told: Instant) => Instant) | undefined;
  /** True if all GPUs work all the time. */
  readonly isAtWork?: true | undefined;
};

/**
 * Creates the agents of all VMs with GPUs, which push to the real receiver. Their GPUs idle for hours and work in
 * between. Agents are late, stop, repeat, omit a GPU, have wrong clocks, or claim with forged tokens that another
 * machine idles; or an idle copy of the machine pushes with its token, always just before it.
 */
export function gpuAgents(
  { seed, start, vms }: Scenario,
  store: Ledger['push'],
  { receiverClock = (now) => now, isAtWork }: AgentOptions = {},
): GpuAgents {
  const book = new Map<string, Map<Instant, readonly number[]>>();
  const agents = vms.map((plan, index) => agentOf(plan, index));
  const allowance = pushAllowance();

  function agentOf({ project, id, createdAfter }: VmPlan, index: number): Agent {
    const random = seededRandom(seed).fork(`agent of ${project}/${id}`);
    const begins = instant(Math.ceil(later(start, createdAfter) / minutes(1)) * minutes(1));
    const machine = Subject.parse(`project/${project}/vm/${id}`);
    book.set(machine, new Map());
    const manner = manners[(index + seed) % manners.length] ?? 'honest';
    const phase = minutes(17 + index * 37);
    return { machine, manner, random, begins, phase, waiting: [], next: later(begins, minutes(1)), sent: [] };
  }

  /** Returns the use: GPUs work for the last 50 minutes of every four hours, each machine at its own time. */
  function usesAt({ begins, phase: first }: Agent, at: Instant): readonly number[] {
    const phase = (at - begins + first) % hours(4);
    return isAtWork || phase > hours(4) - minutes(50) ? [0, 93] : [0, 0];
  }

  type Speaker = { readonly as?: Subject; readonly by?: string; readonly host?: string };
  async function push(
    agent: Agent,
    now: Instant,
    told: readonly Minute[],
    { as = agent.machine, by = secret, host = 'the first boot' }: Speaker = {},
  ) {
    const dataPoints = told.flatMap(({ at, uses }) =>
      uses.map((use, gpu) => ({
        timeUnixNano: `${at}000000`,
        asDouble: use / 100,
        attributes: [{ key: 'hw.id', value: { stringValue: `GPU-${gpu}` } }],
      })),
    );
    const metrics = [{ name: 'hw.gpu.utilization', gauge: { dataPoints } }];
    const token = mintToken(by, { provider: 'compute', machine: as, expires: later(now, days(1)) });
    const newest = told.at(-1)?.at ?? now;
    const { status } = await receivePush(
      { secret, now: () => receiverClock(now, newest), allowance, store },
      {
        method: 'POST',
        path: '/v1/metrics',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: Buffer.from(
          JSON.stringify({
            resourceMetrics: [
              {
                resource: { attributes: [{ key: 'host.id', value: { stringValue: host } }] },
                scopeMetrics: [{ metrics }],
              },
            ],
          }),
        ),
      },
    );
    return status;
  }

  async function send(agent: Agent, now: Instant): Promise<void> {
    const { manner, random, waiting } = agent;
    const idle = waiting.map(({ at }) => ({ at, uses: [0, 0] }));
    if (manner === 'forges') {
      const [victim] = agents.filter(({ machine }) => machine !== agent.machine);
      const by = 'the secret of somebody else, 32 long';
      if (victim) await push(agent, now, idle, { as: victim.machine, by });
    }
    if (manner === 'is copied' && now > later(agent.begins, hours(2)))
      await push(agent, now, idle, { host: 'the boot of the copy' });
    if (manner === 'wrong clock' && random.chance(0.5)) {
      const ahead = waiting.map(({ at }) => ({ at: later(at, hours(1)), uses: [0, 0] }));
      if ((await push(agent, now, ahead)) !== 200) return;
    }
    if (manner === 'late' && random.chance(0.4)) return;
    if (manner === 'repeats' && random.chance(0.4)) await push(agent, now, agent.sent);
    const told = manner === 'loses a GPU' && random.chance(0.3) ? waiting.map(onlyFirst) : waiting;
    if ((await push(agent, now, told)) !== 200) return;
    const own = book.get(agent.machine);
    for (const { at, uses } of told) if (uses.length === isEnough) own?.set(at, uses);
    agent.sent = waiting;
    agent.waiting = [];
  }

  return {
    taken: (machine) => book.get(machine) ?? new Map(),
    async until(now) {
      const due = agents.filter(({ next }) => next <= now);
      for (const agent of due)
        for (; agent.next <= now; agent.next = later(agent.next, minutes(1))) {
          const at = agent.next;
          // It stops for good when its GPUs have idled for a while.
          if (agent.manner === 'stops' && at > later(agent.begins, hours(3))) continue;
          agent.waiting = [...agent.waiting, { at, uses: usesAt(agent, at) }].filter(
            (minute) => minute.at > earlier(at, hours(2)),
          );
          if (agent.waiting.length >= 15) await send(agent, later(at, minutes(0.5)));
        }
    },
  };
}

const onlyFirst = ({ at, uses }: Minute): Minute => ({ at, uses: uses.slice(0, 1) });
