import { useEffect, useState } from 'preact/hooks';

/** How the page stands with its server. */
export type Live = {
  /** Goes up whenever there is something new to show. */
  readonly version: number;
  readonly state: 'connecting' | 'live' | 'lost';
  /** Whether the server has another page than this one by now. */
  readonly isOutdated: boolean;
};

/** After this long without a connection another is tried: a browser gives up on a server that is gone. */
const tryAgainAfter = 5_000;

const ownPage = document.querySelector('meta[name="page"]')?.getAttribute('content') ?? null;

let now: Live = { version: 0, state: 'connecting', isOutdated: false };
const listeners = new Set<(live: Live) => void>();

function tell(change: Partial<Live>): void {
  now = { ...now, ...change };
  for (const listener of listeners) listener(now);
}

let source: EventSource | null = null;

/**
 * Listens while the page is in view. A browser has six connections to a server, so that as many forgotten tabs would
 * leave none to ask by; and nothing need be read for a page that nobody sees.
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
    tell({ state: 'live', version: now.version + 1, isOutdated: ownPage !== null && data !== ownPage });
  });
  opened.addEventListener('changed', () => tell({ state: 'live', version: now.version + 1 }));
  opened.addEventListener('error', () => {
    tell({ state: 'lost' });
    if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
    close();
    setTimeout(() => !document.hidden && open(), tryAgainAfter);
  });
}

function close(): void {
  source?.close();
  source = null;
}

export function useLive(): Live {
  const [live, setLive] = useState(now);
  useEffect(() => {
    setLive(now);
    listeners.add(setLive);
    return () => void listeners.delete(setLive);
  }, []);
  return live;
}

/** As after something was done from this page: what is shown may be old. */
export const refresh = (): void => tell({ version: now.version + 1 });
