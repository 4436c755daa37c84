import { Override } from '../../lib/model/override.ts';
import { days, type Instant, later, milliseconds } from '../../lib/model/time/time.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import type { Random } from './engine/seeded-random.ts';
import type { VirtualTime } from './engine/virtual-time.ts';
import type { Observer } from './observer.ts';
import type { Scenario } from './scenario.ts';

type Context = {
  readonly scenario: Scenario;
  readonly time: VirtualTime;
  readonly ledger: Ledger;
  readonly observer: Observer;
};

/** Places overrides as people do at their own command lines, without faults. */
export function speak({ scenario, time, ledger, observer }: Context): void {
  const { start, silences, overrides } = scenario;
  const silent = silences.map(({ alerts, ...plan }) => ({
    ...plan,
    override: { kind: 'silence' as const, alerts },
  }));
  for (const { id, override, after, lasts, withdrawnAfter } of [...silent, ...overrides]) {
    const at = later(start, after);
    time.at(at, () =>
      putOverride(
        { ledger, observer },
        { ...override, id, author: 'ann', reason: 'we know', at, until: later(at, lasts) },
      ),
    );
    if (withdrawnAfter !== null)
      time.at(later(at, withdrawnAfter), () => {
        void ledger.withdraw(id);
        observer.withdrawn?.(id);
      });
  }
}

/** Returns people who receive announcements: some approve, some deny, most forget, and a few change their answer. */
export function answerers(context: () => Context, random: Random): Observer {
  const heard = new Set<string>();
  return {
    delivered(_process, _route, { notifications }, isHeard) {
      if (!isHeard) return;
      const { scenario, time, ledger, observer } = context();
      const { approve, deny, within } = scenario.answering;
      for (const notice of notifications) {
        if (notice.kind !== 'alert' || notice.next.kind !== 'action' || heard.has(notice.id)) continue;
        heard.add(notice.id);
        const mood = random.next();
        const isAsked = notice.next.approve !== null;
        const verdict = mood < deny ? 'denied' : isAsked && mood < deny + approve ? 'approved' : null;
        if (verdict === null) continue;
        const say = (said: 'approved' | 'denied') => (): void => {
          const at: Instant = time.now();
          putOverride(
            { ledger, observer },
            {
              kind: 'answer',
              id: `answer ${notice.id}`,
              author: 'bob',
              reason: 'so be it',
              at,
              until: later(at, days(90)),
              verdict: said,
              subject: notice.subject,
              announcement: notice.id,
            },
          );
        };
        const after = random.span(milliseconds(1), within);
        time.after(after, say(verdict));
        if (random.chance(0.2))
          time.after(milliseconds(after * 1.5), say(random.pick(['approved', 'denied'])));
      }
    },
  };
}

function putOverride({ ledger, observer }: Pick<Context, 'ledger' | 'observer'>, given: unknown): void {
  const override = Override.parse(given);
  void ledger.putOverride(override);
  observer.overridden?.(override);
}
