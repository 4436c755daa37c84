import type { Notifier } from '../../lib/act/notifier.ts';
import { connectCloud } from '../../lib/cloud/client.ts';
import { readPolicy } from '../../lib/config/read-policy.ts';
import { type ActReport, act } from '../../lib/jobs/act.ts';
import { type WatchReport, watch } from '../../lib/jobs/watch.ts';
import { serveSimulator } from '../../lib/local/simulator/serve.ts';
import { createWorld, type World } from '../../lib/local/simulator/world/world.ts';
import type { ScriptedEvent } from '../../lib/local/simulator/world/world-event.ts';
import { virtualClock } from '../../lib/local/virtual-clock.ts';
import type { TargetId } from '../../lib/model/ids.ts';
import type { Message } from '../../lib/model/notice.ts';
import { type Instant, instant, later, minutes, type Span } from '../../lib/model/time.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';

export const at = (text: string): Instant => instant(Date.parse(text));

export type Tick = { readonly now: Instant; readonly watched: WatchReport; readonly acted: ActReport };

export type Story = {
  readonly world: World;
  readonly ledger: Ledger;
  /** What was delivered, with the time of delivery, oldest first. */
  readonly said: { readonly at: Instant; readonly message: Message }[];
  /** Polls up to and with an instant, `watch` and then `act` at each. */
  runUntil(end: Instant): Promise<void>;
  messages(target?: TargetId): readonly Message[];
  close(): Promise<void>;
};

type StoryOptions = {
  readonly from: string;
  readonly events: readonly ScriptedEvent[];
  readonly policy: string;
  readonly every?: Span;
  readonly onTick?: (tick: Tick, story: Story) => void | Promise<void>;
};

/** Both jobs over the simulated cloud's real HTTP and a ledger in memory, poll by poll. */
export async function tellStory(options: StoryOptions): Promise<Story> {
  const { from, events, every = minutes(5), onTick } = options;
  const clock = virtualClock(at(from));
  const world = createWorld({ seed: 7, clock, events });
  const keys = [
    { key: 'viewer-key', role: 'viewer' },
    { key: 'editor-key', role: 'editor' },
  ] as const;
  const simulator = await serveSimulator({ world, keys });
  const connect = (apiKey: string) =>
    connectCloud({ baseUrl: simulator.url, apiKey, clock, random: () => 0.5, requestsPerMinute: 1_000_000 });
  const clouds = { viewer: connect('viewer-key'), editor: connect('editor-key') };
  const policy = readPolicy(options.policy, 'story.yaml');
  const ledger = memoryLedger();
  const log = () => {};
  const said: { at: Instant; message: Message }[] = [];
  const notifier: Notifier = {
    route: 'story',
    send: async (message) => {
      said.push({ at: clock.now(), message });
      return { kind: 'delivered' };
    },
  };
  let next = clock.now();
  const story: Story = {
    world,
    ledger,
    said,
    messages: (target) =>
      said
        .map(({ message }) => message)
        .filter(({ notice }) => target === undefined || notice.subject.startsWith(target)),
    runUntil: async (end) => {
      for (; next <= end; next = later(next, every)) {
        clock.set(next);
        const watched = await watch({ clock, ledger, log, cloud: clouds.viewer }, { policy });
        const acted = await act(
          { clock, ledger, log, cloud: clouds.editor, notifiers: [notifier] },
          { policy },
        );
        await onTick?.({ now: next, watched, acted }, story);
      }
    },
    close: async () => {
      await Promise.all([clouds.viewer.close(), clouds.editor.close()]);
      await simulator.close();
    },
  };
  return story;
}
