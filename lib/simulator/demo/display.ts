import type { Instant } from '../../model/time/time.ts';
import type { Happening } from './screen/frame.ts';
import type { View } from './screen/view.ts';

/** An output of the demo. */
export type Display = {
  /** Shows a message, in one line and in full. */
  notified(happening: Happening, body: string): void;
  /** Shows the state after a poll. */
  polled(view: View): void;
  /** Shows the summary at the end. */
  ended(lines: readonly string[]): void;
};

/** The settings of a display. */
export type Setting = {
  readonly title: string;
  readonly hint: string;
  /** Address of the dashboard; `null` when there is none. */
  readonly dashboard: string | null;
  readonly zone: string;
  readonly start: Instant;
};
