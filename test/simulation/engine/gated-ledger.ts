import type { TargetId } from '../../../lib/model/ids.ts';
import type { Shard } from '../../../lib/model/shard.ts';
import type { Instant } from '../../../lib/model/time/time.ts';
import { type CommitResult, type Ledger, LedgerError } from '../../../lib/record/ledger.ts';
import type { BlindNote, Control } from '../../../lib/state/control.ts';
import type { Head } from '../../../lib/state/head.ts';
import type { Engine } from './engine.ts';
import type { Process } from './process.ts';

/** Returns the ledger as one process reaches it. Observers see what is really stored, even if the process dies. */
export function gatedLedger({ gate, ledger, stored, observer }: Engine, process: Process): Ledger {
  const pass = <T>(name: string, target: string | null, perform: () => Promise<T>): Promise<T> =>
    gate.pass<T>(process, { io: { port: 'ledger', name, target }, perform, fail });

  /** A client that repeats a put whose answer was lost finds its own put, and takes it for another's. */
  const put = (
    name: string,
    target: string | null,
    perform: () => Promise<CommitResult>,
  ): Promise<CommitResult> =>
    gate.pass(process, {
      io: { port: 'ledger', name, target },
      perform,
      fail: (how, index) => (how === 'lost' && index % 2 === 0 ? 'lost' : fail(how)),
    });

  async function commit(head: Head) {
    const answer = await ledger.commit(head);
    if (answer === 'lost') return answer;
    observer.committed(process, head, stored.get(head.target));
    stored.set(head.target, head);
    return answer;
  }

  async function commitControl(control: Control) {
    const answer = await ledger.commitControl(control);
    if (answer === 'committed') observer.controlCommitted(process, control);
    return answer;
  }

  async function note(made: BlindNote): Promise<void> {
    await ledger.note(made);
    observer.noted(process, made);
  }

  async function record(history: Parameters<Ledger['record']>[0]): Promise<void> {
    await ledger.record(history);
    observer.recorded(process, history);
  }

  async function samplings(...[target, from, until]: Parameters<Ledger['samplings']>) {
    const found = await ledger.samplings(target, from, until);
    observer.samplingsRead(process, target, found);
    return found;
  }

  async function use(target: TargetId) {
    const found = await ledger.use(target);
    observer.useRead(process, target, found);
    return found;
  }

  async function meters(...[target, unit, from, until]: Parameters<Ledger['meters']>) {
    const found = await ledger.meters(target, unit, from, until);
    observer.metersRead(process, target, unit, found);
    return found;
  }

  async function overrides(now: Instant) {
    const found = await ledger.overrides(now);
    observer.overridesRead(process, found, now);
    return found;
  }

  async function heads(shard: Shard | undefined): Promise<readonly Head[]> {
    const found = await ledger.heads(shard);
    observer.headsRead(process, found);
    return found;
  }

  return {
    heads: (shard) => pass('heads', null, () => heads(shard)),
    head: (target: TargetId) => pass('head', target, () => ledger.head(target)),
    setAside: (target: TargetId) => pass('setAside', target, () => ledger.setAside(target)),
    commit: (head) => put('commit', head.target, () => commit(head)),
    record: (history) => pass('record', history.target, () => record(history)),
    observations: (target, from, until) =>
      pass('observations', target, () => ledger.observations(target, from, until)),
    samplings: (target, from, until) => pass('samplings', target, () => samplings(target, from, until)),
    use: (target) => pass('use', target, () => use(target)),
    meters: (target, unit, from, until) => pass('meters', target, () => meters(target, unit, from, until)),
    journal: (target, from, until) => pass('journal', target, () => ledger.journal(target, from, until)),
    overrides: (now) => pass('overrides', null, () => overrides(now)),
    useLink: (use) => put('useLink', use.id, () => ledger.useLink(use)),
    linkUse: (id) => pass('linkUse', id, () => ledger.linkUse(id)),
    override: (id) => pass('override', id, () => ledger.override(id)),
    putOverride: (override, before) =>
      put('putOverride', override.id, () => ledger.putOverride(override, before)),
    withdraw: (before) => put('withdraw', before.id, () => ledger.withdraw(before)),
    note: (made) => pass('note', null, () => note(made)),
    noted: () => pass('noted', null, () => ledger.noted()),
    push: (push) => pass('push', null, () => ledger.push(push)),
    pushes: (from, until) => pass('pushes', null, () => ledger.pushes(from, until)),
    control: () => pass('control', null, () => ledger.control()),
    commitControl: (control) => put('commitControl', null, () => commitControl(control)),
  };
}

function fail(how: 'lost' | 'refused'): never {
  throw new LedgerError(how === 'lost' ? 'the answer was lost' : 'it cannot be reached');
}
