import type { Override } from '../../model/override.ts';
import { keepIdOf } from './keep.ts';
import type { OverrideLedger, Refused, Teller, Told } from './override-outcome.ts';
import { bywords, inWords, silenceText, someOf, waitingInWords } from './override-text.ts';
import { pauseIdOf } from './pause.ts';
import { announcedIn, answerSoFar, earliestOf } from './pending-actions.ts';
import { type Context, nextPoll, tell } from './place-override.ts';
import { holdersOf, isCovered, textOf } from './scope.ts';
import { isHeldBy, scopeOf } from './scope-text.ts';
import { silenceIdOf } from './silence.ts';

type Asked = Teller & {
  /** An id, or what was named when it was told. */
  readonly asked: string;
};

/** Ends a keep before its time. @throws LedgerError */
export const unkeep = (ledger: OverrideLedger, asked: Asked): Promise<Told> =>
  endWord(ledger, asked, { kind: 'keep', idOf: (context) => keepIdOf(context, asked.asked) });

/** Ends a silence before its time. @throws LedgerError */
export const unsilence = (ledger: OverrideLedger, asked: Asked): Promise<Told> =>
  endWord(ledger, asked, { kind: 'silence', idOf: (context) => silenceIdOf(context, asked.asked) });

/** Ends a pause before its time: the one of everything, where no project is named. @throws LedgerError */
export const resume = (
  ledger: OverrideLedger,
  { asked, ...teller }: Teller & { readonly asked: string | null },
): Promise<Told> =>
  endWord(
    ledger,
    { ...teller, asked: asked ?? '*' },
    { kind: 'pause', idOf: (context) => pauseIdOf(context, asked) },
  );

/** Takes back whatever was told under an id, an answer or an order too. @throws LedgerError */
export const revoke = (ledger: OverrideLedger, asked: Asked): Promise<Told> =>
  endWord(ledger, asked, { kind: null, idOf: () => asked.asked });

type Which = {
  /** `null` for any. */
  readonly kind: Override['kind'] | null;
  /** The id of what was named. */
  readonly idOf: (context: Context) => string | Refused;
};

const participles = {
  keep: 'kept',
  silence: 'silenced',
  pause: 'paused',
  answer: 'answered',
  order: 'ordered',
};

function endWord(ledger: OverrideLedger, { asked, ...teller }: Asked, { kind, idOf }: Which): Promise<Told> {
  return tell(ledger, teller, { until: null }, (context) => {
    const held = context.overrides.filter((told) => kind === null || told.kind === kind);
    const nothing = (because: string): Refused => ({
      kind: 'nothing',
      because,
      choices: held.map((told) => `${told.id}: ${inWords(told)}, by ${bywords(told, context.zone)}`),
    });
    if (held.length === 0) return nothing(`Nothing is ${kind === null ? 'told' : participles[kind]}`);
    const named = held.find((told) => told.id === asked || overrideText(told) === asked);
    const id = named?.id ?? idOf(context);
    if (typeof id !== 'string') return id;
    const told = held.find((known) => known.id === id);
    if (told === undefined)
      return nothing(asked === '*' ? 'No such word is for everything' : `Nothing that holds is "${asked}"`);
    const isTakenUp = context.heads.some(({ orders }) => orders.some((taken) => taken.id === id));
    return isTakenUp ? nothing(`The order was taken up already: ${inWords(told)}`) : ended(context, told);
  });
}

/** What it was named by, as lists show it. */
const overrideText = (told: Override): string =>
  told.kind === 'silence' ? silenceText(told) : textOf(scopeOf(told));

function ended(context: Context, told: Override): Told {
  const { heads, overrides, zone, now } = context;
  const scope = scopeOf(told);
  const holders = holdersOf(heads, scope);
  const still = overrides.filter((other) => isHeldBy(other, told));
  const due = announcedIn(heads, (subject) => isCovered(scope, subject)).filter((waiting) => {
    const earliest = earliestOf(waiting.alert, now);
    return earliest !== null && earliest <= now && answerSoFar(context, waiting).kind === 'go';
  });
  return {
    kind: 'taken-back',
    override: told,
    says: `it holds no longer that ${inWords(told)} (${bywords(told, zone)})`,
    targets: holders.map(({ target }) => target),
    effective: nextPoll(context, holders),
    remarks: [
      ...still.map(
        (other) =>
          `It is ${participles[other.kind]} all the same: ${inWords(other)}, by ${bywords(other, zone)}.`,
      ),
      ...((told.kind === 'pause' || told.kind === 'keep') && due.length > 0 && still.length === 0
        ? [
            `No look has seen it held back yet, so what was announced comes as it was: ${someOf(due.map(waitingInWords))}.`,
          ]
        : []),
    ],
  };
}
