import type { ComponentChildren } from 'preact';
import type { RowSeverity } from '../../reply-rows.ts';

/** A shape for each severity, so that it is recognizable without its colour. */
const shapes: Readonly<Record<RowSeverity | 'good', string>> = {
  critical: 'M5 0 10 5 5 10 0 5z',
  warning: 'M5 .5 10 9.5H0z',
  info: 'M5 0a5 5 0 1 0 0 10A5 5 0 0 0 5 0z',
  good: 'M1 5.2 4 8.4 9.2 1.8',
};

export function SeverityMark({ severity }: { readonly severity: RowSeverity }) {
  return (
    <span class={`mark ${severity}`}>
      <Shape of={severity} />
      {severity}
    </span>
  );
}

export function Shape({ of }: { readonly of: RowSeverity | 'good' }) {
  return (
    <svg viewBox="0 0 10 10" aria-hidden="true">
      {of === 'good' ? (
        <path d={shapes[of]} fill="none" stroke="currentColor" stroke-width="2" />
      ) : (
        <path d={shapes[of]} fill="currentColor" />
      )}
    </svg>
  );
}

type MarkProps = { readonly tone?: RowSeverity | 'good' | 'plain'; readonly children: ComponentChildren };

export function Mark({ tone = 'plain', children }: MarkProps) {
  return <span class={`mark ${tone}`}>{children}</span>;
}

/** Wraps text in a `time` element with a machine-readable time, given in milliseconds. */
export function Time({ at, children }: { readonly at: number; readonly children: ComponentChildren }) {
  return <time dateTime={new Date(at).toISOString()}>{children}</time>;
}
