import type { CloudProfile } from '../../clouds/profile.ts';
import { getCloudProfile } from '../../clouds/profiles.ts';
import { groupByKey } from '../../model/grouped-by.ts';
import type { BudgetStep, Step } from '../../model/rules/step.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { findPeriod, type Period } from '../../model/time/period.ts';
import { findEarliest, findLatest, type Instant } from '../../model/time/time.ts';
import { effectText } from '../../notify/parts/effect-text.ts';
import { readsUse } from '../../rules/history-needs.ts';
import { asksForActions, isOnResources, type Rule } from '../../rules/terms.ts';
import type { Notification } from '../../state/notification.ts';
import type { Policy } from '../../state/policy.ts';
import type { Recording } from './recording.ts';
import { type ReplayEvent, runRecording } from './run-recording.ts';

/** One day of a replay, by the policy's calendar. */
export type ReplayedDay = { readonly day: Period['from']; readonly happenings: readonly ReplayEvent[] };

export type Replay = {
  /** The times of the first and the last observation, and their number; `null` if there are none. */
  readonly seen: { readonly from: Instant; readonly until: Instant; readonly count: number } | null;
  /** Days with messages or actions. */
  readonly days: readonly ReplayedDay[];
  readonly totals: {
    readonly messages: number;
    /** Notifications of each rule and kind. */
    readonly notifications: readonly {
      readonly rule: string;
      readonly kind: Notification['kind'];
      readonly count: number;
    }[];
    readonly actions: number;
    readonly leftOut: number;
  };
  /** Limitations of the replay for these rules. */
  readonly notes: readonly string[];
};

/**
 * Computes the messages that a policy would have sent for a recording, and the actions it would have taken if all of
 * them were in enforce mode. It makes no requests and writes nothing.
 */
export async function replay(
  recording: Recording,
  { policy: written, intervals }: { readonly policy: Policy; readonly intervals: Intervals },
): Promise<Replay> {
  const policy = { ...written, rules: written.rules.filter(({ kind }) => kind !== 'freshness') };
  const asWritten = await runRecording(recording, { policy, intervals });
  const acting = enforced(policy);
  const acted = acting === null ? asWritten : await runRecording(recording, { policy: acting, intervals });
  const happenings = [
    ...asWritten.happenings.filter(({ kind }) => kind === 'message'),
    ...acted.happenings.filter(({ kind }) => kind === 'action'),
  ].toSorted((left, right) => left.at - right.at);
  const notifications = happenings.flatMap((event) =>
    event.kind === 'message' ? event.message.notifications : [],
  );
  return {
    seen: computeSeenSpan(recording),
    days: inDays(happenings, policy.timezone),
    totals: {
      messages: happenings.filter(({ kind }) => kind === 'message').length,
      notifications: counted(notifications),
      actions: happenings.filter(({ kind }) => kind === 'action').length,
      leftOut: asWritten.leftOut,
    },
    notes: listReplayNotes(written, recording, asWritten.leftOut),
  };
}

const mode = 'enforce' as const;
/** Returns a step in enforce mode and without approval, since nobody approves in a replay. */
const toEnforcedStep = <S extends Step | BudgetStep>(step: S): S =>
  step.kind === 'notify' ? step : { ...step, mode, approve: null };

/** Returns the policy with all actions in enforce mode; `null` if they already are. */
function enforced(policy: Policy): Policy | null {
  const isHeldBack = (rule: Rule) =>
    asksForActions(rule) &&
    rule.then.some(
      (step: Step | BudgetStep) =>
        'mode' in step && (rule.mode !== mode || step.mode !== mode || step.approve !== null),
    );
  if (!policy.rules.some(isHeldBack)) return null;
  const rules = policy.rules.map((rule): Rule => {
    if (rule.kind === 'budget') return { ...rule, mode, then: rule.then.map(toEnforcedStep) };
    return isOnResources(rule) ? { ...rule, mode, then: rule.then.map(toEnforcedStep) } : rule;
  });
  return { ...policy, rules };
}

function computeSeenSpan({ tracks }: Recording): Replay['seen'] {
  const times = tracks.flatMap(({ observations }) => observations.map(({ at }) => at));
  const [from, until] = [findEarliest(times), findLatest(times)];
  return from === null || until === null ? null : { from, until, count: times.length };
}

function inDays(happenings: readonly ReplayEvent[], zone: string): ReplayedDay[] {
  const days = groupByKey(happenings, ({ at }) => findPeriod('day', at, zone).from);
  return [...days].map(([day, within]) => ({ day, happenings: within }));
}

function counted(notifications: readonly Notification[]): Replay['totals']['notifications'] {
  const counts = new Map<string, { rule: string; kind: Notification['kind']; count: number }>();
  for (const { rule, kind } of notifications) {
    const count = counts.get(`${rule}#${kind}`) ?? { rule, kind, count: 0 };
    counts.set(`${rule}#${kind}`, { ...count, count: count.count + 1 });
  }
  return [...counts.values()];
}

/** Returns the only cloud of a recording; `null` if there are several. */
function findOnlyCloud({ tracks }: Recording): CloudProfile | null {
  const [cloud, ...others] = new Set(
    tracks.flatMap(({ observations }) => observations.map(({ cloud }) => cloud)),
  );
  return others.length > 0 ? null : getCloudProfile(cloud);
}

function listReplayNotes({ rules }: Policy, recording: Recording, leftOut: number): string[] {
  const has = (kind: string) => rules.some((rule) => rule.kind === kind);
  return [
    'Announcements count as delivered at once. Spend accrued before the first observation is unknown.',
    ...(has('freshness') ? ['Freshness rules are not replayed: failed polls are not recorded.'] : []),
    ...(readsUse(rules)
      ? [
          'Rules with idle: learned start without history, and find fewer idle VMs in the first replayed weeks than they would have.',
        ]
      : []),
    ...(rules.some(asksForActions)
      ? [
          [
            'Stops are not simulated: the recorded VM kept running, and its further stops are not counted until the VM was seen stopped or was recreated.',
            ...effectText(findOnlyCloud(recording), 'stop', 'vm'),
          ].join(' '),
        ]
      : []),
    ...(leftOut === 0
      ? []
      : [`${leftOut} notifications about VMs that would have been stopped are left out.`]),
  ];
}
