import { getTargetConnection, type TargetId } from '../../../lib/model/ids.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import { hasWrongClock } from '../engine/process.ts';
import type { Observer } from '../observer.ts';
import { spellsAt } from '../spell.ts';
import { isBusyState, stateOf } from '../world/true-resource.ts';
import { absenceOracle } from './absence-oracle.ts';
import { actOracle } from './actions/act-oracle.ts';
import { answeredOracle } from './actions/answered-oracle.ts';
import { capsOracle } from './actions/caps-oracle.ts';
import { intentBook } from './actions/intent-book.ts';
import { lateWorkOracle } from './actions/late-work-oracle.ts';
import { refusalOracle } from './actions/refusal-oracle.ts';
import { restBook } from './actions/rest-book.ts';
import { sparedBy, sparing } from './actions/sparing.ts';
import { startOracle } from './actions/start-oracle.ts';
import { touchBook } from './actions/touch-book.ts';
import { workOracle } from './actions/work-oracle.ts';
import { alertOracle } from './alerts/alert-oracle.ts';
import { budgetAlertOracle } from './alerts/budget-alert-oracle.ts';
import { deliveryBook } from './alerts/deliveries.ts';
import { freshnessOracle } from './alerts/freshness-oracle.ts';
import { idleAlertOracle } from './alerts/idle-alert-oracle.ts';
import { messageOracle } from './alerts/message-oracle.ts';
import { owedBook } from './alerts/owed-book.ts';
import { sightOracle } from './alerts/sight-oracle.ts';
import { silenceBook } from './alerts/silence-book.ts';
import { suppressionOracle } from './alerts/suppression-oracle.ts';
import { audienceBook } from './alerts/true-audience.ts';
import { clockOracle } from './clock-oracle.ts';
import { fieldOracle } from './field-oracle.ts';
import { hangOracle } from './hang-oracle.ts';
import { keepOracle } from './keep-oracle.ts';
import { heldOracle } from './learned/held-oracle.ts';
import { riskOracle } from './learned/risk-oracle.ts';
import { stopBook } from './learned/stop-book.ts';
import { weeksOracle } from './learned/weeks-oracle.ts';
import { ledgerOracle } from './ledger-oracle.ts';
import { hourBook } from './matters/figure-matters.ts';
import { type ChargeBook, moneyOracle } from './money/money-oracle.ts';
import { overrideBook } from './override-book.ts';
import { pollBook } from './poll-book.ts';
import type { Case } from './violation.ts';

/** The amount of events that were judged: a run without events proves nothing. */
export type Tally = {
  turns: number;
  acts: number;
  deliveries: number;
  /** The number of messages to deliver, once over each route. */
  owed: number;
  /** The deliveries of each kind of rule, and the actions of each that acts. */
  readonly by: Map<string, number>;
  /** The faults of each kind that struck an I/O. */
  readonly faults: Map<string, number>;
};

export const emptyTally = (): Tally => ({
  ...{ turns: 0, acts: 0, deliveries: 0, owed: 0 },
  by: new Map(),
  faults: new Map(),
});

export function count(by: Map<string, number>, name: string, times = 1): void {
  by.set(name, (by.get(name) ?? 0) + times);
}

export const isGroup = (target: TargetId): boolean => getTargetConnection(target) === undefined;

/** Adds what was judged of another connection or run. */
export function addTally(to: Tally, { turns, acts, deliveries, owed, by, faults }: Tally): void {
  to.turns += turns;
  to.acts += acts;
  to.deliveries += deliveries;
  to.owed += owed;
  for (const [name, times] of by) count(to.by, name, times);
  for (const [name, times] of faults) count(to.faults, name, times);
}

export type Oracle = {
  readonly observers: readonly Observer[];
  readonly tally: Tally;
  readonly charged: ChargeBook['charged'];
  finish(ledger: Ledger): Promise<void>;
};

/**
 * Creates the checks of all invariants for one connection, made during the run. The first observers are the books that the
 * others read. Groups are judged here only where there is no other connection.
 */
