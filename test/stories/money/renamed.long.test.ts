import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { minutes } from '../../../lib/model/time/time.ts';
import { billedPods } from '../../support/clouds/billed-clouds.ts';
import { aWorkplace } from '../../support/commands/a-workplace.ts';
import { runCommand } from '../../support/commands/run-command.ts';
import { rudeService } from '../../support/rude-service.ts';

/** A budget that the spend of the month reaches if it counts twice, and that then stops everything. */
const policy = `version: 1
mode: enforce
caps: { per-run: 9, per-day: 9, share: 100% }
rules:
  - name: together
    budget: 50 USD a month
    shared: true
    on: reported
    at: [50%, 100%]
    then: [{ stop: everything, at: 100%, after: 15m }]
`;
const Budgets = z.object({ budgets: z.array(z.looseObject({ spent: z.coerce.number() })) });

async function aMonth() {
  const place = await aWorkplace({ policy });
  const hook = await rudeService((response) => response.end());
  const settings = join(place.folder, 'settings.yaml');
  const shared = {
    SPENDWATCH_WEBHOOK_URL: hook.url,
    SPENDWATCH_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    MY_KEY: place.key,
    OTHER_KEY: `${place.key}-2`,
  };
  const command = (environment: object, ...words: readonly string[]) =>
    runCommand({
      arguments: [...words, '--data', place.data],
      environment: { ...shared, ...environment },
      clock: place.clock,
    });
  return {
    place,
    heard: () => hook.received.map(({ body }) => String(JSON.parse(body).subject)),
    /** Polls with a connection of the environment, or with those of a settings file. */
    async poll(connections: string | null) {
      if (connections !== null)
        await writeFile(settings, `policy: policy.yaml\nconnections:\n${connections}`, { mode: 0o600 });
      const environment = connections === null ? place.environment() : { SPENDWATCH_SETTINGS: settings };
      const { stderr } = await command(environment, 'once');
      const status = await command(environment, 'status', '--json');
      place.clock.advance(minutes(10));
      return { stderr, spent: Budgets.parse(JSON.parse(status.stdout)).budgets.map(({ spent }) => spent) };
    },
  };
}

it('A connection that gets a name, as when a second one is added, counts once and causes no stop (invariant 29)', async () => {
  const { place, poll, heard } = await aMonth();
  const { SPENDWATCH_CLOUD_URL: address } = place.environment();
  const named = `  - name: northwind\n    address: ${address}\n    viewer-key: env:MY_KEY\n`;
  for (const connections of [null, named, named]) expect((await poll(connections)).spent).toEqual([30]);
  expect(heard()).toEqual(['[info] projects of together: 60% of their budget spent, 30.00 of 50.00 USD']);
}, 120_000);

it('One account of RunPod under two connections counts once, from the first poll on (invariant 29)', async () => {
  const { place, poll } = await aMonth();
  const { url } = await billedPods(place.clock, { price: 1, amountAfter: () => 1 });
  const connection = (name: string, key: string) =>
    `  - { name: ${name}, cloud: runpod, address: "${url}", viewer-key: "env:${key}_KEY" }\n`;
  const both = connection('aa', 'MY') + connection('bb', 'OTHER');
  for (const _ of [1, 2]) {
    const { spent, stderr } = await poll(both);
    expect(spent).toEqual([12]);
    expect(stderr).toMatch(/^connection bb: connection bb shows vm pod, as connection aa does/);
  }
}, 120_000);
