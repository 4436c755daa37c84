import * as z from 'zod';
import { type UsagePoint, usageSlot } from '../../../lib/model/facts/usage.ts';
import { type UseHistory, type UseSpell, usualMeaning } from '../../../lib/model/facts/use-history.ts';
import type { VmId } from '../../../lib/model/ids.ts';
import {
  computeSpan,
  earlier,
  hours,
  type Instant,
  instant,
  later,
  type Span,
} from '../../../lib/model/time/time.ts';
import { computeUseMeaning } from '../../../lib/rules/idle/terms.ts';
import type { FleetUse } from '../../../lib/state/fleet-use.ts';
import type { Bug } from './bug.ts';
import { withIdleRules, withLearned, withLedger, withPorts } from './plant.ts';

/** Changes the stored weeks of use as a job reads them. */
const withWeeks = (change: (use: FleetUse) => FleetUse) => () =>
  withLedger((ledger) => ({
    async use(target) {
      const use = await ledger.use(target);
      return use && change(use);
    },
  }));

/** Changes the weeks of use of each VM as a job reads them. */
const withHistories = (change: (history: UseHistory) => UseHistory) =>
  withWeeks(({ of, ...use }) => ({
    ...use,
    of: new Map([...of].map(([vm, history]) => [vm, change(history)])),
  }));

const moved = ({ since, spells }: UseHistory, by: Span): UseHistory => ({
  since: later(since, by),
  spells: spells.map(({ use, until }) => ({ use, until: later(until, by) })),
});

/** Returns a history without its last use. */
function withoutLastUse({ since, spells }: UseHistory): UseHistory {
  const last = spells.findLastIndex(({ use }) => use === 'used');
  const kept = spells.filter((_, index) => index !== last);
  return { since, spells: kept.filter(({ use }, index) => use !== kept[index + 1]?.use) };
}

/** Returns the VMs with each other's weeks. */
function exchanged({ of, ...use }: FleetUse): FleetUse {
  const [first, ...others] = [...of.values()];
  const next = first === undefined ? [] : [...others, first];
  return { ...use, of: new Map([...of.keys()].flatMap((vm, index) => pairOf(vm, next[index]))) };
}
const pairOf = (vm: VmId, history: UseHistory | undefined): [VmId, UseHistory][] =>
  history === undefined ? [] : [[vm, history]];

const quietAt = (at: Instant): UsagePoint => ({ at, cpu: 0, network: 0, disk: 0, answers: true });

const Items = z.object({
  items: z.array(z.object({ cpu: z.number() }).loose()),
  flaws: z.array(z.unknown()),
});

