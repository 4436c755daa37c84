import { getVm, monitorVm, stopVm as stopOperation } from '../cloud/contract/vms.ts';
import { CloudError } from '../cloud/errors.ts';
import type { Cloud } from '../cloud/operation.ts';
import type { WireMonitorItem, WireVm } from '../cloud/wire/vm.ts';
import type { ProjectId } from '../model/ids.ts';
import type { Intent } from '../model/intent.ts';
import type { Outcome } from '../model/outcome.ts';
import { between, type Instant, later, type Span } from '../model/time.ts';

/** What the decision to go on rests on, read again. */
export type Sight = {
  readonly vm: WireVm;
  readonly samples: readonly WireMonitorItem[];
  readonly at: Instant;
};

export type StopOrder = {
  readonly project: ProjectId;
  readonly intent: Intent;
  /** How old the last read may be when the stop is asked for. */
  readonly rereadWithin: Span;
  /** Whether the stop still holds for what was read. */
  readonly check: (
    sight: Sight,
  ) => { readonly kind: 'go' } | { readonly kind: 'already-so' | 'cancelled'; readonly because: string };
};

const mostReads = 3;

/**
 * Reads the VM again and, if the decision still holds, asks the cloud to stop it, once. Every way
 * this can end is an outcome; nothing is thrown but what is no answer of the cloud.
 */
export async function stopVm(cloud: Cloud, now: () => Instant, order: StopOrder): Promise<Outcome> {
  const { project, intent } = order;
  const where = { projectId: project, id: intent.vm };
  for (let read = 1; read <= mostReads; read += 1) {
    const at = now();
    try {
      const samples = await cloud.list(monitorVm, where);
      const { VM: vm } = await cloud.call(getVm, where);
      if (samples.flaws.length > 0) return cancelled(now(), 'its samples could not all be read again');
      const verdict = order.check({ vm, samples: samples.items, at: now() });
      if (verdict.kind !== 'go') return { kind: verdict.kind, at: now(), because: verdict.because };
      if (between(at, now()) > order.rereadWithin) continue;
    } catch (error) {
      if (!(error instanceof CloudError)) throw error;
      return cancelled(now(), `it could not be read again: ${error.message}`);
    }
    return ask(cloud, now, where, later(at, order.rereadWithin));
  }
  return cancelled(now(), 'reading it again took too long');
}

type Where = { readonly projectId: ProjectId; readonly id: Intent['vm'] };

async function ask(cloud: Cloud, now: () => Instant, where: Where, sendBy: Instant): Promise<Outcome> {
  try {
    await cloud.call(stopOperation, where, { sendBy });
    return { kind: 'requested', at: now(), because: 'the platform took the request to stop' };
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    if (error.neverSent) return cancelled(now(), `it was not sent: ${error.message}`);
    const state = await stateOf(cloud, where);
    const isStopping = state === 'STOPPING' || state === 'STOPPED';
    if (error.mayHaveHappened) {
      if (isStopping) return { kind: 'requested', at: now(), because: `no clear answer, but it is ${state}` };
      return { kind: 'unanswered', at: now(), because: `no clear answer (${error.message})` };
    }
    if (isStopping) return { kind: 'already-so', at: now(), because: `it is ${state} already` };
    return { kind: 'refused', at: now(), because: `the platform refused: ${error.message}` };
  }
}

/** The state after an answer that tells nothing; `null` when that cannot be had either. */
async function stateOf(cloud: Cloud, where: Where): Promise<string | null> {
  try {
    const { VM: vm } = await cloud.call(getVm, where);
    return vm.state ?? vm.vmState ?? null;
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    return null;
  }
}

const cancelled = (at: Instant, because: string): Outcome => ({ kind: 'cancelled', at, because });
