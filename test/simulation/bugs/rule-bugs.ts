import { hours, milliseconds } from '../../../lib/model/time/time.ts';
import { clockAt } from '../oracle/money/calendar-days.ts';
import type { Bug } from './bug.ts';
import {
  withHeads,
  withLedger,
  withListed,
  withoutRevoking,
  withPorts,
  withRules,
  withVms,
} from './plant.ts';

/** Mistakes in the findings of rules, and their consequences. */
export const ruleBugs: readonly Bug[] = [
  {
    name: 'a silence is ignored for one kind of rule',
    seed: 194,
    hours: 3,
    breaks: [8],
    accuses: /had silenced it/,
    plant: () =>
      withLedger((ledger) => ({
        overrides: async (now) =>
          (await ledger.overrides(now)).map((told) =>
            told.kind === 'silence'
              ? { ...told, alerts: { ...told.alerts, rule: told.alerts.rule ?? 'a*' } }
              : told,
          ),
      })),
  },
  {
    name: 'a revoked silence stays active',
    seed: 194,
    hours: 8,
    breaks: [8],
    accuses: /nothing was said of it|is to be said every/,
    plant: () => withoutRevoking('silence'),
  },
  {
    name: 'a schedule reads its windows in UTC',
    seed: 18,
    hours: 1,
    breaks: [1, 8],
    accuses: /office hours|within its hours/,
    plant: () =>
      withRules('schedule', (rule, { timezone }) => {
        const shift = (clockAt(Date.UTC(2027, 0, 1), timezone) - Date.UTC(2027, 0, 1)) / 60_000;
        const moved = (minute: number): number => (minute + shift + 2_880) % 1_440;
        const windows = rule.windows.map(({ days, from, until }) => ({
          days,
          from: moved(from),
          until: moved(until),
        }));
        return [{ ...rule, windows }];
      }),
  },
  {
    name: 'a lifetime runs from the boot and not from the creation',
    seed: 194,
    hours: 7,
    breaks: [8, 9],
    plant() {
      const stopped = new Set<string>();
      const booted = new Map<string, string>();
      return {
        ...withVms((vm) => {
          const key = `${vm.projectId}/${vm.id}`;
          const state = vm.state ?? vm.vmState;
          if (state === 'STOPPED') stopped.add(key);
          if (state === 'ACTIVE' && stopped.delete(key))
            booted.set(key, new Date(Date.parse(vm.createTime ?? '') + hours(1)).toISOString());
          return { ...vm, createTime: booted.get(key) ?? vm.createTime };
        }),
      };
    },
  },
  {
    name: 'a lifetime is an hour longer than its rule says',
    seed: 251,
    hours: 17,
    breaks: [8],
    accuses: /^mortals on/,
    plant: () =>
      withRules('lifetime', (rule) => [{ ...rule, longest: milliseconds(rule.longest + hours(1)) }]),
  },
  {
    name: 'a keep does not extend a lifetime',
    seed: 17,
    hours: 24,
    breaks: [8],
    accuses: /mortals/,
    plant: () => withRules('lifetime', (rule) => [{ ...rule, extend: null }]),
  },
  {
    name: 'a keep extends a lifetime beyond what its rule allows',
    seed: 17,
    hours: 24,
    breaks: [8],
    accuses: /^mortals on/,
    plant: () =>
      withRules('lifetime', (rule) => [
        { ...rule, extend: rule.extend && milliseconds(rule.extend + hours(50)) },
      ]),
  },
  {
    name: 'a resource that was carried over is judged as if it had been seen',
    seed: 19,
    hours: 20,
    breaks: [8],
    accuses: /nothing that was seen bears it out|is no more/,
    plant() {
      const known = new Map<string, unknown>();
      return withPorts((ports) => ({
        ...ports,
        cloud: {
          ...ports.cloud,
          async list(operation, input) {
            const key = `${operation.id} ${JSON.stringify(input)}`;
            try {
              const found = await ports.cloud.list(operation, input);
              known.set(key, found);
              return found;
            } catch (error) {
              const last = known.get(key);
              if (last === undefined || operation.id === 'listProjects') throw error;
              return last as Awaited<ReturnType<typeof ports.cloud.list<typeof operation>>>;
            }
          },
        },
      }));
    },
  },
  {
    name: 'every target alerts that the cloud does not answer',
    seed: 1,
    hours: 34,
    breaks: [8],
    accuses: /it is for another to tell/,
    plant: () =>
      withRules('freshness', (rule) => [
        ...['research', 'prod-web', 'ml-lab', 'sandbox'].map((project) => ({ ...rule, match: { project } })),
        { ...rule, match: { account: '*' } },
      ]),
  },
  {
    name: 'the announcement for one VM counts for the others of its project',
    seed: 16,
    hours: 30,
    breaks: [2],
    plant: () =>
      withHeads((head) => {
        const deliveredAt = head.alerts.find(({ announcement }) => announcement?.deliveredAt != null)
          ?.announcement?.deliveredAt;
        if (deliveredAt == null) return head;
        const alerts = head.alerts.map((alert) =>
          alert.announcement === null
            ? alert
            : { ...alert, announcement: { ...alert.announcement, deliveredAt } },
        );
        return { ...head, alerts };
      }),
  },
  {
    name: 'an alert on a figure that fluctuates resolves at once',
    seed: 24,
    hours: 5,
    breaks: [8],
    accuses: /has not settled/,
    plant: () =>
      withHeads((head) => ({
        ...head,
        alerts: head.alerts.map((alert) =>
          alert.phase === 'firing' && alert.clearSince !== null
            ? { ...alert, phase: 'resolved' as const }
            : alert,
        ),
      })),
  },
  {
    name: 'an alert is not repeated while it lasts',
    seed: 10,
    hours: 5,
    breaks: [8],
    accuses: /waste.* is to be said every/,
    plant: () => withRules('waste', (rule) => [{ ...rule, repeat: null }]),
  },
  {
    name: 'a breach is notified before its `for` time has passed',
    seed: 233,
    hours: 38,
    breaks: [8],
    accuses: /^waste on .* fires/,
    plant: () => withRules('waste', (rule) => [{ ...rule, for: milliseconds(0) }]),
  },
  {
    name: 'alerts on money are not inhibited while the credit runs out',
    seed: 32,
    hours: 13,
    breaks: [8],
    accuses: /credit is what matters/,
    plant: () =>
      withLedger((ledger) => ({
        heads: async () =>
          (await ledger.heads()).map((head) => ({
            ...head,
            alerts: head.alerts.map((alert) =>
              alert.kind === 'runway' && alert.lastNotified !== null
                ? { ...alert, lastNotified: { ...alert.lastNotified, severity: 'warning' as const } }
                : alert,
            ),
          })),
      })),
  },
  {
    name: 'the end of a commitment is announced only at the first of its times',
    seed: 3,
    hours: 22,
    breaks: [8],
    accuses: /#ends#/,
    plant: () => withRules('commitment', (rule) => [{ ...rule, within: rule.within.slice(0, 1) }]),
  },
  {
    name: 'a commitment without an end is ignored',
    seed: 9,
    hours: 2,
    breaks: [8],
    accuses: /ends on \S+\/machine\//,
    plant: () =>
      withListed('listMachines', (item) => {
        if (typeof item !== 'object' || item === null) return item;
        return { ...item, commitmentTerm: 'COMMITMENT_TERM_NONE' };
      }),
  },
  {
    name: 'weeks begin on Sunday, whatever the rule says',
    seed: 42,
    hours: 3,
    breaks: [8, 9],
    accuses: /should be for/,
    plant: () =>
      withRules('budget', (rule) => [
        rule.period.kind === 'week' && rule.period.startsOn !== 7
          ? { ...rule, period: { ...rule.period, startsOn: 7 } }
          : rule,
      ]),
  },
];
