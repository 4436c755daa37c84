import { afterEach, describe, expect, it } from 'vitest';
import { type Instant, isoInstant, later, minutes } from '../../../lib/model/time/time.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { createPod, takeAction } from '../../../lib/simulators/runpod/world/pods.ts';
import { aWatchedAccount } from '../../clouds/runpod/a-watched-account.ts';
import { aPod, start as podsBegin } from '../../simulators/runpod/an-account.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const before = '2026-03-01T08:00:00Z';
const begin = at('2026-03-04T00:00:00Z');
const minute = (count: number): Instant => later(begin, minutes(count));

let story: Story | undefined;
afterEach(() => story?.close());

/** Returns the minutes at which stops of a VM were announced, and those at which it was stopped, where people restart it. */
async function ofVm(rule: string, restarts: readonly number[], until: number) {
  const turnedOver = restarts.map((count) =>
    happens(isoInstant(minute(count)), { kind: 'reboot-vm', project: 'lab', vm: 'box' }),
  );
  const told = await tellStory({
    from: isoInstant(begin),
    events: [
      happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
      happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
      newVm(before, 'lab', 'box', { workload: { kind: 'constant', cpu: 3, network: 500 } }),
      ...turnedOver,
    ],
    policy: `version: 1\nmode: enforce\ncaps: { share: 100% }\nrules:\n  - ${rule}\n`,
  });
  story = told;
  await told.runUntil(minute(until));
  const journal = await told.ledger.journal('project/lab' as never, at(before), minute(until + 60));
  const stops = journal.filter(({ event }) => event === 'requested').map((entry) => since(begin, entry.at));
  const said = told.said.flatMap(({ at: told, message }) =>
    message.notifications.map((one) => ({
      kind: one.kind,
      minute: since(begin, told),
      because: one.because,
    })),
  );
  const announced = said.filter(({ kind }) => kind === 'alert').map((one) => one.minute);
  return { announced, stops, said };
}

const since = (from: Instant, then: Instant): number => Math.round((then - from) / minutes(1));

const idle = '{ name: idle, idle: 1h, then: [{ stop: after 30m }] }';

describe('a VM that a person restarts after its stop was announced (invariant 30)', () => {
  it('is stopped as announced where nobody restarts it', async () => {
    expect(await ofVm(idle, [], 90)).toMatchObject({ announced: [20], stops: [50] });
  });

  it.each([21, 26, 32, 38, 43, 47])(
    'in minute %i is announced anew once its window has passed, and is then stopped',
    async (count) => {
      const { announced, stops, said } = await ofVm(idle, [count], 190);
      expect(announced, JSON.stringify(said)).toHaveLength(2);
      // An hour of samples follows the slot of its boot, and samples are asked for every quarter of an hour.
      expect(announced[1]).toBeGreaterThanOrEqual(count + 60);
      expect(announced[1]).toBeLessThanOrEqual(count + 90);
      expect(stops).toEqual([(announced[1] ?? 0) + 30]);
      expect(said.filter(({ kind }) => kind === 'resolved')).toHaveLength(1);
    },
  );
});

describe('a pod that a person restarts after its stop was announced (invariant 30)', () => {
  const rule = '{ name: idle, idle: 1h, gpu-window: 1h, then: [{ stop: after 30m, may-erase: true }] }';
  const podMinute = (count: number): Instant => later(podsBegin, minutes(count));

  async function ofPod(
    restarts: readonly number[],
    until: number,
    options: { readonly rule?: string; readonly withoutStart?: boolean } = {},
  ) {
    // The platform may state none. A field left out would make the record unreadable in part, and nothing would be stopped.
    const withoutStart = (reply: unknown): unknown =>
      JSON.parse(JSON.stringify(reply), (key, value) => (key === 'startedAt' ? null : value));
    let pod = '';
    const watched = aWatchedAccount({
      policy: `version: 1\nmode: enforce\ncaps: { share: 100% }\nprotect: [{ younger-than: 1m }]\nrules:\n  - ${options.rule ?? rule}\n`,
      script: [
        {
          at: podMinute(-300),
          happen: (state) => {
            pod = createPod(state, { ...aPod, workload: { kind: 'abandoned' } }).id;
          },
        },
        ...restarts.map((count) => ({
          at: podMinute(count),
          happen: (state: Parameters<typeof takeAction>[0]) => void takeAction(state, pod, 'restart'),
        })),
      ],
      ...(options.withoutStart === true && { change: (_: string, reply: unknown) => withoutStart(reply) }),
    });
    await watched.runUntil(podMinute(until));
    const announced = watched.said.flatMap(({ at: told, message }) =>
      message.notifications.flatMap((one) =>
        one.kind === 'alert' && one.next.kind === 'action' ? [since(podsBegin, told)] : [],
      ),
    );
    const stops = watched.exchanges.filter(
      ({ method, path }) => method === 'POST' && path.endsWith('/action'),
    );
    const { resources } = await watched.seen();
    return { announced, stops: stops.length, state: resources[0]?.state };
  }

  it('is stopped as announced where nobody restarts it', async () => {
    const { announced, stops } = await ofPod([], 110);
    expect(announced).toHaveLength(1);
    expect(announced[0]).toBeLessThanOrEqual(75);
    expect(stops).toBe(1);
  });

  it.each([
    [56, false],
    [70.1, false],
    [84.9, false],
    [70.1, true],
    [84.9, true],
  ])(
    'in minute %d is left running, and stopped an hour and a half later (only its uptime known: %s)',
    async (count, withoutStart) => {
      const early = await ofPod([count], Math.floor(count) + 85, { withoutStart });
      expect(early).toMatchObject({ stops: 0, state: 'RUNNING' });
      const late = await ofPod([count], Math.floor(count) + 120, { withoutStart });
      expect(late).toMatchObject({ stops: 1, state: 'EXITED' });
      expect(late.announced).toHaveLength(2);
    },
  );

  it('does not run forever where it restarts over and over: the third restart does not count as an answer', async () => {
    const loop = [70, 150, 230, 310, 390];
    const { announced, stops } = await ofPod(loop, 420);
    expect(announced.length).toBe(3);
    expect(stops).toBe(1);
  });

  it('is announced anew once, and then stopped, where it is over its age limit', async () => {
    const lifetime = '{ name: old, lifetime: 4h, then: [{ stop: after 30m, may-erase: true }] }';
    const { announced, stops } = await ofPod([12, 40], 60, { rule: lifetime });
    expect(announced).toEqual([0, 15]);
    expect(stops).toBe(1);
  });
});