/** Mistakes of rules that learn, and of the weeks of use that they learn from. */
export const learnedBugs: readonly Bug[] = [
  {
    name: 'the weeks of use count slots without samples as idle',
    seed: 23,
    hours: 28,
    breaks: [8],
    accuses: /its samples come to/,
    plant: withHistories(({ since, spells }) => ({
      since,
      spells: spells.map(({ use, until }): UseSpell => ({ use: use === 'missing' ? 'quiet' : use, until })),
    })),
  },
  {
    name: 'a VM is judged by the weeks of another',
    seed: 62,
    hours: 16,
    breaks: [8, 10],
    accuses: /its samples come to|it worked until/,
    plant: withWeeks(exchanged),
  },
  {
    name: 'the weeks of use are read in another time zone',
    seed: 23,
    hours: 28,
    breaks: [8, 10],
    accuses: /its samples come to|it worked until/,
    plant: withHistories((history) => moved(history, hours(1))),
  },
  {
    name: 'some use is lost when the weeks are stored',
    seed: 62,
    hours: 3,
    breaks: [10],
    accuses: /are quiet from/,
    plant: () =>
      withLedger((ledger) => ({
        record: ({ use, ...history }) =>
          ledger.record({
            ...history,
            use: use && {
              ...use,
              of: new Map([...use.of].map(([vm, known]) => [vm, withoutLastUse(known)])),
            },
          }),
      })),
  },
  {
    name: 'past weeks stay, with changed dates',
    seed: 23,
    hours: 28,
    breaks: [8],
    accuses: /its samples come to/,
    plant() {
      const first = new Map<string, FleetUse>();
      return withLedger((ledger) => ({
        async use(target) {
          const use = await ledger.use(target);
          if (use === null) return null;
          const known = first.get(target) ?? use;
          first.set(target, known);
          const by = computeSpan(known.until, use.until);
          return {
            ...use,
            of: new Map([...known.of].map(([vm, history]) => [vm, moved(history, by)])),
          };
        },
      }));
    },
  },
  {
    name: 'lost weeks of use are not computed again',
    seed: 10,
    hours: 10,
    breaks: [8],
    accuses: /has long been idle|is not found idle/,
    plant: () =>
      withPorts((ports, { orders }) => ({
        ...ports,
        ledger: {
          ...ports.ledger,
          use: async (target) =>
            (await ports.ledger.use(target)) ?? {
              until: earlier(ports.clock.now(), hours(2)),
              meaning: computeUseMeaning(orders.policy.rules) ?? usualMeaning,
              of: new Map(),
            },
        },
      })),
  },
  {
    name: 'slots that were not asked for count as idle',
    seed: 62,
    hours: 5,
    breaks: [1, 8, 10],
    accuses: /its samples come to|no samples are known|slots can be known/,
    plant: () =>
      withLedger((ledger) => ({
        async samplings(target, from, until) {
          const found = await ledger.samplings(target, from, until);
          const first = found[0]?.at;
          if (first === undefined) return found;
          const vms = new Set(found.flatMap(({ usage }) => usage.map(({ vm }) => vm)));
          const begin = instant(Math.ceil(first / usageSlot) * usageSlot);
          const slots = Array.from({ length: Math.floor((until - begin) / usageSlot) }, (_, index) =>
            quietAt(instant(begin + index * usageSlot)),
          );
          return [{ at: first, usage: [...vms].map((vm) => ({ vm, points: slots })) }, ...found];
        },
      })),
  },
  {
    name: 'a VM that was known for less than a day is judged by one hour, which no rule asked for',
    seed: 23,
    hours: 20,
    breaks: [1, 8],
    accuses: /it is known for/,
    plant: () => withLearned((learned) => ({ ...learned, untilKnown: learned.untilKnown ?? hours(1) })),
  },
  {
    name: 'a risk is compared with its limit the wrong way round',
    seed: 62,
    hours: 8,
    breaks: [8],
    accuses: /the rule allows/,
    plant: () => withLearned((learned) => ({ ...learned, risk: 100 - learned.risk })),
  },
  {
    name: 'a rule that learns considers only CPU',
    seed: 10,
    hours: 7,
    breaks: [1, 8],
    accuses: /samples of its window/,
    plant: () =>
      withIdleRules((rule) =>
        rule.learned === undefined ? rule : { ...rule, networkBelow: Number.MAX_SAFE_INTEGER },
      ),
  },
  {
    name: 'the weeks of use contain only CPU',
    seed: 23,
    hours: 28,
    breaks: [1, 8],
    accuses: /its samples come to/,
    plant: () =>
      withLedger((ledger) => ({
        async samplings(target, from, until) {
          const recent = earlier(until, hours(6));
          const found = await ledger.samplings(target, from, until);
          return found.map(({ at, usage }) => ({
            at,
            usage: usage.map(({ points, ...own }) => ({
              ...own,
              points: points.map((point) => (point.at > recent ? point : { ...point, network: 0 })),
            })),
          }));
        },
      })),
  },
  {
    name: 'CPU is divided by eight cores',
    seed: 10,
    hours: 15,
    breaks: [1, 8, 10],
    accuses: /it worked until|it was in use until/,
    plant: () => ({
      cloud: (cloud) => (request) => {
        const reply = cloud(request);
        if (request.operation !== 'monitorVm') return reply;
        const { items, flaws } = Items.parse(reply);
        return { items: items.map((item) => ({ ...item, cpu: item.cpu / 8 })), flaws };
      },
    }),
  },
];
