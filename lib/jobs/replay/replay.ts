import type { Notification } from '../../model/notification.ts';
import type { Policy } from '../../model/rules/policy.ts';
import { asksForActions, isOnResources, type Rule } from '../../model/rules/rule.ts';
import type { BudgetStep, Step } from '../../model/rules/step.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { type Period, periodAt } from '../../model/time/period.ts';
import { earliest, type Instant, latest } from '../../model/time/time.ts';
import type { Recording } from './recording.ts';
import { type Happening, runRecording } from './run-recording.ts';

/** One day of a replay, by the policy's calendar. */
export type ReplayedDay = { readonly day: Period['from']; readonly happenings: readonly Happening[] };

export type Replay = {
  /** The first and the last observation; `null` when there is none. */
  readonly seen: { readonly from: Instant; readonly until: Instant; readonly count: number } | null;
  /** Days on which something would have been said or asked for. */
  readonly days: readonly ReplayedDay[];
  readonly totals: {
    readonly messages: number;
    /** Notices of each rule and kind. */
    readonly notifications: readonly {
      readonly rule: string;
      readonly kind: Notification['kind'];
      readonly count: number;
    }[];
    readonly acts: number;
    readonly leftOut: number;
  };
  /** What a replay cannot tell, for these rules. */
  readonly notes: readonly string[];
};

/**
 * What a policy would have said of what was recorded, and which acts it would have asked for if every rule that
 * may act did. It asks nothing and writes nothing.
 */
export async function replay(
  recording: Recording,
  { policy: written, intervals }: { readonly policy: Policy; readonly intervals: Intervals },
): Promise<Replay> {
  const policy = { ...written, rules: written.rules.filter(({ kind }) => kind !== 'freshness') };
  const said = await runRecording(recording, { policy, intervals });
  const acting = enforced(policy);
  const acted = acting === null ? said : await runRecording(recording, { policy: acting, intervals });
  const happenings = [
    ...said.happenings.filter(({ kind }) => kind === 'message'),
    ...acted.happenings.filter(({ kind }) => kind === 'act'),
  ].toSorted((left, right) => left.at - right.at);
  const notifications = happenings.flatMap((it) => (it.kind === 'message' ? it.message.notifications : []));
  return {
    seen: seenIn(recording),
    days: inDays(happenings, policy.timezone),
    totals: {
      messages: happenings.filter(({ kind }) => kind === 'message').length,
      notifications: counted(notifications),
      acts: happenings.filter(({ kind }) => kind === 'act').length,
      leftOut: said.leftOut,
    },
    notes: notesOn(written, said.leftOut),
  };
}

const mode = 'enforce' as const;
/** Nobody approves anything in a replay, so that is left out. */
const carriedOut = <S extends Step | BudgetStep>(step: S): S =>
  step.kind === 'notify' ? step : { ...step, mode, approve: null };

/** The policy with all its acts carried out; `null` when it has none that would not be. */
function enforced(policy: Policy): Policy | null {
  const isHeldBack = (rule: Rule) =>
    asksForActions(rule) &&
    rule.then.some(
      (step: Step | BudgetStep) =>
        'mode' in step && (rule.mode !== mode || step.mode !== mode || step.approve !== null),
    );
  if (!policy.rules.some(isHeldBack)) return null;
  const rules = policy.rules.map((rule): Rule => {
    if (rule.kind === 'budget') return { ...rule, mode, then: rule.then.map(carriedOut) };
    return isOnResources(rule) ? { ...rule, mode, then: rule.then.map(carriedOut) } : rule;
  });
  return { ...policy, rules };
}

function seenIn({ tracks }: Recording): Replay['seen'] {
  const [first, ...others] = tracks.flatMap(({ observations }) => observations.map(({ at }) => at));
  if (first === undefined) return null;
  const from = others.reduce((found, at) => earliest(found, at), first);
  const until = others.reduce((found, at) => latest(found, at), first);
  return { from, until, count: others.length + 1 };
}

function inDays(happenings: readonly Happening[], zone: string): ReplayedDay[] {
  const days = new Map<Instant, Happening[]>();
  for (const happening of happenings) {
    const day = periodAt('day', happening.at, zone).from;
    days.set(day, [...(days.get(day) ?? []), happening]);
  }
  return [...days].map(([day, within]) => ({ day, happenings: within }));
}

function counted(notifications: readonly Notification[]): Replay['totals']['notifications'] {
  const counts = new Map<string, { rule: string; kind: Notification['kind']; count: number }>();
  for (const { rule, kind } of notifications) {
    const known = counts.get(`${rule}#${kind}`) ?? { rule, kind, count: 0 };
    counts.set(`${rule}#${kind}`, { ...known, count: known.count + 1 });
  }
  return [...counts.values()];
}

function notesOn({ rules }: Policy, leftOut: number): string[] {
  const says = (kind: string) => rules.some((rule) => rule.kind === kind);
  return [
    'Announcements count as delivered at once. What accrued before the first observation is not known.',
    ...(says('freshness')
      ? ['Rules of kind freshness are left out: looks that saw nothing are not recorded.']
      : []),
    ...(rules.some(asksForActions)
      ? [
          'Whether a stop would have worked is not known, and the recorded machine went on as it did: no other stop of it is counted before it was seen stopped or was made anew. A stopped machine is still billed, so no stop is a saving.',
        ]
      : []),
    ...(leftOut === 0 ? [] : [`${leftOut} notices on what would have been stopped by then are left out.`]),
  ];
}
