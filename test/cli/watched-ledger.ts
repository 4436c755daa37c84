import { happens, newVm } from '../../lib/simulators/compute/scenario.ts';
import { onTerminal } from '../support/commands/on-terminal.ts';
import { type FilledLedger, fillLedger } from '../support/filled-ledger.ts';

const policy = `version: 1
timezone: Europe/Berlin
mode: enforce
protect: [{ id: web }]
rules:
  - { name: forgotten machines, idle: 30m, then: [{ stop: after 1h, approve: required }] }
  - { name: small budget, budget: 1 USD a month }
`;
const before = '2026-03-19T09:00:00Z';

/** Eight passes over an idle VM, whose stop is announced and waits for somebody, and two that are in use. */
export const watchedLedger = (): Promise<FilledLedger> =>
  fillLedger({
    from: '2026-03-20T12:00:00Z',
    passes: 8,
    policy,
    events: [
      happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
      happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
      newVm(before, 'lab', 'train-7b', { priceHr: '0.5' }),
      newVm(before, 'lab', 'box', { workload: { kind: 'constant', cpu: 60, network: 90_000 } }),
      newVm(before, 'lab', 'web', { workload: { kind: 'constant', cpu: 60, network: 90_000 } }),
    ],
  });

/** The options that a command needs without a terminal. */
export const by = ['--by', 'ada', '--reason', 'a demo'] as const;

type Listed = { readonly id: string; readonly kind: string };

/** Returns the active overrides as JSON. */
export async function toldTo(filled: FilledLedger): Promise<readonly Listed[]> {
  return JSON.parse((await filled.run('overrides', '--json')).stdout);
}

export async function takeAllBack(filled: FilledLedger): Promise<void> {
  for (const { id } of await toldTo(filled)) await filled.run('revoke', id, '--by', 'test');
}

/** A command on a terminal at which a person types a line at each question. */
export const typedAt = (
  { data, environment, clock }: FilledLedger,
  lines: readonly string[],
  ...given: readonly string[]
) =>
  onTerminal(
    { arguments: [...given, '--data', data], environment: { ...environment, USER: 'grace' }, clock },
    lines,
  );
