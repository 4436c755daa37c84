import { keep } from '../../lib/jobs/overrides/keep.ts';
import type { TargetId } from '../../lib/model/ids.ts';
import { hours, later, milliseconds, minutes, seconds } from '../../lib/model/time/time.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import type { Head } from '../../lib/state/head.ts';
import type { Intent } from '../../lib/state/intent.ts';
import { Override } from '../../lib/state/override.ts';
import { place } from '../support/place.ts';
import type { Random } from './engine/seeded-random.ts';
import type { VirtualTime } from './engine/virtual-time.ts';
import type { Observer } from './observer.ts';
import { policyAt } from './scenario.ts';
import { during, type SpeakingContext } from './speakers.ts';

/**
 * Returns people who answer in the middle of a run of `act`, between any two of its inputs and outputs: they keep, deny,
 * silence or pause what is about to be done.
 */
export function hastyPeople(context: () => SpeakingContext, random: Random): Observer {
  const heads = new Map<TargetId, Head>();
  let count = 0;

  function answer(): void {
    const { time } = context();
    const waiting = [...heads.values()].flatMap(({ intents, alerts }) =>
      intents.flatMap((intent) =>
        intent.state.kind === 'waiting'
          ? [{ intent, announcement: alerts.find(({ key }) => key === intent.alert)?.announcement?.message }]
          : [],
      ),
    );
    const [first, ...others] = waiting;
    if (first === undefined) return;
    const { intent, announcement } = random.pick([first, ...others]);
    count += 1;
    const about = answerAbout(intent, announcement);
    const at = time.now();
    const until = later(at, random.span(minutes(5), minutes(25)));
    const word = { id: `hasty-${count}`, author: 'eve', reason: 'not now', at, until };
    // An answer of one announcement replaces any other of it.
    const id = about.kind === 'answer' ? `answer ${about.announcement}` : word.id;
    const override = Override.parse({ ...word, ...about, id });
    void during(context(), async () => {
      await place(context().ledger, override);
      context().observer.overridden?.(override);
    });
  }

  function answerAbout({ subject, target, rule }: Intent, announcement: string | undefined) {
    const choices = [
      { kind: 'keep', subject } as const,
      { kind: 'pause' } as const,
      { kind: 'pause', project: target.split('/')[1] } as const,
      { kind: 'silence', alerts: { rule, subject } } as const,
    ] as const;
    return announcement === undefined || random.chance(0.6)
      ? random.pick<(typeof choices)[number]>(choices)
      : ({ kind: 'answer', verdict: 'denied', subject, announcement } as const);
  }

  return {
    committed({ job }, head) {
      heads.set(head.target, head);
      if (job === 'act' && random.chance(0.15)) answer();
    },
    overridesRead({ job }) {
      if (job === 'act' && random.chance(0.25)) answer();
    },
  };
}

/** A ledger as a person's command line reaches it: each call takes a while. */
function slowLedger(ledger: Ledger, time: VirtualTime, random: Random): Ledger {
  const slow =
    <Given extends readonly unknown[], T>(call: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      await new Promise<void>((resolve) => time.after(random.span(milliseconds(1), seconds(2)), resolve));
      return call(...given);
    };
  return {
    ...ledger,
    heads: slow(ledger.heads),
    overrides: slow(ledger.overrides),
    override: slow(ledger.override),
    putOverride: slow(ledger.putOverride),
    control: slow(ledger.control),
  };
}

/**
 * Lets two people keep one machine at once, by the product's own code: one for hours, and one for minutes who, as by a
 * link, may not shorten what holds. Reports each keep that was confirmed, and what is stored after it.
 */
export function keepAtOnce(context: SpeakingContext, random: Random): void {
  const { scenario, time, ledger, observer } = context;
  for (const { project, id: vm } of scenario.vms) {
    const after = random.span(hours(1), scenario.span);
    const at = later(scenario.start, after);
    const keeps = async (author: string, lasts: typeof after, mayShorten: boolean): Promise<void> => {
      const now = time.now();
      const outcome = await keep(slowLedger(ledger, time, random.fork(author)), {
        ...{ asked: `project/${project}/vm/${vm}`, author, reason: 'we know', now },
        ...{ until: later(now, lasts), policy: policyAt(scenario, now), pollEvery: scenario.poll },
        objection: ({ override, replaced }) =>
          mayShorten || replaced.every(({ until }) => until <= override.until)
            ? null
            : { kind: 'already', because: 'it is kept for longer' },
      });
      if (outcome.kind !== 'placed') return;
      observer.overridden?.(outcome.override);
      observer.confirmed?.(outcome.override, (await ledger.override(outcome.override.id))?.override ?? null);
    };
    time.at(at, () => {
      void during(context, () => keeps('ada', minutes(28), true));
      void during(context, () => keeps('eve', minutes(7), false));
    });
  }
}