export function createOracle(facts: Case, isAlone: boolean): Oracle {
  const buffered = pollBook(facts.now, facts.world.account);
  const deliveries = deliveryBook(facts.now);
  const silences = silenceBook();
  const suppression = suppressionOracle(facts, silences, deliveries);
  const starts = startOracle(facts, buffered);
  const tally = emptyTally();
  const { scenario, world, now } = facts;
  const intents = intentBook(now, buffered);
  const overrides = overrideBook(now, scenario.skew);
  const rests = restBook(world, buffered, intents, scenario.poll);
  const touches = touchBook(facts);
  const audience = audienceBook();
  const acts = actOracle(
    facts,
    { deliveries, overrides, rests, intents, audience },
    (action) => {
      tally.acts += 1;
      count(tally.by, `${action.request.action} by ${action.by?.rule.kind ?? 'order'}`);
      suppression.onAct(action);
    },
    starts.onStop,
  );
  const caps = capsOracle(facts);
  const refusals = refusalOracle(facts, intents);
  const sight = sightOracle(facts);
  const isSpared = sparedBy(scenario, now);
  const exact = (observer: Observer): Observer => sparing(observer, isSpared);
  const messages = messageOracle(facts, deliveries, audience);
  const ledgers = ledgerOracle(facts);
  const money = moneyOracle(facts, buffered);
  const stops = stopBook(facts, buffered);
  const risks = riskOracle(facts, buffered, stops);
  const held = heldOracle(facts, buffered, stops, ({ halved, share }) => {
    if (halved > 0) count(tally.by, 'risk halved');
    if (share < 1) count(tally.by, 'risk of a project scaled');
  });
  const hours = hourBook();
  const owed = owedBook(facts, buffered);
  const counts: Observer = {
    logged(_process, event, because) {
      const isFailure = event === 'turn-failed' || event === 'intent-failed';
      if (isFailure && !/^(Ledger|Unreadable)Error/.test(because))
        facts.accuse(11, `a mistake of its own: ${event}: ${because}`);
    },
    committed: ({ job }) => {
      if (job === 'watch') tally.turns += 1;
    },
    acted({ retryAfter }) {
      if (retryAfter !== null) count(tally.by, 'action-quota');
    },
    started({ job }) {
      if (spellsAt(scenario.spells, 'lost-keys', now()).some((spell) => spell.job === job))
        count(tally.by, 'lost-keys');
    },
    hung: (_process, _io, isOver) => {
      if (isOver) count(tally.by, 'hanging-questions');
    },
    timeTold: (process) => {
      if (hasWrongClock(process)) count(tally.by, 'wrong-clocks');
    },
    struck: (_process, _io, { kind }) => count(tally.faults, kind),
    damaged: () => count(tally.by, 'damaged-heads'),
    shownUnread: () => count(tally.by, 'unreadable-fields'),
    listed(_process, _project, _kind, shown) {
      for (const { phases } of shown)
        if (isBusyState(stateOf({ phases }, now()))) count(tally.by, 'busy-machines');
    },
    delivered: (_process, route, { id, notifications }, isHeard) => {
      tally.deliveries += 1;
      if (!isHeard) count(tally.by, 'deaf-routes');
      if (deliveries.of(id).filter((known) => known.route === route).length === 1) tally.owed += 1;
      for (const notice of notifications) {
        if (notice.kind === 'alert') count(tally.by, notice.figures.kind);
        if (notice.kind === 'blind') count(tally.by, `${notice.matter} ${notice.state}`);
      }
    },
  };
  return {
    observers: [
      facts.world.gauges,
      buffered,
      silences,
      overrides,
      intents.observer,
      rests,
      touches,
      hours,
      exact(owed),
      deliveries.observer,
      audience,
      ledgers,
      exact(money),
      starts.observer,
      suppression.observer,
      exact(workOracle(facts, buffered, silences, overrides, stops, touches)),
      exact(lateWorkOracle(facts, { buffered, silences, overrides, rests })),
      acts,
      answeredOracle(facts, intents),
      caps,
      refusals,
      messages,
      exact(idleAlertOracle(facts, buffered, silences, stops, overrides, touches)),
      exact(budgetAlertOracle(facts, silences, { judges: (target) => isAlone || !isGroup(target) })),
      exact(freshnessOracle(facts, buffered, silences)),
      exact(alertOracle(facts, buffered, money, silences, hours, owed, overrides)),
      sight,
      hangOracle(facts),
      clockOracle(facts),
      fieldOracle(facts, buffered),
      absenceOracle(facts),
      keepOracle(facts),
      risks,
      weeksOracle(facts),
      held,
      // Verdicts rest on the stops that were known before their poll.
      stops,
      counts,
    ],
    tally,
    charged: (target, unit) => (isSpared(target) ? undefined : money.charged(target, unit)),
    async finish(ledger) {
      messages.finish();
      caps.finish();
      sight.finish();
      await ledgers.finish(ledger);
      await risks.finish(ledger);
      await held.finish(ledger);
      await money.finish(ledger);
    },
  };
}
