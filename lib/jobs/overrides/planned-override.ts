import { formatZonedMinute } from '../../model/time/local-times.ts';
import type { Head } from '../../state/head.ts';
import type { Override } from '../../state/override.ts';
import type { PlannedOverride } from './override-outcome.ts';
import { inWords, replacedInWords } from './override-text.ts';
import { earlierOverrides, nextPoll, type OverrideContext } from './place-override.ts';

/** Returns the outcome of placing an override, which replaces an earlier one of the same ID. */
export function plannedOverride(
  context: OverrideContext,
  override: Override,
  holders: readonly Head[],
  remarks: readonly string[],
  says = inWords(override, context.named, formatZonedMinute(override.until, context.zone)),
): PlannedOverride {
  const replaced = earlierOverrides(context).filter(({ id }) => id === override.id);
  return {
    kind: 'placed',
    override,
    replaced,
    says,
    targets: holders.map(({ target }) => target),
    effective: nextPoll(context, holders),
    remarks: [...replaced.map((other) => replacedInWords(other, context.zone)), ...remarks],
  };
}
