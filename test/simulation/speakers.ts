import { keep } from '../../lib/jobs/overrides/keep.ts';
import type { ConnectionName } from '../../lib/model/connection-name.ts';
import { getTargetConnection, TargetId } from '../../lib/model/ids.ts';
import { days, type Instant, later, milliseconds } from '../../lib/model/time/time.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import { Override } from '../../lib/state/override.ts';
import { withdraw as end, place } from '../support/place.ts';
import type { Random } from './engine/seeded-random.ts';
import type { VirtualTime } from './engine/virtual-time.ts';
import type { Observer } from './observer.ts';
import { type OverridePlan, policyAt, type Scenario } from './scenario.ts';

/** Places keeps as the command line and the dashboard do. */
export type Keep = typeof keep;

export type SpeakingContext = {
  readonly scenario: Scenario;
  readonly time: VirtualTime;
  readonly ledger: Ledger;
  readonly observer: Observer;
  /** The number of overrides that are being placed or ended. */
  readonly underWay: { count: number };
};

/**
 * Places overrides as people do at their own command lines, without faults. Where the policy bounds keeps, they are
 * placed by the product's own code.
 */
export function speak(context: SpeakingContext, keepBy: Keep = keep): void {
  const { scenario, time, ledger, observer } = context;
  const { start, poll, silences, overrides } = scenario;
  const silent = silences.map(({ alerts, ...plan }) => ({
    ...plan,
    override: { kind: 'silence' as const, alerts },
  }));
  for (const plan of [...silent, ...overrides]) {
    const { id, override, after, lasts, withdrawnAfter } = plan;
    const at = later(start, after);
    time.at(at, () => {
      if (override.kind === 'keep' && policyAt(scenario, at).keepAtMost !== null)
        void keepIt({ id, override, after, lasts, withdrawnAfter });
      else
        putOverride(context, {
          ...override,
          id,
          author: 'ann',
          reason: 'we know',
          at,
          until: later(at, lasts),
        });
    });
    if (withdrawnAfter !== null) time.at(later(at, withdrawnAfter), () => withdraw(id));
  }

  function withdraw(id: string): void {
    void during(context, async () => {
      await end(ledger, id);
      observer.withdrawn?.(id);
    });
  }

  async function keepIt({ override, after, lasts, withdrawnAfter }: OverridePlan): Promise<void> {
    if (override.kind !== 'keep') return;
    const at = later(start, after);
    // The oracles know globs with one star at the end: those of a project are named by it.
    const [, project] = /^project\/([^/]+)\*$/.exec(override.subject) ?? [];
    const outcome = await during(context, () =>
      keepBy(ledger, {
        asked: project ?? override.subject,
        author: 'ann',
        reason: 'we know',
        now: at,
        until: later(at, lasts),
        policy: policyAt(scenario, at),
        pollEvery: poll,
      }),
    );
    if (outcome.kind !== 'placed') return;
    observer.overridden?.(outcome.override);
    const { id } = outcome.override;
    if (withdrawnAfter !== null) time.at(later(at, withdrawnAfter), () => withdraw(id));
  }
}

/** Returns people who receive announcements of one connection: some approve, some deny, most forget, and a few change their answer. */
export function answerers(
  context: () => SpeakingContext,
  random: Random,
  connection: ConnectionName | null,
): Observer {
  const heard = new Set<string>();
  return {
    delivered(_process, _route, { notifications }, isHeard) {
      if (!isHeard) return;
      const { scenario, time } = context();
      const { approve, deny, within } = scenario.answering;
      for (const notice of notifications) {
        if (notice.kind !== 'alert' || notice.next.kind !== 'action' || heard.has(notice.id)) continue;
        if ((getTargetConnection(TargetId.parse(notice.subject)) ?? null) !== connection) continue;
        heard.add(notice.id);
        const mood = random.next();
        const isAsked = notice.next.approve !== null;
        const verdict = mood < deny ? 'denied' : isAsked && mood < deny + approve ? 'approved' : null;
        if (verdict === null) continue;
        const say = (said: 'approved' | 'denied') => (): void => {
          const at: Instant = time.now();
          putOverride(context(), {
            kind: 'answer',
            id: `answer ${notice.id}`,
            author: 'bob',
            reason: 'so be it',
            at,
            until: later(at, days(90)),
            verdict: said,
            subject: notice.subject,
            announcement: notice.id,
          });
        };
        const after = random.span(milliseconds(1), within);
        time.after(after, say(verdict));
        if (random.chance(0.2))
          time.after(milliseconds(after * 1.5), say(random.pick(['approved', 'denied'])));
      }
    },
  };
}

function putOverride(context: SpeakingContext, given: unknown): void {
  const override = Override.parse(given);
  void during(context, async () => {
    await place(context.ledger, override);
    context.observer.overridden?.(override);
  });
}

/** Does work during which time must not pass unnoticed. */
export async function during<T>({ underWay }: SpeakingContext, work: () => Promise<T>): Promise<T> {
  underWay.count += 1;
  try {
    return await work();
  } finally {
    underWay.count -= 1;
  }
}
