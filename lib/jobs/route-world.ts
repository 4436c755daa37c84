import type { KeySource } from '../config/settings/environment.ts';
import { poster } from '../routes/post.ts';
import type { RouteWorld } from '../routes/route.ts';
import { apiKey, type KeyReaders } from './api-key.ts';

/** Returns the ports of routes. Each secret is read like an API key and cached across runs. */
export function routeWorld({
  readers,
  ...world
}: Pick<RouteWorld, 'aws' | 'clock' | 'sns'> & { readonly readers: KeyReaders }): RouteWorld {
  const secrets = new Map<KeySource, () => Promise<string>>();
  const read = (source: KeySource): (() => Promise<string>) => {
    const reader = secrets.get(source) ?? apiKey(source, world.clock, readers);
    secrets.set(source, reader);
    return reader;
  };
  return { ...world, post: poster(world.clock), read };
}
