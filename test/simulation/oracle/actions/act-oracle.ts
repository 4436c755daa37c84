import { mayAct } from '../../../../lib/rules/terms.ts';
import type { Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';
import { stateOf, type TrueResource } from '../../world/true-resource.ts';
import type { ActionRequest } from '../../world/witness.ts';
import { trueProtection } from '../true-protection.ts';
import type { Case } from '../violation.ts';
import { type Act, type ActionBooks, isDestructive, named, type Shown, stepOf } from './act.ts';
import { actionFlaws } from './act-flaws.ts';
import type { IntentBook } from './intent-book.ts';
import { type Stop, stopFlaws } from './stop-flaws.ts';
import { tryOracle } from './try-oracle.ts';

/** Checks invariants 1 to 3, 5 to 7 and 13 for every action that took effect. */
export function actOracle(
  facts: Case,
  books: ActionBooks & { readonly intents: IntentBook },
  onAct: (action: Act) => void,
  onStop: (stop: Stop) => void,
): Observer {
  const { accuse } = facts;
  const shown = new WeakMap<Process, Map<string, Shown>>();
  const tries = tryOracle(facts, books.rests);
  /** The number of effects of each decision; for an order, of all its decisions together. */
  const effects = new Map<string, number>();

  function arrived(request: ActionRequest): void {
    const { process, action: kind, subject } = request;
    const name = `the ${kind} of ${subject}`;
    const birth = books.intents.claimOf(request);
    if (birth === undefined) {
      accuse(6, `${name} came without an intent claimed by the run that did it`);
      return;
    }
    const { intent } = birth;
    const times = (effects.get(intent.id) ?? 0) + 1;
    effects.set(intent.id, times);
    if (times > 1) accuse(6, `${name} came ${times} times on one decision`);
    const seen = shown.get(process);
    const reread = { itself: seen?.get(subject), samples: seen?.get(`${subject} samples`) };
    const by = intent.by === null ? ruleBehind(request, intent) : null;
    if (intent.by === null && by === null) {
      accuse(13, `${name} came by a rule that does not enforce it`);
      return;
    }
    const action: Act = { request, birth, by, reread };
    for (const { invariant, what } of actionFlaws(facts, books, action)) accuse(invariant, what);
    onAct(action);
    if (by === null || (kind !== 'stop' && kind !== 'power-off')) return;
    const stop: Stop = { ...action, by };
    for (const { invariant, what } of stopFlaws(facts, stop)) accuse(invariant, what);
    onStop(stop);
  }

  /** Checks that nothing protected is even asked for, where the cloud itself refuses it. */
  function checkRefused(request: ActionRequest): void {
    const protection = shown.get(request.process)?.get(request.subject)?.protection ?? null;
    if (protection !== null && isDestructive(request))
      accuse(3, `the ${named(request)} was asked for although ${protection}`);
  }

  const note = (process: Process, key: string, of: TrueResource, state: string, times: Times): void => {
    if (process.job !== 'act') return;
    const seen = shown.get(process) ?? new Map<string, Shown>();
    const protection = trueProtection(process.orders.policy, of, times.at);
    seen.set(key, { of, ...times, state, protection });
    shown.set(process, seen);
  };

  return {
    vmShown(process, vm, what, askedAt, at) {
      const subject = `project/${vm.project}/vm/${vm.id}`;
      note(process, what === 'vm' ? subject : `${subject} samples`, vm, stateOf(vm, at), { askedAt, at });
    },
    machineShown(process, of, name, askedAt, at) {
      const state = of.kind === 'cluster' ? nodeState(of, name, at) : stateOf(of, at);
      note(process, `project/${of.project}/${name}`, of, state, { askedAt, at });
    },
    acted(request) {
      tries(request, books.intents.claimOf(request)?.intent.rule ?? null);
      if (request.hadEffect) arrived(request);
      else checkRefused(request);
    },
  };
}

type Times = Pick<Shown, 'askedAt' | 'at'>;

function ruleBehind({ process }: ActionRequest, intent: Act['birth']['intent']): Act['by'] {
  const rule = process.orders.policy.rules.filter(mayAct).find(({ name }) => name === intent.rule);
  const step = rule && stepOf(rule, intent);
  return rule?.mode === 'enforce' && step?.mode === 'enforce' ? { rule, step } : null;
}

const nodeState = (
  cluster: Extract<TrueResource, { kind: 'cluster' }>,
  name: string,
  at: Shown['at'],
): string => {
  const node = cluster.machines.find(({ id }) => name === `cluster-machine/${id}`);
  return node === undefined ? 'unknown' : stateOf(node, at);
};
