import { readWindow } from '../../../lib/forms/window.ts';
import { RuleName } from '../../../lib/model/ids.ts';
import { days, hours, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import type { Window } from '../../../lib/model/time/window.ts';
import type { CommitmentRule } from '../../../lib/rules/commitment/terms.ts';
import type { LifetimeRule } from '../../../lib/rules/lifetime/terms.ts';
import type { ScheduleRule } from '../../../lib/rules/schedule/terms.ts';
import { WasteCondition, type WasteRule } from '../../../lib/rules/waste/terms.ts';
import { aStop } from './step-builders.ts';

const name = RuleName.parse('the rule');
const about = { name, match: {}, for: milliseconds(0), repeat: hours(24), then: [] };

/** Returns a rule for every condition, which alerts after a day. */
export const aWasteRule = (overrides: Partial<WasteRule> = {}): WasteRule => ({
  kind: 'waste',
  ...about,
  for: hours(24),
  mode: 'enforce',
  conditions: [...WasteCondition.options],
  transitional: hours(1),
  ...overrides,
});

export const aCommitmentRule = (overrides: Partial<CommitmentRule> = {}): CommitmentRule => ({
  kind: 'commitment',
  ...about,
  repeat: null,
  within: [days(30), days(7), days(1)],
  ...overrides,
});

/** Returns a rule in enforce mode that stops VMs half an hour after the announcement that their hours have ended. */
export const aScheduleRule = ({
  mode = 'enforce',
  then = [aStop(minutes(30))],
  ...overrides
}: Partial<ScheduleRule> = {}): ScheduleRule => ({
  kind: 'schedule',
  ...about,
  mode,
  windows: [aWindow('Mon-Fri 08:00-19:00')],
  then,
  ...overrides,
});

export const aLifetimeRule = ({
  mode = 'enforce',
  then = [aStop()],
  ...overrides
}: Partial<LifetimeRule> = {}): LifetimeRule => ({
  kind: 'lifetime',
  ...about,
  mode,
  coolOff: hours(24),
  longest: days(7),
  extend: null,
  then,
  ...overrides,
});

export function aWindow(text: string): Window {
  const window = readWindow(text);
  if (window === undefined) throw new Error(`no window: ${text}`);
  return window;
}
