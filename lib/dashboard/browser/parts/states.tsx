import type { ComponentChildren } from 'preact';
import { refresh } from '../state/live.ts';
import type { Failure, LoadState } from '../state/load.ts';

/** Placeholder lines that keep the layout from jumping when the data arrives. */
export function Waiting({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div class="waiting" role="status">
      <span class="hidden-text">Loading</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} aria-hidden="true" />
      ))}
    </div>
  );
}

export function Nothing({ children }: { readonly children: ComponentChildren }) {
  return <p class="nothing">{children}</p>;
}

export function Failed({ failure }: { readonly failure: Failure }) {
  const isOut = failure.status === 401;
  return (
    <div class="notice critical" role="alert">
      <strong>{isOut ? 'Access expired' : 'Failed to load'}</strong>
      <p>{failure.because}</p>
      {!isOut && (
        <div class="buttons">
          <button type="button" onClick={refresh}>
            Try again
          </button>
        </div>
      )}
    </div>
  );
}

type AnswerProps<T> = {
  readonly loaded: LoadState<T>;
  readonly lines?: number;
  readonly children: (answer: T) => ComponentChildren;
};

/** Shows an answer, or a placeholder until there is one, and above it the error of the last request. */
export function Answer<T>({ loaded, lines, children }: AnswerProps<T>) {
  const { answer, failure } = loaded;
  return (
    <>
      {failure !== null && <Failed failure={failure} />}
      {answer === null && failure === null && <Waiting {...(lines !== undefined && { lines })} />}
      {answer !== null && children(answer)}
    </>
  );
}
