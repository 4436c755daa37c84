import type { Instant } from '../../model/time/time.ts';
import type { Happening } from './screen/frame.ts';
import type { View } from './screen/view.ts';

/** What the demo can show itself on. */
export type Display = {
  /** Something was said to people, in one line and in full. */
  said(happening: Happening, body: string): void;
  /** A poll is over. */
  polled(view: View): void;
  /** The last thing shown. */
  ended(lines: readonly string[]): void;
};

/** What every display is told beforehand. */
export type Setting = {
  readonly title: string;
  readonly hint: string;
  /** Where the dashboard is; `null` when there is none. */
  readonly dashboard: string | null;
  readonly zone: string;
  readonly start: Instant;
};
