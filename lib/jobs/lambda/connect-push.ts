import type { Environment } from '../../config/settings/environment.ts';
import { pushSecretOf, readLedgerSettings } from '../../config/settings/settings.ts';
import { UrlEvent } from '../../config/settings/url-event.ts';
import { providerFacts } from '../../model/provider-facts.ts';
import { receivePush } from '../../observe/push/receive-push.ts';
import { dynamoClient } from '../../record/dynamo-client.ts';
import { dynamoLedger } from '../../record/dynamo-ledger.ts';
import { apiKey } from '../api-key.ts';
import { systemClock } from '../system-clock.ts';
import { credentialsIn } from './credentials.ts';
import { parameterReader } from './parameter-reader.ts';

type UrlReply = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Connects `push`, which stores the usage that machines push. @throws SettingsError */
export function connectPush(environment: Environment): (event: unknown) => Promise<UrlReply> {
  const { table } = readLedgerSettings(environment);
  const ledger = dynamoLedger({ client: dynamoClient(credentialsIn(environment)), table });
  const secretNow = apiKey(pushSecretOf(environment), systemClock, {
    parameter: parameterReader(environment),
  });
  return async (event) => {
    const { rawPath, requestContext, headers, body, isBase64Encoded } = UrlEvent.parse(event);
    const ports = {
      secret: await secretNow(),
      provider: providerFacts.name,
      now: systemClock.now,
      store: ledger.push,
    };
    const { status, ...reply } = await receivePush(ports, {
      method: requestContext.http.method,
      path: rawPath,
      headers,
      body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
    });
    return { statusCode: status, ...reply };
  };
}
