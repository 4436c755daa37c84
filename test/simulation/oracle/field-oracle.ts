import type { AccountObservation, ProjectObservation } from '../../../lib/model/facts/observation.ts';
import type { Price } from '../../../lib/model/money/price.ts';
import type { Instant } from '../../../lib/model/time/time.ts';
import type { Process } from '../engine/process.ts';
import type { Observer } from '../observer.ts';
import { spellsOf } from '../spell.ts';
import { readNanos } from '../world/bill.ts';
import { priceIn, recordOf, stateOf, type TrueResource } from '../world/true-resource.ts';
import { isDestructive, named } from './actions/act.ts';
import { type BufferedObservation, type PollBook, wholeAt } from './poll-book.ts';
import type { Case } from './violation.ts';

/**
 * Checks invariant 17: a record with an unreadable field does not disappear, has its shown price or an unknown one,
 * affects no other record, and no destructive action is taken on its resource.
 */
export function fieldOracle({ accuse, scenario, now }: Case, buffered: PollBook): Observer {
  /** Records shown to a process with one changed field, and whether they were fully readable. */
  const changed = new WeakMap<Process, Map<string, boolean>>();
  const spent = new WeakMap<Process, { readonly nanos: bigint; readonly leftOut: number }>();
  const targets = new Set(spellsOf(scenario.spells, 'unreadable-fields').map(({ target }) => target));

  return {
    shownUnread(process, record, isWhole) {
      const known = changed.get(process) ?? new Map<string, boolean>();
      changed.set(process, known.set(record, isWhole && known.get(record) !== false));
    },
    spendShown(process, shown) {
      spent.set(process, shown);
    },
    committed(process, { target, observation }, before) {
      if (process.job !== 'watch' || !targets.has(target)) return;
      const poll = buffered.of(process, target);
      if (observation === null || observation === before?.observation) {
        const isShown = poll.account !== null || wholeAt(poll, 'vm');
        if (isShown && !poll.hadTrouble) accuse(17, `${target} was shown, and counts as unseen`);
      } else if (observation.kind === 'project') checkResources(process, target, observation, poll);
      else if (observation.kind === 'account') checkAccount(process, target, observation, poll);
    },
    acted(request) {
      if (isDestructive(request) && changed.get(request.process)?.get(request.subject) === false)
        accuse(17, `the ${named(request)} came, and its record could not be read whole`);
    },
  };

  function checkResources(
    process: Process,
    target: string,
    { resources }: ProjectObservation,
    poll: BufferedObservation,
  ): void {
    const prices = new Map(resources.map(({ kind, id, price }) => [`${target}/${kind}/${id}`, price]));
    for (const kind of ['vm', 'machine', 'volume'] as const) {
      if (!wholeAt(poll, kind)) continue;
      for (const resource of poll.lists[kind]?.shown ?? []) {
        const name = recordOf(resource);
        const price = prices.get(name);
        const isChanged = changed.get(process)?.has(name) === true;
        if (price === undefined) accuse(17, `${name} was shown, and the head does not know it`);
        else if (price === null ? !isChanged : !isPriceOf(resource, price, poll.lists[kind]?.at ?? now()))
          accuse(9, `${name} costs ${resource.priceText}, and the head says ${price?.running.toFixed()}`);
      }
    }
  }

  /** Checks that every figure is the one shown, except an unreadable one, which is unknown. */
  function checkAccount(
    process: Process,
    target: string,
    { creditBalance, burnRate, monthlySpend, spend }: AccountObservation,
    { account }: BufferedObservation,
  ): void {
    if (account === null) return;
    const isWhole = changed.get(process)?.get(target);
    const wrong = [
      ['credit', creditBalance, account.credit] as const,
      ['rate', burnRate, account.burnRate] as const,
      ['month', monthlySpend, account.month] as const,
    ].filter(([, figure, shown]) => figure === null || readNanos(figure.toFixed()) !== shown);
    const [first, ...others] = wrong;
    if (
      first !== undefined &&
      (isWhole === undefined || others.length > 0 || (!isWhole && first[1] !== null))
    )
      accuse(
        17,
        `the ${first[0]} of ${target} was shown as ${first[2]}, and the head says ${first[1]?.toFixed()}`,
      );
    const rows = spent.get(process);
    if (spend === null || rows === undefined) return;
    if (readNanos(spend.amount.toFixed()) !== rows.nanos || (spend.leftOut ?? 0) !== rows.leftOut)
      accuse(
        9,
        `the spend of ${target} says ${spend.amount.toFixed()} without ${spend.leftOut ?? 0} rows, not ${rows.nanos} without ${rows.leftOut}`,
      );
  }
}

/** Reports whether a price is that of a resource, in its state at an instant. */
function isPriceOf(resource: TrueResource, { running, atRest }: Price, at: Instant): boolean {
  const state = stateOf(resource, at);
  const price = priceIn(resource, state);
  return readNanos((state === 'STOPPED' ? atRest : running).toFixed()) === price;
}
