import type { ActionKind } from '../../../lib/model/action-kind.ts';
import type {
  ImageStep,
  PowerOffStep,
  StartStep,
  StopStep,
  TerminateStep,
} from '../../../lib/model/rules/step.ts';
import { days, hours, type Span } from '../../../lib/model/time/time.ts';
import type { NextStep } from '../../../lib/state/notification.ts';

const enforced = { mode: 'enforce', approve: null } as const;

export const aStop = (after: Span = hours(1), overrides: Partial<StopStep> = {}): StopStep => ({
  kind: 'stop',
  after,
  ...enforced,
  ...overrides,
});

export const aPowerOff = (after: Span = hours(1), overrides: Partial<PowerOffStep> = {}): PowerOffStep => ({
  kind: 'power-off',
  after,
  ...enforced,
  ...overrides,
});

/** Returns an image step a week after the stop, announced an hour before. */
export const anImage = (overrides: Partial<ImageStep> = {}): ImageStep => ({
  kind: 'image',
  after: days(7),
  notice: hours(1),
  ...enforced,
  ...overrides,
});

/** Returns a deletion eight days after the stop, announced a day before. */
export const aTerminate = (overrides: Partial<TerminateStep> = {}): TerminateStep => ({
  kind: 'terminate',
  after: days(8),
  notice: hours(24),
  needsImage: true,
  ...enforced,
  ...overrides,
});

export const aStart = (overrides: Partial<StartStep> = {}): StartStep => ({
  kind: 'start',
  ...enforced,
  ...overrides,
});

/** Returns an announced action without later steps. */
export const nextAction = (
  after: Span,
  action: ActionKind = 'stop',
  kind: 'action' | 'not-enforced' = 'action',
): Exclude<NextStep, { kind: 'nothing' }> => ({
  kind,
  action,
  after,
  notBefore: null,
  approve: null,
  then: [],
});
