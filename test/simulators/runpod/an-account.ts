import { type Instant, instant } from '../../../lib/model/time/time.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { type Scope, scopes } from '../../../lib/simulators/runpod/http/access.ts';
import { type AppOptions, createApp } from '../../../lib/simulators/runpod/http/app.ts';
import type { NewPod } from '../../../lib/simulators/runpod/world/pods.ts';
import { createWorld, type WorldOptions } from '../../../lib/simulators/runpod/world/world.ts';
import { markedKey } from '../../support/api-key.ts';

export const at = (text: string): Instant => instant(Date.parse(text));
export const start = at('2026-11-24T10:00:00Z');

export const editor = { key: markedKey('editor'), scopes: new Set<Scope>(scopes) };
export const reader = { key: markedKey('viewer'), scopes: new Set<Scope>(['pods:read']) };

/** Four GPUs at 1.59 USD an hour each, 50 GB of container disk and 100 GB of volume. */
export const aPod: NewPod = {
  name: 'tune',
  compute: { kind: 'gpu', id: 'NVIDIA A100 80GB PCIe', count: 4 },
  storage: { kind: 'volume', gb: 100 },
};

type Options = Partial<Omit<WorldOptions, 'clock'>> & Partial<Omit<AppOptions, 'world'>>;

/** An empty account on a clock that stands still, and its API, asked in process. */
export function anAccount(options: Options = {}) {
  const clock = virtualClock(start);
  const world = createWorld({ seed: 7, ...options, clock });
  const bugs: unknown[] = [];
  const app = createApp({
    keys: [editor, reader],
    onBug: (bug) => void bugs.push(bug),
    ...options,
    clock,
    world,
  });
  return { clock, world, bugs, ask: askOf(app) };
}

export type Reply = { readonly status: number; readonly headers: Headers; readonly body: unknown };

function askOf(app: ReturnType<typeof createApp>) {
  return async (
    method: string,
    path: string,
    { key = editor.key, body }: { readonly key?: string; readonly body?: unknown } = {},
  ): Promise<Reply> => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await app.request(path, { method, headers, ...sent });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  };
}
