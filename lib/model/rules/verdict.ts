import type { ActionKind } from '../action-kind.ts';
import type { ResourceId, RuleName, Subject } from '../ids.ts';
import type { Severity } from '../severity.ts';
import type { Instant, Span } from '../time/time.ts';
import type { Figures } from './figures.ts';
import type { Mode, Stopped } from './step.ts';

type About = {
  readonly rule: RuleName;
  readonly subject: Subject;
  /**
   * Tells one stretch of judging from another where neither rule nor subject does: a budget's period,
   * the birth of a resource, which that of a resource's verdict begins with. What was said in one says
   * nothing of the next.
   */
  readonly episode: string;
  /** A sentence for people, with its figures. */
  readonly because: string;
  /** Of a later step, or one that money asks for: the act that it is about. */
  readonly step?: ActionKind;
};

/** An act that a breach asks for, and what must come before it. */
export type Planned = {
  readonly action: ActionKind;
  readonly mode: Mode;
  /** The least time from the delivery of its announcement. */
  readonly after: Span;
  readonly notBefore: Instant | null;
  readonly approve: Span | null;
  /** The image that it makes, or that must be ready first. */
  readonly image: ResourceId | null;
  readonly of: Stopped | null;
};

/** What a rule says of a subject. `suspect` and `unknown` are never acted on. */
export type Verdict = About &
  (
    | { readonly kind: 'clear'; readonly figures: Figures | null }
    | { readonly kind: 'unknown'; readonly figures: Figures | null }
    /** Looks idle, but on signals that cannot tell: a VM with GPUs and no GPU figure. */
    | { readonly kind: 'suspect'; readonly figures: Figures }
    | {
        readonly kind: 'breached';
        readonly severity: Severity;
        /** Where a rule has several thresholds, how high the worst one reached is; the more the worse. */
        readonly level: number | null;
        readonly figures: Figures;
        /** Only with `rung`: a rule's first step is its own. */
        readonly planned?: Planned;
      }
  );

export type Breach = Extract<Verdict, { kind: 'breached' }>;
