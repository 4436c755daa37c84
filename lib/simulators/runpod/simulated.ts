import type { Clock } from '../../jobs/ports.ts';
import type { Place, RunningSimulator } from '../http/listen.ts';
import { type ApiKey, type Scope, scopes } from './http/access.ts';
import { usualRateLimit } from './http/rate-limit.ts';
import { demoCredit, demoScript } from './scenario.ts';
import { serveRunpod } from './serve.ts';
import { createWorld } from './world/world.ts';

const readScopes: readonly Scope[] = scopes.filter((scope) => scope.endsWith(':read'));

/** The keys of a simulated account, each with its name and its scopes. */
export const simulatedKeys: readonly (ApiKey & { readonly name: string })[] = [
  { name: 'viewer', key: 'simulated-viewer-key', scopes: new Set(readScopes) },
  { name: 'editor', key: 'simulated-editor-key', scopes: new Set(scopes) },
  { name: 'pods only', key: 'simulated-pods-only-key', scopes: new Set(['pods:read']) },
];

type Options = Place & {
  readonly seed: number;
  /** The world's clock, and that of rate limits. */
  readonly clock: Pick<Clock, 'now'>;
  readonly realClock: Pick<Clock, 'now'>;
  readonly perMinute: number | undefined;
};

/** Serves the account of a small team, as it would be now. */
export function serveDemoAccount({
  seed,
  clock,
  realClock,
  perMinute = usualRateLimit.minute,
  ...place
}: Options): Promise<RunningSimulator> {
  const script = demoScript(clock.now());
  const world = createWorld({ seed, clock, credit: demoCredit, script });
  const rateLimit = { ...usualRateLimit, minute: perMinute };
  return serveRunpod({ world, keys: simulatedKeys, clock: realClock, rateLimit, ...place });
}
