import type { AnyOperation } from '../../../lib/clouds/http/operation.ts';
import { type Instant, instant } from '../../../lib/model/time/time.ts';
import { type AppOptions, createApp } from '../../../lib/simulators/compute/http/app.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../../lib/simulators/compute/world/world.ts';
import type { ScriptedEvent, WorldEventInput } from '../../../lib/simulators/compute/world/world-event.ts';
import { markedKey } from '../../support/api-key.ts';

export const at = (text: string): Instant => instant(Date.parse(text));
export const start = at('2026-03-10T10:00:00Z');
/** No transitional state lasts longer, except a machine's first deployment. */
export const settled = 150_000;

export const viewer = { key: markedKey('viewer'), role: 'viewer' } as const;
export const editor = { key: markedKey('editor'), role: 'editor' } as const;

/** A world with one account and one project, on a clock that stands still. */
export function aWorld({
  seed = 7,
  begins = start,
  events = [],
}: {
  readonly seed?: number;
  readonly begins?: Instant;
  readonly events?: readonly ScriptedEvent[];
} = {}) {
  const clock = virtualClock(begins);
  const world = createWorld({ seed, clock, events });
  world.perform({ kind: 'open-account', id: 'main' });
  world.perform({ kind: 'create-project', id: 'lab', account: 'main' });
  return { clock, world };
}

type NewVm = Partial<Extract<WorldEventInput, { kind: 'create-vm' }>>;
export const aVm = (more: NewVm = {}): WorldEventInput => ({
  kind: 'create-vm',
  project: 'lab',
  id: 'box',
  priceHr: '0.5',
  ...more,
});

type Options = Parameters<typeof aWorld>[0] & Partial<Omit<AppOptions, 'world'>>;

/** Such a world and its API, asked in process. */
export function aCloud({ seed, begins, events, ...options }: Options = {}) {
  const { clock, world } = aWorld({
    ...(seed !== undefined && { seed }),
    ...(begins && { begins }),
    ...(events && { events }),
  });
  const app = createApp({ world, keys: [viewer, editor], ...options });
  return { clock, world, ask: askOf(app) };
}

export type Reply = { readonly status: number; readonly headers: Headers; readonly body: unknown };

export function askOf(app: ReturnType<typeof createApp>) {
  return async (
    method: AnyOperation['method'],
    path: string,
    { key = editor.key, body }: { readonly key?: string; readonly body?: string } = {},
  ): Promise<Reply> => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const response = await app.request(path, { method, headers, ...(body !== undefined && { body }) });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  };
}
