import { type Instant, later, type Span } from '../../../lib/model/time/time.ts';
import { stateOf, type TrueVm, type Use } from './true-resource.ts';

/** Creates the VM, which is up after `takes`. */
export function bringUp(vm: TrueVm, at: Instant, takes: Span, use: Use): void {
  vm.phases = [
    { from: at, state: 'CLONING' },
    { from: later(at, takes), state: 'ACTIVE' },
  ];
  vm.boots.push({ from: later(at, takes), until: null });
  setUse(vm, use);
}

/** Stops a VM. @returns whether the platform does it; it stops only a VM that is `ACTIVE`. */
export function stopVm(vm: TrueVm, at: Instant, takes: Span): boolean {
  if (stateOf(vm, at) !== 'ACTIVE') return false;
  shutDown(vm, at);
  vm.phases = [...vm.phases, { from: at, state: 'STOPPING' }, { from: later(at, takes), state: 'STOPPED' }];
  return true;
}

export function startVm(vm: TrueVm, at: Instant, takes: Span): boolean {
  if (stateOf(vm, at) !== 'STOPPED') return false;
  vm.phases = [...vm.phases, { from: at, state: 'STARTING' }, { from: later(at, takes), state: 'ACTIVE' }];
  vm.boots.push({ from: later(at, takes), until: null });
  return true;
}

export function failVm(vm: TrueVm, at: Instant): void {
  if (stateOf(vm, at) !== 'ACTIVE') return;
  shutDown(vm, at);
  vm.phases = [...vm.phases, { from: at, state: 'FAILED' }];
}

export function deleteVm(vm: TrueVm, at: Instant, takes: Span): boolean {
  if (vm.goneAt !== null) return false;
  shutDown(vm, at);
  vm.phases = [...vm.phases.filter(({ from }) => from <= at), { from: at, state: 'DELETING' }];
  vm.goneAt = later(at, takes);
  return true;
}

/** Sets the use of the VM from an instant on, replacing later plans. */
export function setUse({ uses }: TrueVm, use: Use): void {
  while ((uses.at(-1)?.from ?? use.from - 1) >= use.from) uses.pop();
  uses.push(use);
}

function shutDown(vm: TrueVm, at: Instant): void {
  const boot = vm.boots.at(-1);
  if (boot === undefined) return;
  if (boot.from >= at) vm.boots.pop();
  else if (boot.until === null || boot.until > at) boot.until = at;
}
