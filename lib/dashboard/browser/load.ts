import { useEffect, useState } from 'preact/hooks';
import { useLive } from './live.ts';

/** Why a question was not answered, in the server's words or ours. */
export type Failure = { readonly because: string; readonly status: number | null };

/** What is known of an answer; one that came before stays while another is fetched, or cannot be had. */
export type Loaded<T> = {
  readonly answer: T | null;
  readonly failure: Failure | null;
  readonly isWaiting: boolean;
};

type Known<T> = Loaded<T> & { readonly path: string | null };

export class FailureError extends Error {
  override readonly name = 'FailureError';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.because);
    this.failure = failure;
  }
}

/** The server's answer, of the form that `replies.ts` gives it. @throws FailureError */
export async function fetchAnswer<T>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(path, init).catch(() => {
    throw new FailureError({ because: 'the dashboard does not answer: has it been ended?', status: null });
  });
  const body = await response.json().catch(() => null);
  if (response.ok) return body;
  const because = body?.because ?? `the dashboard answered with ${response.status}`;
  throw new FailureError({ because, status: response.status });
}

/** Asks the server, and again whenever there is something new; `null` asks nothing. */
export function useAnswer<T>(path: string | null): Loaded<T> {
  const { version } = useLive();
  const [known, setKnown] = useState<Known<T>>({
    path,
    answer: null,
    failure: null,
    isWaiting: path !== null,
  });
  // A new version is a reason to ask again.
  useEffect(() => {
    if (path === null) return;
    const { signal, abort } = ending();
    setKnown((before) => ({ ...before, isWaiting: true }));
    fetchAnswer<T>(path, { signal }).then(
      (answer) => {
        if (!signal.aborted) setKnown({ path, answer, failure: null, isWaiting: false });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        const failure =
          error instanceof FailureError ? error.failure : { because: String(error), status: null };
        // What was answered to another question is no answer to this one.
        const answerOf = (before: Known<T>) => (before.path === path ? before.answer : null);
        setKnown((before) => ({ path, answer: answerOf(before), failure, isWaiting: false }));
      },
    );
    return abort;
  }, [path, version]);
  // Of another question the old answer may stay in view for a moment, so that nothing jumps.
  return known;
}

function ending() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
