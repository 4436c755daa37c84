import type { SignalSource } from '../../../lib/observe/signals/signals.ts';
import type { Bug } from './bug.ts';
import { withHeads, withPorts } from './plant.ts';

/** Mistakes that show only where a source of who is logged in fails or falls silent. */
export const loginBugs: readonly Bug[] = [
  {
    name: 'a signal counts as missing only while the window of a rule still shows it',
    seed: 11,
    hours: 12,
    breaks: [19],
    plant: () => withHeads((head) => ({ ...head, signalsKnownAt: {} })),
  },
  {
    name: 'a source that fails just before a stop counts as reporting no logins',
    seed: 102,
    hours: 4,
    breaks: [19],
    accuses: /was stopped as idle/,
    plant: () =>
      withPorts((ports, { job }) =>
        job === 'act' ? { ...ports, signals: (ports.signals ?? []).map(nobody) } : ports,
      ),
  },
];

/** Returns a source that reports no logins wherever it fails. */
const nobody = ({ name, read }: SignalSource): SignalSource => ({
  name,
  read: async (window) => {
    try {
      return await read(window);
    } catch {
      const vms = ['a-vm', 'b-vm', 'c-vm', 'd-vm'].map(
        (vm) => [vm, [{ at: window.until, cpu: null, logins: 0 }]] as const,
      );
      return new Map(vms);
    }
  },
});
