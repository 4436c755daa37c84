import type * as z from 'zod';
import { WireMachine } from '../../../lib/clouds/compute/wire/machine.ts';
import { WireProjectSpend } from '../../../lib/clouds/compute/wire/spend.ts';
import { WireVolume } from '../../../lib/clouds/compute/wire/storage.ts';
import { WireMonitorItem, WireVm } from '../../../lib/clouds/compute/wire/vm.ts';
import type { Answer } from '../../../lib/clouds/http/answer.ts';
import type { Instant } from '../../../lib/model/time/time.ts';

/** Returns a VM as the cloud sends it, parsed by the client; a builder fails where the client would. */
export const aWireVm = (overrides: Partial<z.input<typeof WireVm>> = {}): WireVm =>
  WireVm.parse({
    id: 'box',
    projectId: 'lab',
    state: 'ACTIVE',
    vcpus: 4,
    memory: 16,
    gpuQuantity: 0,
    metadata: {},
    createTime: '2026-11-01T12:00:00Z',
    price: { totalPriceHr: { value: '0.50' } },
    ...overrides,
  });

export const aWireMachine = (overrides: Partial<z.input<typeof WireMachine>> = {}): WireMachine =>
  WireMachine.parse({
    id: 'metal',
    state: 'ACTIVE',
    powerState: 'ON',
    cpuCores: 64,
    priceHr: { value: '3.20' },
    ...overrides,
  });

export const aWireVolume = (overrides: Partial<z.input<typeof WireVolume>> = {}): WireVolume =>
  WireVolume.parse({ id: 'data', state: 'ACTIVE', totalPriceHr: { value: '0.01' }, ...overrides });

export const aWireSpend = (overrides: Partial<z.input<typeof WireProjectSpend>> = {}): WireProjectSpend =>
  WireProjectSpend.parse({
    projectId: 'lab',
    startTime: '2026-11-01T00:00:00Z',
    endTime: '2026-12-01T00:00:00Z',
    spend: { value: '123.45' },
    ...overrides,
  });

/** Returns a sample of a VM at an instant; counters are zero by default. */
export const aSample = (
  at: Instant,
  overrides: Partial<z.input<typeof WireMonitorItem>> = {},
): WireMonitorItem =>
  WireMonitorItem.parse({
    timestamp: at / 1_000,
    cpu: 20,
    netRx: 0,
    netTx: 0,
    diskRdBytes: 0,
    diskWrBytes: 0,
    ...overrides,
  });

export const answered = <T>(value: T, ...flaws: readonly string[]): Answer<T> => ({
  kind: 'answered',
  value,
  flaws: flaws.map((because, index) => ({
    kind: 'record',
    operation: 'listVms',
    path: `VMs[${index}]`,
    because,
  })),
});

export const unanswered = (because = 'listVms: timed out'): Answer<never> => ({ kind: 'failed', because });
