import { RuleKind as Kind, type RuleKind } from '../../model/rules/rule-kind.ts';
import { readSpan } from '../../model/time/time.ts';
import { bounds } from './defaults.ts';

/** Rules that tell a thing once are none of those that repeat unless they say so themselves. */
const toldOnce: ReadonlySet<RuleKind> = new Set(['budget', 'commitment', 'anomaly']);
const repeating = Kind.options.filter((kind) => !toldOnce.has(kind));

type Mapping = Readonly<Record<string, unknown>>;
const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The policy as it is written, with what `alerts.repeat` says written into each rule that repeats and says nothing. */
export function withCommonRepeat(raw: unknown): unknown {
  if (!isMapping(raw) || !isMapping(raw['alerts']) || !Array.isArray(raw['rules'])) return raw;
  const { repeat } = raw['alerts'];
  const span = typeof repeat === 'string' ? readSpan(repeat) : undefined;
  const { least, most } = bounds.repeat;
  // What is wrong with it is said once, where it stands.
  if (span === undefined || span < least || span > most) return raw;
  const rules = raw['rules'].map((rule: unknown) =>
    isMapping(rule) && !('repeat' in rule) && repeating.some((kind) => kind in rule)
      ? { ...rule, repeat }
      : rule,
  );
  return { ...raw, rules };
}
