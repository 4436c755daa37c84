import { providerFacts } from '../../model/provider-facts.ts';
import type { CloudErrorKind } from '../../providers/errors.ts';
import type { Examination } from './examine.ts';
import type { Finding } from './finding.ts';

/** Why nothing could be looked at. */
export type Refusal = { readonly error: CloudErrorKind; readonly because: string };

/** What kept the whole check-up from being made; `null` when nothing did. */
export function refusalOf({ found, asks }: Pick<Examination, 'found' | 'asks'>): Refusal | null {
  if (found !== null) {
    return found.failure && { error: found.failure.kind, because: found.failure.message };
  }
  const last = asks.at(-1)?.outcome;
  return last?.kind === 'refused' ? last : null;
}

/** Whether it is for whoever set spendwatch up to mend, and not for the cloud or the network. */
export const isMisconfigured = ({ error }: Refusal): boolean => error in misconfigured;

const otherApi = 'check SPENDWATCH_CLOUD_URL: something answers there, and not as this API does';
const misconfigured: Partial<Record<CloudErrorKind, string>> = {
  unauthenticated:
    'give a key that was made for this address and is not revoked, whole and with nothing around it',
  forbidden: `give the user of the key the role ${providerFacts.roleTo.watch} on the projects to watch`,
  'not-found': otherApi,
  unsupported: otherApi,
  invalid: otherApi,
  contract: otherApi,
};
const outOfReach =
  'check SPENDWATCH_CLOUD_URL and the way there: name, proxy, firewall; or wait until the cloud is well again';
const remedies: Partial<Record<CloudErrorKind, string>> = {
  ...misconfigured,
  'rate-limited':
    'wait a minute; see whether something else uses the key, or lower SPENDWATCH_REQUESTS_PER_MINUTE',
};

/** Whether the cloud answers, and whether it takes the key. */
export function accessFindings(examination: Examination): Finding[] {
  const { user } = examination;
  const cloud = { id: 'cloud', what: 'cloud', unwatched: null, remedy: null };
  const key = { id: 'key', what: 'API key', unwatched: null, remedy: null };
  const refusal = refusalOf(examination);
  if (refusal === null) {
    const whose = user ? `it belongs to ${user}` : 'the platform does not say whose it is';
    return [
      { ...cloud, state: 'ok', found: 'answers' },
      { ...key, state: 'ok', found: `accepted; ${whose}`, figures: { user } },
    ];
  }
  const refused = {
    state: 'no',
    found: refusal.because,
    unwatched: 'everything',
    remedy: remedies[refusal.error] ?? outOfReach,
  } as const;
  const isTheKey = refusal.error === 'unauthenticated' || refusal.error === 'forbidden';
  if (!isTheKey) return [{ ...cloud, ...refused }];
  return [
    { ...cloud, state: 'ok', found: 'answers' },
    { ...key, ...refused },
  ];
}
