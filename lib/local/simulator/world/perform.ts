import { assertNever } from '../../../model/assert-never.ts';
import { createMachine, deleteMachine, setPower } from './machine-life.ts';
import { Refusal } from './refusal.ts';
import { createDisk, createVolume, deleteStorage } from './storage-life.ts';
import { createVm, putVmInState, setWorkload, startVm, stopVm, terminateVm } from './vm-life.ts';
import type { EventOf, WorldEvent } from './world-event.ts';
import { theAccount, theHolding, type WorldState } from './world-state.ts';

/**
 * Makes one thing happen, at the world's present instant.
 * @throws Refusal when it cannot; then nothing has changed.
 */
export function perform(state: WorldState, event: WorldEvent): void {
  switch (event.kind) {
    case 'open-account':
      openAccount(state, event);
      break;
    case 'add-credit':
      theAccount(state, event.account).payments.push({ at: state.at, amount: event.amount });
      break;
    case 'create-project':
      createProject(state, event);
      break;
    case 'create-vm':
      createVm(state, event);
      break;
    case 'start-vm':
      startVm(state, event.project, event.vm);
      break;
    case 'stop-vm':
      stopVm(state, event.project, event.vm);
      break;
    case 'terminate-vm':
      terminateVm(state, event.project, event.vm);
      break;
    case 'set-workload':
      setWorkload(state, event);
      break;
    case 'set-metadata':
      theHolding(state, event.project, 'vm', event.vm).metadata = event.metadata;
      break;
    case 'enter-state':
      putVmInState(state, event);
      break;
    case 'create-machine':
      createMachine(state, event);
      break;
    case 'set-power':
      setPower(state, event.project, event.machine, event.power);
      break;
    case 'delete-machine':
      deleteMachine(state, event);
      break;
    case 'create-volume':
      createVolume(state, event);
      break;
    case 'create-disk':
      createDisk(state, event);
      break;
    case 'delete-volume':
    case 'delete-disk':
      deleteStorage(state, event);
      break;
    default:
      assertNever(event);
  }
}

function openAccount(state: WorldState, event: EventOf<'open-account'>): void {
  const { id, displayName, paymentTerms, credit, recharge, hourlySpendLimit, monthlySpendLimit } = event;
  if (state.accounts.has(id)) throw new Refusal('exists', `billing account ${id} already exists`);
  state.accounts.set(id, {
    id,
    displayName,
    paymentTerms,
    createdAt: state.at,
    recharge,
    hourlySpendLimit,
    monthlySpendLimit,
    payments: credit.isZero() ? [] : [{ at: state.at, amount: credit }],
  });
}

function createProject(state: WorldState, { id, account, by }: EventOf<'create-project'>): void {
  if (state.projects.has(id)) throw new Refusal('exists', `project ${id} already exists`);
  theAccount(state, account);
  state.projects.set(id, { id, account, createdAt: state.at, createdBy: by, holdings: [] });
}
