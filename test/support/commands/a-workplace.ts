import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { type ServeOptions, serveSimulator } from '../../../lib/simulators/compute/serve.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../../lib/simulators/compute/world/world.ts';
import { markedKey } from '../api-key.ts';
import { at } from '../at.ts';

type Simulated = Partial<Omit<ServeOptions, 'world' | 'keys'>>;
type WorkplaceOptions = {
  readonly policy: string;
  readonly projects?: readonly string[];
  readonly vm?: string;
  readonly role?: 'viewer' | 'editor';
};
const before = '2026-03-01T09:00:00Z';

/**
 * A folder with a policy, beside a simulated cloud on the first of a month. Each of its projects has a VM of ten dollars
 * an hour. Both are gone after the test.
 */
export async function aWorkplace({
  policy,
  projects = ['lab'],
  vm = 'vm-1',
  role = 'editor',
}: WorkplaceOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-workplace-'));
  const policyFile = join(folder, 'policy.yaml');
  await writeFile(policyFile, policy);
  const key = markedKey('workplace');
  const clock = virtualClock(at('2026-03-01T12:34:56'));
  const serve = (options: Simulated = {}) => {
    const events = [
      happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
      ...projects.flatMap((id) => [
        happens(before, { kind: 'create-project', id, account: 'main' }),
        newVm(before, id, vm, { priceHr: '10' }),
      ]),
    ];
    const world = createWorld({ seed: 1, clock, events });
    return serveSimulator({ world, keys: [{ key, role, user: 'ana@example.com' }], ...options });
  };
  let simulator = await serve();
  let isServed = true;
  const close = async () => {
    if (isServed) await simulator.close();
    isServed = false;
  };
  onTestFinished(async () => {
    await close();
    await rm(folder, { recursive: true });
  });
  return {
    folder,
    data: join(folder, 'ledger'),
    policyFile,
    key,
    clock,
    close,
    /** Closes the cloud, and serves it anew with these options. */
    async serveAgain(options: Simulated) {
      await close();
      simulator = await serve(options);
      isServed = true;
    },
    environment: () => ({
      SPENDWATCH_CLOUD_URL: simulator.url,
      SPENDWATCH_API_KEY: key,
      SPENDWATCH_POLICY: policyFile,
    }),
  };
}
