import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourcesIn } from './imports.ts';

const checkout = join(import.meta.dirname, '../..');

/** Where the platform's names belong. */
const places = ['lib/clouds/compute/', 'lib/simulator/', 'lib/model/provider-facts.ts'];
const files = sourcesIn('lib', 'bin', 'functions')
  .filter(({ path }) => !places.some((place) => path.startsWith(place)))
  // Prometheus has an API of its own.
  .filter(({ path }) => !path.startsWith('lib/observe/signals/prometheus/'))
  // The help of the simulator shows how to ask it.
  .filter(({ path }) => path !== 'lib/cli/commands/simulator.ts')
  .map(({ path }) => ({
    path,
    text: readFileSync(join(checkout, path), 'utf8').replace(/\/\*\*.*?\*\//gs, ''),
  }));

describe('outside of its provider nothing names the compute cloud’s', () => {
  it.each([
    ['paths', /\/v1\b(?!\/metrics)|\/billing-accounts/],
    [
      'fields',
      /\b(vmState|powerState|shortState|gpuQuantity|datacenterId|\w*PriceHr|hourlySpendRate|creditBalanceRecharge|autoRecharge|commitment(Term|EndTime)|billingAccountId|emailAddress)\b/,
    ],
    [
      'states',
      /'(?:STATE_\w+|\w+_UNSPECIFIED|ACTIVE|STOPPED|STOPPING|SUSPENDED|READY|POWERED_DOWN|POWERING_\w+|COMMITMENT_TERM\w*)'/,
    ],
    [
      'states and terms of accounts',
      /\bSTATE_|PAYMENT_TERMS_|\/(?:prepaid|invoice|suspend)\w*\/|'(?:PREPAID|INVOICE)'/,
    ],
    ['roles', /\b(VIEWER|EDITOR)\b/],
    [
      'operations',
      /'(?:list|get|monitor|search|patch|create|terminate|stop|start)(?:Vms?|Machines?|Projects?|BillingAccounts?|AccountSpend|CurrentSpend|Resources|Images?|Disks|Volumes|Networks|Buckets|Invoices|Clusters?|User|Permissions)'/,
    ],
  ])('%s', (_, name) => {
    const found = files.flatMap(({ path, text }) => {
      const [word] = name.exec(text) ?? [];
      return word === undefined ? [] : [`${path} names ${word}`];
    });
    expect(found).toEqual([]);
  });
});
