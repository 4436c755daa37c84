import { providerFacts } from '../../model/provider-facts.ts';
import type { CloudErrorKind } from '../../providers/errors.ts';
import type { Examination } from './examine.ts';
import { type Finding, finding } from './finding.ts';

/** The reason why nothing could be checked. */
export type Refusal = { readonly error: CloudErrorKind; readonly because: string };

/** Returns what prevented the whole check; `null` when nothing did. */
export function refusalOf({ found, asks }: Pick<Examination, 'found' | 'asks'>): Refusal | null {
  if (found !== null) {
    return found.failure && { error: found.failure.kind, because: found.failure.message };
  }
  const last = asks.at(-1)?.outcome;
  return last?.kind === 'refused' ? last : null;
}

/** Reports whether the fault is in the configuration, and not in the cloud or the network. */
export const isMisconfigured = ({ error }: Refusal): boolean => error in misconfigured;

const otherApi = 'check SPENDWATCH_CLOUD_URL: the server there does not speak this API';
const misconfigured: Partial<Record<CloudErrorKind, string>> = {
  unauthenticated: 'set a complete key that was created for this address and is not revoked',
  forbidden: `grant the user of the key the role ${providerFacts.roleTo.watch} on the projects to monitor`,
  'not-found': otherApi,
  unsupported: otherApi,
  invalid: otherApi,
  contract: otherApi,
};
const outOfReach =
  'check SPENDWATCH_CLOUD_URL and the connection: DNS, proxy, firewall; or wait until the cloud recovers';
const remedies: Partial<Record<CloudErrorKind, string>> = {
  ...misconfigured,
  'rate-limited':
    'wait a minute; check whether something else uses the key, or lower SPENDWATCH_REQUESTS_PER_MINUTE',
};

/** Returns findings on whether the cloud answers and accepts the key. */
export function accessFindings(examination: Examination): Finding[] {
  const { user } = examination;
  const refusal = refusalOf(examination);
  const reachable = finding('cloud', 'cloud', { found: 'reachable' });
  if (refusal === null) {
    const whose = user ? `user ${user}` : 'the platform does not show its user';
    return [reachable, finding('key', 'API key', { found: `accepted; ${whose}`, figures: { user } })];
  }
  const refused = {
    state: 'no',
    found: refusal.because,
    unwatched: 'nothing can be monitored',
    remedy: remedies[refusal.error] ?? outOfReach,
  } as const;
  const isTheKey = refusal.error === 'unauthenticated' || refusal.error === 'forbidden';
  return isTheKey ? [reachable, finding('key', 'API key', refused)] : [finding('cloud', 'cloud', refused)];
}
