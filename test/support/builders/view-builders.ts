import { AlertKey, RuleName, Subject } from '../../../lib/model/ids.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import type { Rule } from '../../../lib/rules/terms.ts';
import type { Alert } from '../../../lib/state/alert.ts';
import { firstControl } from '../../../lib/state/control.ts';
import type { ViewInput } from '../../../lib/views/view-input.ts';
import { noon } from './observation-builders.ts';
import { aPolicy } from './policy-builders.ts';

/** Returns the input of a view at noon with these rules, without overrides. */
export const aViewInput = (rules: readonly Rule[] = [], overrides: Partial<ViewInput> = {}): ViewInput => ({
  policy: aPolicy({ rules: [...rules] }),
  policyFault: null,
  control: firstControl,
  overrides: [],
  intervals: defaultIntervals,
  now: noon,
  ...overrides,
});

type AlertOverrides = Partial<Omit<Alert, 'key' | 'rule' | 'subject'>> & {
  readonly rule?: string;
  readonly subject?: string;
  readonly episode?: string;
};

/** Returns a warning that has fired since noon, and was notified. */
export const anAlert = ({
  rule = 'the rule',
  subject = 'project/lab/vm/box',
  episode = '',
  ...overrides
}: AlertOverrides = {}): Alert => ({
  key: AlertKey.parse(`${subject}#${rule}#${episode}`),
  rule: RuleName.parse(rule),
  subject: Subject.parse(subject),
  kind: 'idle',
  phase: 'firing',
  severity: 'warning',
  since: noon,
  level: null,
  lastNotified: { at: noon, severity: 'warning', level: null, times: 1 },
  clearSince: null,
  fired: [noon],
  flapping: false,
  announcement: null,
  step: null,
  episode: '',
  createdAt: null,
  retryAfter: null,
  tries: 0,
  unsent: 0,
  because: 'it is so',
  ...overrides,
});
