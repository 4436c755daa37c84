import type { AwsCredentials } from '../clouds/http/aws-signature.ts';
import type { PrometheusSettings } from '../config/settings/prometheus.ts';
import type { Settings } from '../config/settings/settings.ts';
import { assertNever } from '../model/assert-never.ts';
import { pushSource } from '../observe/push/push-source.ts';
import {
  anonymous,
  byPassword,
  bySignature,
  byToken,
  prometheusSource,
  type QueryAuthorizer,
} from '../observe/signals/prometheus/prometheus.ts';
import type { SignalSource } from '../observe/signals/signals.ts';
import type { Ledger } from '../record/ledger.ts';
import { apiKey, type KeyReaders } from './api-key.ts';
import type { Clock } from './ports.ts';

type World = {
  readonly clock: Pick<Clock, 'now'>;
  readonly readers: KeyReaders;
  readonly credentials: AwsCredentials;
};

export function openSignals(
  { prometheus, push }: Pick<Settings, 'prometheus' | 'push'>,
  { ledger, ...world }: World & { readonly ledger: Pick<Ledger, 'pushes'> },
): readonly SignalSource[] {
  const pushed = push === null ? [] : [pushSource(ledger.pushes)];
  if (prometheus === null) return pushed;
  const { auth, ...query } = prometheus;
  return [prometheusSource({ ...query, authorize: createAuthorizer(auth, world) }), ...pushed];
}

function createAuthorizer(
  auth: PrometheusSettings['auth'],
  { clock, readers, credentials }: World,
): QueryAuthorizer {
  switch (auth.kind) {
    case 'none':
      return anonymous;
    case 'token':
      return byToken(apiKey(auth.token, clock, readers));
    case 'password':
      return byPassword(auth.user, apiKey(auth.password, clock, readers));
    case 'aws':
      return bySignature(auth.region, credentials);
    default:
      return assertNever(auth);
  }
}
