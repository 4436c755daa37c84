import { useEffect, useState } from 'preact/hooks';
import { useLive } from './live.ts';

/** The reason why a request failed: the server's, or ours when there was no reply. */
export type Failure = { readonly because: string; readonly status: number | null };

/** The state of a request. The last answer stays while the next one is fetched, and if that fails. */
export type LoadState<T> = {
  readonly answer: T | null;
  readonly failure: Failure | null;
  readonly isWaiting: boolean;
};

type Known<T> = LoadState<T> & { readonly path: string | null };

class FailureError extends Error {
  override readonly name = 'FailureError';
  readonly status: number | null;
  constructor({ because, status }: Failure) {
    super(because);
    this.status = status;
  }
}

export const reasonOf = (error: unknown): string =>
  error instanceof FailureError ? error.message : String(error);

/** Fetches the server's answer, in the form that `replies.ts` defines. @throws FailureError */
export async function fetchAnswer<T>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(path, init).catch(() => {
    throw new FailureError({ because: 'the dashboard does not respond: is it still running?', status: null });
  });
  const body = await response.json().catch(() => null);
  if (response.ok) return body;
  const because = body?.because ?? `the dashboard responded with status ${response.status}`;
  throw new FailureError({ because, status: response.status });
}

/** Fetches a path, and fetches it again whenever there is new data; `null` fetches nothing. */
export function useAnswer<T>(path: string | null): LoadState<T> {
  const { version } = useLive();
  const [state, setState] = useState<Known<T>>({
    path,
    answer: null,
    failure: null,
    isWaiting: path !== null,
  });
  // `version` is a dependency because a new one means that there is new data.
  useEffect(() => {
    if (path === null) return;
    const { signal, abort } = ending();
    setState((before) => ({ ...before, isWaiting: true }));
    fetchAnswer<T>(path, { signal }).then(
      (answer) => {
        if (!signal.aborted) setState({ path, answer, failure: null, isWaiting: false });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        const status = error instanceof FailureError ? error.status : null;
        const failure = { because: reasonOf(error), status };
        // The answer to another path must not stand in for this one.
        const answerOf = (before: Known<T>) => (before.path === path ? before.answer : null);
        setState((before) => ({ path, answer: answerOf(before), failure, isWaiting: false }));
      },
    );
    return abort;
  }, [path, version]);
  // The answer to the last path stays for a moment, so that the layout does not jump.
  return state;
}

function ending() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
