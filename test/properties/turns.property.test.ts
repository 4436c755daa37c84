import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hours, type Instant, isoInstant, later, minutes } from '../../lib/model/time/time.ts';
import type { Intent } from '../../lib/state/intent.ts';
import type { Policy } from '../../lib/state/policy.ts';
import { at } from '../support/at.ts';
import { times } from '../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../support/builders/policy-builders.ts';
import { aStop } from '../support/builders/step-builders.ts';
import { runs } from '../support/tier.ts';
import { aTimeline, type Shown } from '../support/timeline.ts';

const protect = aPolicy({ protect: [{ kind: 'matching', match: { metadata: { env: 'production' } } }] });
const policies: Readonly<Record<string, Policy>> = {
  enforce: protect,
  observe: { ...protect, rules: [anIdleRule({ mode: 'observe' })] },
  slower: { ...protect, rules: [anIdleRule({ then: [aStop(hours(3))] })] },
};
const quiet = times(72, 5);
const buffered: Readonly<Record<string, Shown>> = {
  quiet: {},
  'quiet again': {},
  'quiet, unsampled': { slots: null },
  busy: { slots: [...quiet, ...times(4, 90)] },
  'barely sampled': { slots: times(10, 5) },
  'with GPUs': { vm: { gpus: 2 } },
  kept: { vm: { metadata: { spendwatch: 'keep' } } },
  production: { vm: { metadata: { env: 'production' } } },
  'metadata not shown': { vm: { metadata: null } },
  'not whole': { missing: [{ part: 'machines', because: '503' }], seen: ['vms', 'usage'] },
  stopped: { vm: { activity: 'stopped', state: 'STOPPED' } },
  changing: { vm: { activity: 'changing', state: 'STOPPING' } },
  gone: { vm: null },
};
/** Polls in which a stop may be decided; the last of them where earlier polls showed the rest of the window. */
const mayDecide = new Set(['quiet', 'quiet again', 'barely sampled']);

type Step =
  | { readonly kind: 'look'; readonly name: string }
  | { readonly kind: 'miss' | 'deliver' }
  | { readonly kind: 'carry out'; readonly outcome: 'requested' | 'unanswered' | 'refused' | 'cancelled' }
  | { readonly kind: 'policy'; readonly name: string };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(...Object.keys(buffered)).map((name): Step => ({ kind: 'look', name })),
  },
  { weight: 8, arbitrary: fc.constant<Step>({ kind: 'look', name: 'quiet' }) },
  { weight: 4, arbitrary: fc.constant<Step>({ kind: 'deliver' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'miss' }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('requested', 'unanswered', 'refused', 'cancelled')
      .map((outcome): Step => ({ kind: 'carry out', outcome })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...Object.keys(policies)).map((name): Step => ({ kind: 'policy', name })),
  },
);
const steps = fc.array(fc.tuple(step, fc.constantFrom(1, 5, 15, 60, 300)), { minLength: 5, maxLength: 60 });

/** Runs the steps and compares each decided stop with what really came before it. */
function live(all: readonly (readonly [Step, number])[]): number {
  const story = aTimeline(policies['enforce'] ?? expect.fail());
  let policy = 'enforce';
  let now: Instant = at('2026-11-03T00:00:00');
  let stops = 0;
  const delivered = new Map<string, Instant>();
  const lastSeen = { runningSince: now as Instant | null, asked: false };
  const clock = () => isoInstant(now).slice(0, -1);

  const check = (intent: Intent, poll: string) => {
    expect(mayDecide.has(poll), `decided in a look that was ${poll}`).toBe(true);
    expect(policy).not.toBe('observe');
    const alert = story.head.alerts.find(({ key }) => key === intent.alert) ?? expect.fail('no alert');
    const announced = delivered.get(alert.announcement?.message ?? '') ?? expect.fail('not delivered');
    const grace = policy === 'slower' ? hours(3) : hours(1);
    expect(intent.decidedAt).toBeGreaterThanOrEqual(later(announced, grace));
    if (lastSeen.asked && lastSeen.runningSince !== null) {
      expect(intent.decidedAt).toBeGreaterThanOrEqual(later(lastSeen.runningSince, hours(24)));
    }
    stops += 1;
  };

  for (const [one, wait] of all) {
    now = later(now, minutes(wait));
    const { seq } = story.head;
    const waiting = new Set(story.head.intents.map(({ id }) => id));
    switch (one.kind) {
      case 'look': {
        story.poll(clock(), buffered[one.name]);
        expect(story.head.seq).toBe(seq + 1);
        for (const intent of story.head.intents) if (!waiting.has(intent.id)) check(intent, one.name);
        if (one.name === 'stopped') lastSeen.runningSince = null;
        else if (one.name !== 'changing' && one.name !== 'gone') lastSeen.runningSince ??= now;
        if (one.name === 'gone') lastSeen.asked = false;
        break;
      }
      case 'miss':
        story.miss(clock());
        expect(story.head.intents.map(({ id }) => id)).toEqual([...waiting]);
        break;
      case 'deliver':
        for (const { id } of story.head.outbox) delivered.set(id, delivered.get(id) ?? now);
        story.deliver(clock());
        break;
      case 'carry out': {
        const [intent] = story.head.intents;
        if (intent?.state.kind !== 'waiting' || now > intent.expiresAt) break;
        story.carryOut(clock(), one.outcome);
        if (one.outcome === 'requested' || one.outcome === 'unanswered') {
          lastSeen.asked = true;
          // Whoever runs on after this was, for all anyone knows, started by hand.
          lastSeen.runningSince = null;
        }
        break;
      }
      case 'policy':
        policy = one.name;
        story.changePolicy(policies[one.name] ?? expect.fail());
    }
    const outbox = story.head.outbox.map(({ id }) => id);
    expect(new Set(outbox).size).toBe(outbox.length);
    for (const id of outbox) {
      expect(delivered.has(id), `${id} is said again`).toBe(false);
    }
  }
  return stops;
}

it('whatever happens in whatever order, all preconditions of a stop hold (invariants 1, 2, 3, 7, 13)', () => {
  let stops = 0;
  fc.assert(
    fc.property(steps, (all) => {
      stops += live(all);
    }),
    runs(400),
  );
  // Or the property would hold of nothing.
  expect(stops).toBeGreaterThan(20);
});
