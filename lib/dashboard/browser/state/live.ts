import { storeOf } from './store.ts';

/** The state of the page's connection to its server. */
export type LiveConnection = {
  /** A number that increases whenever there is new data. */
  readonly version: number;
  readonly state: 'connecting' | 'live' | 'lost';
  /** True if the server now serves another version of this page. */
  readonly isOutdated: boolean;
};

/** The time before reconnecting: browsers stop retrying a server that does not respond. */
const tryAgainAfter = 5_000;

const ownPage = document.querySelector('meta[name="page"]')?.getAttribute('content') ?? null;

let now: LiveConnection = { version: 0, state: 'connecting', isOutdated: false };
const live = storeOf(() => now);

function notify(change: Partial<LiveConnection>): void {
  now = { ...now, ...change };
  live.changed();
}

let source: EventSource | null = null;

/**
 * Listens while the page is visible. A browser opens at most six connections to a server: six hidden tabs that listen
 * would leave none for requests.
 */
export function listen(): void {
  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
  if (!document.hidden) open();
}

function open(): void {
  if (source !== null) return;
  const opened = new EventSource('/api/live');
  source = opened;
  opened.addEventListener('hello', ({ data }: MessageEvent<string>) => {
    notify({ state: 'live', version: now.version + 1, isOutdated: ownPage !== null && data !== ownPage });
  });
  opened.addEventListener('changed', () => notify({ state: 'live', version: now.version + 1 }));
  opened.addEventListener('error', () => {
    notify({ state: 'lost' });
    if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
    close();
    setTimeout(() => !document.hidden && open(), tryAgainAfter);
  });
}

function close(): void {
  source?.close();
  source = null;
}

export const useLive = (): LiveConnection => live.use();

/** Loads all data again, as after a change made from this page. */
export const refresh = (): void => notify({ version: now.version + 1 });
