import { RuleKind as Kind, type RuleKind } from '../../model/rules/rule-kind.ts';
import { readSpan } from '../../model/time/time.ts';
import { bounds } from './defaults.ts';

/** Kinds of rules that notify once, unless the rule itself sets `repeat`. */
const notifyingOnce: ReadonlySet<RuleKind> = new Set(['budget', 'commitment', 'anomaly']);
const repeating = Kind.options.filter((kind) => !notifyingOnce.has(kind));

type Mapping = Readonly<Record<string, unknown>>;
const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the raw policy with `alerts.repeat` copied into each repeating rule that does not set `repeat`. */
export function withCommonRepeat(raw: unknown): unknown {
  if (!isMapping(raw) || !isMapping(raw['alerts']) || !Array.isArray(raw['rules'])) return raw;
  const { repeat } = raw['alerts'];
  const span = typeof repeat === 'string' ? readSpan(repeat) : undefined;
  const { least, most } = bounds.repeat;
  // A mistake in it is reported once, where it is written.
  if (span === undefined || span < least || span > most) return raw;
  const rules = raw['rules'].map((rule: unknown) =>
    isMapping(rule) && !('repeat' in rule) && repeating.some((kind) => kind in rule)
      ? { ...rule, repeat }
      : rule,
  );
  return { ...raw, rules };
}
