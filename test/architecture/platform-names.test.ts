import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourcesIn } from './imports.ts';

const checkout = join(import.meta.dirname, '../..');

/** Where the platform's names belong. */
const places = [
  'lib/clouds/compute/',
  'lib/clouds/runpod/',
  'lib/simulators/compute/',
  'lib/simulators/runpod/',
  'lib/demo/',
];
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

describe('outside of its provider no code names, of the compute cloud,', () => {
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

/** Where sentences are made of the profile of a cloud: each phrase there depends on what that profile says. */
const composers = ['lib/clouds/profile.ts', 'lib/notify/parts/effect-text.ts'];
/** What holds only where a cloud is known to delete everything is said under that condition. */
const onCondition = /deletesAllAtZero|isAll|stopsEndNothing/;

describe('outside of a cloud’s folder no text states for every cloud', () => {
  const sources = sourcesIn('lib', 'bin', 'functions')
    .filter(({ path }) => ![...places, ...composers].some((place) => path.startsWith(place)))
    .map(({ path }) => ({ path, text: readFileSync(join(checkout, path), 'utf8') }));
  it.each([
    ['that a stop saves nothing', /billed (?:in full|as if)|saves nothing|stopping (?:does not|ends no)/i],
    ['that only a deletion ends a charge', /only delet/i],
    ['what a stopped VM costs', /stopped (?:VMs?|machines?) (?:is|are) (?:still )?billed/i],
    ['what a deletion erases or leaves', /boot disk|storage disks/i],
    ['what is billed by its size', /billed by (?:its|their) size/i],
    [
      'what happens at zero credit',
      /deletes everything|everything (?:is )?deleted|disks included|credit reaches/i,
    ],
    [
      'how often the platform reports',
      /(?:once an|up to an|last full) hour\b.*(?:late|report|adjust|platform)/i,
    ],
  ])('%s', (_, phrase) => {
    const found = sources.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => phrase.test(line) && !onCondition.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });
});
