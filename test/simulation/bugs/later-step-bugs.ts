import * as z from 'zod';
import { WireImage } from '../../../lib/clouds/compute/wire/storage.ts';
import { computePercentage } from '../../../lib/model/money/money.ts';
import { days, earlier, hours, minutes } from '../../../lib/model/time/time.ts';
import type { Alert } from '../../../lib/state/alert.ts';
import type { PastStop } from '../../../lib/state/intent.ts';
import { clockAt } from '../oracle/money/calendar-days.ts';
import type { RunOptions } from '../run.ts';
import type { Bug } from './bug.ts';
import {
  aKeep,
  withHeads,
  withIdleRules,
  withLedger,
  withOrders,
  withOverrides,
  withoutBoots,
  withRules,
  withVms,
} from './plant.ts';

const ImageList = z.object({ items: z.array(WireImage), flaws: z.array(z.unknown()) });

const withAlerts = (change: (alert: Alert) => Alert): RunOptions =>
  withHeads((head) => ({ ...head, alerts: head.alerts.map(change) }));

const isLate = ({ step }: Alert): boolean => step === 'image' || step === 'terminate';

/** Mistakes in the steps after the announcement, and with overrides. */
export const laterStepBugs: readonly Bug[] = [
  {
    name: 'a VM is deleted although its image failed',
    seed: 18,
    hours: 12,
    breaks: [5],
    accuses: /terminate .* no image of it as it is was ready/,
    plant: () => ({
      cloud: (cloud) => (request) => {
        const reply = cloud(request);
        if (request.operation !== 'listImages') return reply;
        const { items, flaws } = ImageList.parse(reply);
        return { items: items.map((image) => ({ ...image, state: 'READY' })), flaws };
      },
    }),
  },
  {
    name: 'a VM that someone started and stopped again goes on to the next step',
    seed: 4,
    hours: 97,
    breaks: [5, 7],
    accuses: /(image|terminate|start) .*(someone started it since|as it is was ready|ms at rest)/,
    plant() {
      const known = new Map<string, PastStop>();
      return withHeads((head) => ({
        ...withoutBoots(head),
        stops: head.stops.map((stop) => {
          const key = `${stop.subject} ${stop.rule} ${stop.createdAt}`;
          const before = known.get(key);
          if (stop.ours) known.set(key, stop);
          return before === undefined || stop.ours
            ? stop
            : { ...before, startedAgainAt: stop.startedAgainAt };
        }),
      }));
    },
  },
  {
    name: 'the names of images are random',
    seed: 57,
    hours: 16,
    breaks: [6],
    accuses: /was imaged before/,
    plant() {
      let made = 0;
      return {
        cloud: (cloud) => (request) => {
          if (request.operation !== 'createImage') return cloud(request);
          made += 1;
          return cloud({
            ...request,
            input: { ...request.input, id: `${String(request.input['id'])}-${made}` },
          });
        },
      };
    },
  },
  {
    name: 'an approval of one announcement counts for all',
    seed: 6,
    hours: 4,
    breaks: [2],
    accuses: /nobody had approved it/,
    plant: () =>
      withOverrides((told, heads) => [
        ...told,
        ...told.flatMap((said) =>
          said.kind === 'answer' && said.verdict === 'approved'
            ? heads.flatMap(({ alerts }) =>
                alerts.flatMap(({ subject, announcement }) =>
                  announcement === null ? [] : [{ ...said, subject, announcement: announcement.message }],
                ),
              )
            : [],
        ),
      ]),
  },
  {
    name: 'a denial is ignored once it is some minutes old',
    seed: 12,
    hours: 6,
    breaks: [2],
    accuses: /although it was denied/,
    plant() {
      return withLedger((ledger) => ({
        overrides: async (now) =>
          (await ledger.overrides(now)).filter(
            (told) =>
              told.kind !== 'answer' || told.verdict !== 'denied' || told.at > earlier(now, hours(0.1)),
          ),
      }));
    },
  },
  {
    name: 'a pause is checked when an action is decided, and not when it is carried out',
    seed: 72,
    hours: 19,
    breaks: [13],
    accuses: /someone paused all actions/,
    plant: () => withOverrides((all) => all.filter(({ kind }) => kind !== 'pause'), 'act'),
  },
  {
    name: 'a pause of one project is ignored',
    seed: 72,
    hours: 4,
    breaks: [13],
    accuses: /someone paused all actions/,
    plant: () =>
      withOverrides((all) => all.filter((said) => said.kind !== 'pause' || said.project === undefined)),
  },
  {
    name: 'keeps are not read again before an action',
    seed: 30,
    hours: 1,
    // Decided at the half hour, and acted on 54 seconds later.
    overrides: [aKeep('project/prod-web/vm/c-vm', minutes(30.5))],
    breaks: [3],
    accuses: /someone keeps it/,
    plant: () => withOverrides((all) => all.filter(({ kind }) => kind !== 'keep'), 'act'),
  },
  {
    name: 'business hours are read in UTC',
    seed: 19,
    hours: 23,
    breaks: [13],
    accuses: /in business hours/,
    plant: () =>
      withOrders((orders) => {
        const { timezone, businessHours } = orders.policy;
        const noon = Date.UTC(2027, 0, 1);
        const shift = (clockAt(noon, timezone) - noon) / 60_000;
        const moved = (minute: number): number => (minute + shift + 2_880) % 1_440;
        const windows = businessHours.map(({ days: on, from, until }) => ({
          days: on,
          from: moved(from),
          until: moved(until),
        }));
        return { ...orders, policy: { ...orders.policy, businessHours: windows } };
      }),
  },
  {
    name: 'the daily caps count stops only',
    seed: 24,
    hours: 13,
    breaks: [4],
    accuses: /acts within 24 hours/,
    plant: () =>
      withLedger((ledger) => ({
        async control() {
          const control = await ledger.control();
          return { ...control, actions: control.actions.filter(({ intent }) => intent.includes('#stop#')) };
        },
      })),
  },
  {
    name: 'the announcement of the stop counts as the final notice of the deletion',
    seed: 10,
    hours: 5,
    breaks: [2],
    accuses: /(image|terminate) .*(ms after the last route|ever delivered)/,
    plant: () =>
      withAlerts((alert) =>
        isLate(alert) && alert.announcement !== null
          ? { ...alert, announcement: { ...alert.announcement, deliveredAt: earlier(alert.since, days(1)) } }
          : alert,
      ),
  },
  {
    name: 'a schedule starts a VM that a person stopped',
    seed: 19,
    hours: 32,
    breaks: [7],
    accuses: /start .* had not brought it to rest/,
    plant: () =>
      withHeads((head) => ({ ...head, stops: head.stops.map((stop) => ({ ...stop, ours: true })) })),
  },
  {
    name: 'commitments are ignored',
    seed: 57,
    hours: 139,
    breaks: [3],
    accuses: /it is committed until/,
    plant: () => withVms(({ commitmentEndTime: _end, commitmentTerm: _term, ...vm }) => vm),
  },
  {
    name: 'a failed action is tried again at once',
    seed: 72,
    hours: 3,
    breaks: [6],
    accuses: /tried again/,
    plant: () => withAlerts((alert) => ({ ...alert, retryAfter: null, tries: 0 })),
  },
  {
    name: 'a budget stops VMs at a tenth of its threshold',
    seed: 12,
    hours: 9,
    breaks: [1],
    accuses: /less was spent/,
    plant: () =>
      withRules('budget', (rule) => {
        const then = rule.then.map((step) =>
          step.kind === 'stop' ? { ...step, at: computePercentage(step.at, 10) } : step,
        );
        return [{ ...rule, then }];
      }),
  },
  {
    name: 'a step in observe mode is carried out',
    seed: 30,
    hours: 2,
    breaks: [13],
    accuses: /does not enforce it/,
    plant: () =>
      withIdleRules((rule) => ({
        ...rule,
        then: rule.then.map((step) => (step.kind === 'notify' ? step : { ...step, mode: 'enforce' })),
      })),
  },
];
