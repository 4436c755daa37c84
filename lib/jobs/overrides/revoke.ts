import { formatShortList } from '../../model/words.ts';
import type { Override } from '../../state/override.ts';
import { findKeepId } from './keep.ts';
import type {
  OverrideLedger,
  OverrideOutcome,
  OverrideRefusal,
  OverrideRequest,
} from './override-outcome.ts';
import {
  bywords,
  inWords,
  revokedInWords,
  scopeInWords,
  silenceText,
  waitingInWords,
} from './override-text.ts';
import { findPauseId } from './pause.ts';
import { answerSoFar, computeEarliestTime, selectAnnouncedActions } from './pending-actions.ts';
import { nextPoll, type OverrideContext, recordOverride } from './place-override.ts';
import { coversOverride, formatScope, getOverrideScope, isCovered, selectAffectedHeads } from './scope.ts';
import { findSilenceId } from './silence.ts';

/** A request to end an override; `asked` is its ID or the name with which it was placed. */
type Asked = OverrideRequest & { readonly asked: string };

/** Ends a keep early. @throws LedgerError */
export const unkeep = ending('keep', findKeepId);
/** Ends a silence early. @throws LedgerError */
export const unsilence = ending('silence', findSilenceId);
/** Ends a pause early; the name "*" means the pause of all actions. @throws LedgerError */
export const resume = ending('pause', findPauseId);
/** Revokes the override of an ID, including answers and orders. @throws LedgerError */
export const revoke = ending(null, (_, id) => id);

const participles = {
  keep: 'kept',
  silence: 'silenced',
  pause: 'paused',
  answer: 'answered',
  forget: 'forgotten',
  belief: 'believed',
  order: 'ordered',
};

/** Returns a function that ends an override of a kind, or of any for `null`; `idOf` returns the ID for a name. */
function ending(
  kind: Override['kind'] | null,
  idOf: (context: OverrideContext, name: string) => string | OverrideRefusal,
): (ledger: OverrideLedger, asked: Asked) => Promise<OverrideOutcome> {
  return (ledger, { asked, ...request }) =>
    recordOverride(ledger, request, { until: null }, (context) => {
      const active = context.overrides.filter((one) => kind === null || one.kind === kind);
      const nothing = (because: string): OverrideRefusal => ({
        kind: 'nothing',
        because,
        choices: active.map(
          (one) => `${one.id}: ${inWords(one, context.named)}, by ${bywords(one, context.zone)}`,
        ),
      });
      if (active.length === 0)
        return nothing(kind === null ? 'No active overrides' : `Nothing is ${participles[kind]}`);
      const match = active.find((one) => one.id === asked || overrideText(one) === asked);
      const id = match?.id ?? idOf(context, asked);
      if (typeof id !== 'string') return id;
      const override = active.find((one) => one.id === id);
      if (override === undefined)
        return nothing(asked === '*' ? 'No active pause of everything' : `No active override "${asked}"`);
      const isTakenUp = context.heads.some(({ orders }) => orders.some((order) => order.id === id));
      return isTakenUp
        ? nothing(`The order is already being carried out: ${inWords(override, context.named)}`)
        : ended(context, override);
    });
}

/** Returns the name of an override as commands accept it. */
const overrideText = (override: Override): string =>
  override.kind === 'silence' ? silenceText(override) : formatScope(getOverrideScope(override));

function ended(context: OverrideContext, override: Override): OverrideOutcome {
  const { heads, overrides, zone, named, now } = context;
  const scope = getOverrideScope(override);
  const holders = selectAffectedHeads(heads, scope);
  const still = overrides.filter((other) => coversOverride(other, override));
  const due = selectAnnouncedActions(heads, (subject) => isCovered(scope, subject)).filter((waiting) => {
    const earliest = computeEarliestTime(waiting.alert, now);
    return earliest !== null && earliest <= now && answerSoFar(context, waiting).kind === 'go';
  });
  return {
    kind: 'revoked',
    override,
    says: revokedInWords(override, context),
    targets: holders.map(({ target }) => target),
    effective: nextPoll(context, holders),
    remarks: [
      ...still.map(
        (other) =>
          `Still ${participles[other.kind]}: ${scopeInWords(other, named)} (${bywords(other, zone)}).`,
      ),
      ...((override.kind === 'pause' || override.kind === 'keep') && due.length > 0 && still.length === 0
        ? [
            `No poll took place meanwhile, so announced actions keep their schedule: ${formatShortList(due.map((waiting) => waitingInWords(waiting, named)))}.`,
          ]
        : []),
    ],
  };
}
