import { claimIntent, recordDeliveries } from '../../lib/decide/actions/changed-head.ts';
import { recordOutcome } from '../../lib/decide/actions/record-outcome.ts';
import { type Turn, takeTurn } from '../../lib/decide/turn.ts';
import type { Part, PollResult, ProjectObservation } from '../../lib/model/facts/observation.ts';
import type { Outcome } from '../../lib/model/outcome.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import type { Instant } from '../../lib/model/time/time.ts';
import type { Head } from '../../lib/state/head.ts';
import type { Notification } from '../../lib/state/notification.ts';
import type { Override } from '../../lib/state/override.ts';
import type { Policy } from '../../lib/state/policy.ts';
import { anOutcome } from './an-outcome.ts';
import { at } from './at.ts';
import { aHead, anObservation, aVm, times, usageUntil } from './builders/observation-builders.ts';
import { emptyFleet, noPast } from './turn-input.ts';

/** Reads "10:05" on Saturday 21 November 2026, "23 10:05" on the 23rd, or full RFC 3339 text; in UTC. */
export function on(clock: string): Instant {
  if (clock.includes('T')) return at(clock);
  const [time = '', day = '21'] = clock.split(' ').reverse();
  return at(`2026-11-${day}T${time.length === 5 ? `${time}:00` : time}`);
}

/** Returns the shared fields of an override, by the clock. */
export const word = (clock: string, until = '23 00:00') => ({
  id: clock,
  author: 'ada',
  reason: 'I said so',
  at: on(clock),
  until: on(until),
});

/** The content of a poll; by default one running VM that was quiet for the last six hours. */
export type Shown = Partial<Omit<ProjectObservation, 'at' | 'usage'>> & {
  /** Changes to the VM "box"; `null` for no VM. */
  readonly vm?: Parameters<typeof aVm>[0] | null;
  /** The usage in its slots, the last of which just ended; `null` when usage was not asked for. */
  readonly slots?: Parameters<typeof usageUntil>[1] | null;
};

/** Runs a project's history turn by turn, by the clock; actions of `act` on its head come in between. */
export function aTimeline(policy: Policy, start: Head = aHead()) {
  let head = start;
  let rules = policy;
  const overrides: Override[] = [];
  const buffered: ProjectObservation[] = [];
  const intentNow = () => head.intents.at(-1) ?? fail('there is no intent');
  const goThrough = (pollResult: PollResult, asked: readonly Part[]): Turn => {
    const turn = takeTurn({
      head,
      pollResult,
      asked,
      unsupported: [],
      past: { ...noPast, samplings: [...buffered] },
      fleet: { ...emptyFleet, overrides },
      policy: rules,
      intervals: defaultIntervals,
    });
    head = turn.head;
    if (pollResult.kind === 'project') buffered.push(pollResult);
    return turn;
  };

  return {
    get head(): Head {
      return head;
    },
    /** Returns all observations, oldest first. */
    get buffered(): readonly ProjectObservation[] {
      return buffered;
    },
    /** Returns the pending notifications. */
    get waiting(): readonly Notification[] {
      return head.outbox.flatMap(({ notifications }) => notifications);
    },
    /** Polls, and takes the turn of the poll. */
    poll(clock: string, { vm = {}, slots = times(72, 5), ...shown }: Shown = {}): Turn {
      const seenAt = on(clock);
      const pollResult = anObservation({
        at: seenAt,
        seen: slots === null ? ['vms', 'machines'] : ['vms', 'machines', 'usage'],
        resources: vm === null ? [] : [aVm({ seenAt, ...vm })],
        usage: slots === null || vm === null ? [] : [usageUntil(seenAt, slots)],
        ...shown,
      });
      return goThrough(pollResult, pollResult.seen);
    },
    /** Takes the turn of a failed poll. */
    miss(clock: string): Turn {
      const pollResult = { kind: 'failed-poll', at: on(clock), because: 'listVms: 503' } as const;
      return goThrough(pollResult, ['vms']);
    },
    /** Polls as a run that began before any override. */
    unaware(clock: string): Turn {
      const told = overrides.splice(0);
      const turn = this.poll(clock, { slots: null });
      overrides.push(...told);
      return turn;
    },
    /** Delivers all pending messages over every route. */
    deliver(clock: string): void {
      const taken = head.outbox.map(({ id }) => ({ message: id, route: 'mail' }));
      head = recordDeliveries(head, taken, () => ['mail'], on(clock));
    },
    claim(clock: string): void {
      head = claimIntent(head, intentNow().id, on(clock)) ?? fail('the intent could not be claimed');
    },
    /** Claims the newest intent, and records its outcome. */
    carryOut(clock: string, kind: Outcome['kind'], because?: string): void {
      this.claim(clock);
      const intent = intentNow();
      const outcome = anOutcome(kind, on(clock), because);
      const next = recordOutcome(head, intent, outcome, defaultIntervals.retryAfter);
      head = next ?? fail('the outcome could not be recorded');
    },
    /** Places an override. */
    putOverride(override: Override): void {
      overrides.push(override);
    },
    changePolicy(next: Policy): void {
      rules = next;
    },
  };
}

/** Returns the decisions of a turn: the reasons for no action, or the actions. */
export const decided = ({ decisions }: Turn): readonly string[] =>
  decisions.map(({ kind, because }) => (kind === 'nothing' ? `nothing: ${because}` : kind));

function fail(because: string): never {
  throw new Error(because);
}
