import type { Environment } from '../../config/settings/environment.ts';
import { readLedgerSettings, readPushSecret } from '../../config/settings/settings.ts';
import { pushAllowance } from '../../observe/push/push-allowance.ts';
import { receivePush, unreadableSecret } from '../../observe/push/receive-push.ts';
import { dynamoClient } from '../../record/dynamo-client.ts';
import { dynamoLedger } from '../../record/dynamo-ledger.ts';
import { sealingSecret } from '../api-key.ts';
import { orLogged } from '../log.ts';
import { systemClock } from '../system-clock.ts';
import { readLambdaCredentials } from './credentials.ts';
import { functionLog } from './function-log.ts';
import { parameterReader } from './parameter-reader.ts';
import { urlFunction } from './url-function.ts';

/** Connects `push`, which stores the usage that machines push. @throws SettingsError */
export function connectPush(environment: Environment): ReturnType<typeof urlFunction> {
  const settings = readLedgerSettings(environment);
  const ledger = dynamoLedger({
    client: dynamoClient(readLambdaCredentials(environment)),
    table: settings.table,
  });
  const secretNow = sealingSecret(readPushSecret(environment), systemClock, {
    parameter: parameterReader(environment),
  });
  const log = functionLog(settings);
  const allowance = pushAllowance();
  return urlFunction(async (request) => {
    const secret = await orLogged(log, 'push-failed', {}, secretNow);
    if (secret === null) return unreadableSecret();
    const ports = { secret, now: systemClock.now, allowance, store: ledger.push };
    return receivePush(ports, request);
  });
}
